import LaunchFlowMachine
import LaunchFlowModel

extension LaunchRecord {
  /// The newest version of the record's format, which this build writes.
  package static let newestFormat = 1

  /// The record as one line of JSON, without a line end.
  package var line: String {
    var object = JSONObject()
    object["record"] = .string(flow)
    object["format"] = .integer(Int64(Self.newestFormat))
    object["version"] = version.map(JSONValue.string)
    if !labels.isEmpty {
      object["labels"] = .object(
        JSONObject(labels.map { JSONObject.Member(name: $0.name, value: .string($0.word)) }))
    }
    if !facts.isEmpty { object["facts"] = .array(facts.map(\.value)) }
    if !switches.isEmpty { object["switches"] = .array(switches.map(\.value)) }
    if !signals.isEmpty { object["signals"] = .array(signals.map { [.string($0.name), .integer($0.time)] }) }
    object["cancelled"] = cancelled.map(JSONValue.integer)
    object["landed"] = landing?.value
    object["end"] = .integer(end)
    if leftOut > 0 { object["leftOut"] = .integer(Int64(leftOut)) }
    object["steps"] = .object(
      JSONObject(steps.map { .init(name: $0.name, value: .array($0.attempts.map(\.value))) }))
    return JSONValue.object(object).text()
  }

  /// Reads a line.
  ///
  /// - Throws: `UnreadableRecord` with the reason.
  package init(line: some Collection<UInt8>) throws(UnreadableRecord) {
    guard line.count <= Self.mostBytes else { throw .tooLong }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: line)
    } catch {
      throw .torn
    }
    guard let object = value.object, let flow = object["record"]?.string else { throw .noRecord }
    guard let format = object["format"]?.whole, format >= 1 else { throw .bad("format") }
    guard format <= Self.newestFormat else { throw .newer(Int(clamping: format)) }
    self.init(flow: flow, version: object["version"]?.string)
    for member in object["labels"]?.object?.members ?? [] {
      guard let label = member.value.string.flatMap({ LaunchLabel(member.name, $0) }) else {
        throw .bad("labels")
      }
      labels.append(label)
    }
    facts = try Self.list(object, "facts", StartFact.init)
    switches = try Self.list(object, "switches", SwitchChange.init)
    signals = try Self.list(object, "signals", Signal.init)
    if let time = object["cancelled"] { cancelled = try Self.required(time.time, "cancelled") }
    if let landed = object["landed"] { landing = try Self.required(Landing(landed), "landed") }
    end = try Self.required(object["end"]?.time, "end")
    leftOut = Int(object["leftOut"]?.time ?? 0)
    for member in try Self.required(object["steps"]?.object, "steps").members {
      let values = try Self.required(member.value.array, "steps")
      var step = Step(member.name)
      for value in values { step.attempts.append(try Self.required(Attempt(value), "steps")) }
      steps.append(step)
    }
  }

  private static func list<Element>(
    _ object: JSONObject, _ key: String, _ read: (JSONValue) -> Element?
  ) throws(UnreadableRecord) -> [Element] {
    guard let value = object[key] else { return [] }
    var list: [Element] = []
    for element in try required(value.array, key) { list.append(try required(read(element), key)) }
    return list
  }

  private static func required<Value>(
    _ value: Value?, _ key: String
  ) throws(UnreadableRecord) -> Value {
    guard let value else { throw .bad(key) }
    return value
  }
}

/// Why a line is no record.
package enum UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  /// No JSON: the line was cut, say.
  case torn
  /// JSON without the key "record".
  case noRecord
  /// This version of the format, which a newer build writes.
  case newer(Int)
  /// The value of this key.
  case bad(String)

  /// The reason as part of a sentence.
  package var description: String {
    switch self {
    case .tooLong: "the line is longer than \(LaunchRecord.mostBytes) bytes"
    case .torn: "the line is not whole JSON"
    case .noRecord: "the line is not a record, because it has no key \"record\""
    case .newer(let format):
      "the record has format \(format), and this build reads up to \(LaunchRecord.newestFormat); update it"
    case .bad(let key): "\"\(key)\" is missing or has a value that no record has"
    }
  }
}

