import LaunchFlowMachine
import LaunchFlowModel

extension LaunchRecord {
  /// The version of the record's format that this build writes.
  package static let newestFormat = 1

  /// The record as one line of JSON, without a line end. Each key has values of one type only, as tables need it.
  package var line: String {
    var object = JSONObject()
    object["record"] = .string(flow)
    object["format"] = .integer(Int64(Self.newestFormat))
    object["id"] = id.map { .string($0.description) }
    object["version"] = version.map(JSONValue.string)
    object["installation"] = installation.map { .string($0.description) }
    object["hour"] = hour.map(JSONValue.string)
    if !labels.isEmpty {
      object["labels"] = .object(
        JSONObject(labels.map { JSONObject.Member(name: $0.name, value: .string($0.word)) }))
    }
    func add(_ key: String, _ values: [JSONValue]) { if !values.isEmpty { object[key] = .array(values) } }
    add("facts", facts.map(\.recorded))
    add("switches", switches.map(\.value))
    add("signals", signals.map { ["name": .string($0.name), "at": .integer($0.time)] })
    object["cancelled"] = cancelled.map(JSONValue.integer)
    object["landed"] = landing?.value
    object["end"] = .integer(end)
    if leftOut > 0 { object["leftOut"] = .integer(Int64(leftOut)) }
    object["steps"] = .object(
      JSONObject(steps.map { .init(name: $0.name, value: .array($0.attempts.map(\.value))) }))
    return JSONValue.object(object).text()
  }

  /// Reads a line. A key with the value null counts as absent, since programs for tables write absent keys in this way.
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
    id = try Self.optional(object, "id") { $0.string.flatMap { Pseudonym($0) } }
    installation = try Self.optional(object, "installation") { $0.string.flatMap { Pseudonym($0) } }
    hour = object["hour"]?.string
    for member in object[given: "labels"]?.object?.members ?? [] where member.value != .null {
      labels.append(
        try Self.required(member.value.string.flatMap { LaunchLabel(member.name, $0) }, "labels"))
    }
    facts = try Self.list(object, "facts", StartFact.init(recorded:))
    switches = try Self.list(object, "switches", SwitchChange.init)
    signals = try Self.list(object, "signals", Signal.init)
    cancelled = try Self.optional(object, "cancelled", \.time)
    landing = try Self.optional(object, "landed", Landing.init)
    end = try Self.required(object["end"]?.time, "end")
    leftOut = Int(object["leftOut"]?.time ?? 0)
    for member in try Self.required(object["steps"]?.object, "steps").members where member.value != .null {
      let values = try Self.required(member.value.array, "steps")
      var step = Step(member.name)
      for value in values { step.attempts.append(try Self.required(Attempt(value), "steps")) }
      if !step.attempts.isEmpty { steps.append(step) }
    }
  }

  private static func list<Element>(
    _ object: JSONObject, _ key: String, _ read: (JSONValue) -> Element?
  ) throws(UnreadableRecord) -> [Element] {
    guard let value = object[given: key] else { return [] }
    var list: [Element] = []
    for element in try required(value.array, key) { list.append(try required(read(element), key)) }
    return list
  }

  private static func optional<Value>(
    _ object: JSONObject, _ key: String, _ read: (JSONValue) -> Value?
  ) throws(UnreadableRecord) -> Value? {
    guard let value = object[given: key] else { return nil }
    return try required(read(value), key)
  }

  private static func required<Value>(
    _ value: Value?, _ key: String
  ) throws(UnreadableRecord) -> Value {
    guard let value else { throw .bad(key) }
    return value
  }
}

/// The reason why a line is not a record.
package enum UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  /// The line is not JSON; it may be cut.
  case torn
  /// JSON without the key "record".
  case noRecord
  /// The record has this format, which a newer build writes.
  case newer(Int)
  /// This key is missing or has an invalid value.
  case bad(String)

  /// The reason as part of a sentence.
  package var description: String {
    switch self {
    case .tooLong: "the line is longer than \(LaunchRecord.mostBytes) bytes"
    case .torn: "the line is not complete JSON"
    case .noRecord: "the line is not a record, because it has no key \"record\""
    case .newer(let format):
      "the record has format \(format), and this build reads up to \(LaunchRecord.newestFormat); update it"
    case .bad(let key): "\"\(key)\" is missing or has an invalid value"
    }
  }
}

extension JSONObject {
  /// The value of a key; nil if it is absent or null.
  fileprivate subscript(given key: String) -> JSONValue? {
    let value = self[key]
    return value == .some(.null) ? .none : value
  }
}