extension JSONValue {
  fileprivate var whole: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// A time in nanoseconds; two of them can be added.
  fileprivate var time: Int64? {
    whole.flatMap { (0...Int64.max / 4).contains($0) ? $0 : nil }
  }
}

extension LaunchRecord.SwitchChange {
  fileprivate var value: JSONValue {
    [.integer(time), .string(isOffline ? "offline" : "online"), domain.map(JSONValue.string) ?? .null]
  }

  fileprivate init?(_ value: JSONValue) {
    guard let parts = value.array, parts.count == 3, let time = parts[0].time,
      let word = parts[1].string, ["offline", "online"].contains(word)
    else { return nil }
    self.init(time: time, domain: parts[2].string, isOffline: word == "offline")
  }
}

extension LaunchRecord.Signal {
  fileprivate init?(_ value: JSONValue) {
    guard let parts = value.array, parts.count == 2, let name = parts[0].string, let time = parts[1].time
    else { return nil }
    self.init(name: name, time: time)
  }
}

extension LaunchRecord.Landing {
  fileprivate var value: JSONValue {
    var object: JSONObject = JSONObject()
    object["page"] = .string(page)
    object["at"] = .integer(time)
    if isDegraded { object["degraded"] = true }
    if isCancelled { object["cancelled"] = true }
    return .object(object)
  }

  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object, let page = object["page"]?.string, let time = object["at"]?.time
    else { return nil }
    self.init(
      page: page, time: time, isDegraded: object["degraded"] == true, isCancelled: object["cancelled"] == true
    )
  }
}

extension LaunchRecord.Attempt {
  fileprivate var value: JSONValue {
    var object = JSONObject()
    object["at"] = .integer(start)
    object["for"] = .integer(took)
    object["end"] = .string(end.word)
    object["fallback"] = fallback.map { .integer(Int64($0)) }
    object["http"] = codes?.status.map { .integer(Int64($0)) }
    object["code"] = codes?.code?.value
    object["wait"] = wait.map {
      .array([.integer($0.longest), .integer($0.drawn)] + ($0.isCut ? [true] : []))
    }
    return .object(object)
  }

  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object, let start = object["at"]?.time, let took = object["for"]?.time,
      let end = object["end"]?.string.flatMap(LaunchRecord.End.init)
    else { return nil }
    self.init(start: start, took: took, end)
    if let fallback = object["fallback"] {
      guard let number = fallback.time, number < 1 << 16 else { return nil }
      self.fallback = Int(number)
    }
    let codes = AnswerCodes(
      status: object["http"]?.time.map { Int(clamping: $0) },
      code: object["code"].flatMap { $0 == "other" ? .other : EnvelopeCode(listed: $0) })
    if codes != AnswerCodes() { self.codes = codes }
    if let wait = object["wait"] {
      guard let parts = wait.array, parts.count == 2 || parts.count == 3, let longest = parts[0].time,
        let drawn = parts[1].time
      else { return nil }
      self.wait = LaunchRecord.Wait(longest: longest, drawn: drawn, isCut: parts.count == 3)
    }
  }
}

extension LaunchRecord.End {
  fileprivate static let words: [(word: String, end: LaunchRecord.End)] =
    [
      ("ok", .succeeded(result: nil)), ("timed-out", .timedOut), ("cut", .cut), ("cancelled", .cancelled),
      ("switched-off", .switchedOff),
    ] + ErrorClass.allCases.map { ($0.rawValue, .failed($0)) }

  /// How it is called in a record: `ok`, `ok:under-review`, `refused:token-invalid`, `server`.
  package var word: String {
    switch self {
    case .succeeded(let result?): "ok:\(result)"
    case .refused(let failure): "refused:\(failure)"
    default: Self.words.first { $0.end == self }?.word ?? ""
    }
  }

  package init?(_ word: String) {
    if let known = Self.words.first(where: { $0.word == word }) {
      self = known.end
    } else if word.hasPrefix("ok:") {
      self = .succeeded(result: String(word.dropFirst(3)))
    } else if word.hasPrefix("refused:") {
      self = .refused(failure: String(word.dropFirst(8)))
    } else {
      return nil
    }
  }
}