extension JSONValue {
  fileprivate var whole: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// A time in nanoseconds; small enough to add two of them.
  fileprivate var time: Int64? {
    whole.flatMap { (0...Int64.max / 4).contains($0) ? $0 : nil }
  }
}

extension StartFact {
  /// The fact as an object whose keys have values of one type each. Literals are written as JSON texts.
  fileprivate var recorded: JSONValue {
    switch self {
    case .input(let name, let literal): ["input": .string(name), "is": .string(literal.text())]
    case .otherInput(let name, let literals):
      ["input": .string(name), "not": .array(literals.map { .string($0.text()) })]
    case .cache(let cache, let step, .nothing):
      ["cache": .string(cache), "step": .string(step), "found": false]
    case .cache(let cache, let step, .value(nil)):
      ["cache": .string(cache), "step": .string(step), "found": true]
    case .cache(let cache, let step, .value(let result?)):
      ["cache": .string(cache), "step": .string(step), "found": true, "result": .string(result)]
    case .offline(nil): ["offline": true]
    case .offline(let domain?): ["offline": true, "domain": .string(domain)]
    }
  }

  fileprivate init?(recorded value: JSONValue) {
    guard let object = value.object else { return nil }
    func literal(_ value: JSONValue) -> JSONValue? { value.string.flatMap { try? JSONValue(parsing: $0) } }
    if let name = object["input"]?.string {
      if let text = object[given: "is"] {
        guard let value = literal(text) else { return nil }
        self = .input(name, is: value)
      } else {
        guard let texts = object["not"]?.array else { return nil }
        let literals = texts.compactMap(literal)
        guard literals.count == texts.count else { return nil }
        self = .otherInput(name, than: literals)
      }
    } else if let cache = object["cache"]?.string, let step = object["step"]?.string,
      let isFound = object["found"]
    {
      guard isFound == true || isFound == false else { return nil }
      self = .cache(
        cache, step: step, isFound == true ? .value(result: object["result"]?.string) : .nothing)
    } else if object["offline"] == true {
      self = .offline(domain: object["domain"]?.string)
    } else {
      return nil
    }
  }
}

extension LaunchRecord.SwitchChange {
  fileprivate var value: JSONValue {
    var object = JSONObject()
    object["at"] = .integer(time)
    object["offline"] = .bool(isOffline)
    object["domain"] = domain.map(JSONValue.string)
    return .object(object)
  }

  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object, let time = object["at"]?.time, let isOffline = object["offline"],
      isOffline == true || isOffline == false
    else { return nil }
    self.init(time: time, domain: object["domain"]?.string, isOffline: isOffline == true)
  }
}

extension LaunchRecord.Signal {
  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object, let name = object["name"]?.string, let time = object["at"]?.time
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
    if let code = codes?.code?.value { object[code.string == nil ? "code" : "codeText"] = code }
    if let wait {
      object["wait"] = [
        "longest": .integer(wait.longest), "drawn": .integer(wait.drawn), "cut": .bool(wait.isCut),
      ]
    }
    return .object(object)
  }

  fileprivate init?(_ value: JSONValue) {
    guard let object = value.object, let start = object["at"]?.time, let took = object["for"]?.time,
      let end = object["end"]?.string.flatMap(LaunchRecord.End.init)
    else { return nil }
    self.init(start: start, took: took, end)
    if let fallback = object[given: "fallback"] {
      guard let number = fallback.time, number < 1 << 16 else { return nil }
      self.fallback = Int(number)
    }
    let code = object["codeText"]?.string.map { $0 == "other" ? EnvelopeCode.other : .listed($0) }
    let codes = AnswerCodes(
      status: object["http"]?.time.map { Int(clamping: $0) },
      code: code ?? object["code"]?.whole.map(EnvelopeCode.number))
    if codes != AnswerCodes() { self.codes = codes }
    if let wait = object[given: "wait"] {
      guard let parts = wait.object, let longest = parts["longest"]?.time, let drawn = parts["drawn"]?.time
      else { return nil }
      self.wait = LaunchRecord.Wait(longest: longest, drawn: drawn, isCut: parts["cut"] == true)
    }
  }
}

extension LaunchRecord.End {
  fileprivate static let words: [(word: String, end: LaunchRecord.End)] =
    [
      ("ok", .succeeded(result: nil)), ("timed-out", .timedOut), ("cut", .cut), ("cancelled", .cancelled),
      ("switched-off", .switchedOff),
    ] + ErrorClass.allCases.map { ($0.rawValue, .failed($0)) }

  /// The word in a record, such as `ok`, `ok:under-review`, `refused:token-invalid` or `server`.
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
