import LaunchFlowTraces

// The keys of a record. A key has values of one kind only, since tables need that.
extension LaunchRecord: FormatObject {
  package static var object: DeclaredObject { .record }

  package init(named name: String) { self.init(flow: "") }

  package mutating func visit(_ v: Visitor) {
    v.key("record", &flow, required: true)
    _ = v.key("format", Self.newestFormat, required: true) { v.version($0, upTo: Self.newestFormat) }
    v.key("id", &id) { v.pseudonym($0) }
    v.key("version", &version)
    v.key("installation", &installation) { v.pseudonym($0) }
    v.key("hour", &hour)
    v.key("labels", &labels) { labels in
      v.map(labels, isTable: true, name: { $0.name }) { name, label in
        v.made(v.text(label?.word)) { LaunchLabel(name, $0) }
      }
    }
    let known = v.key("facts", facts.isEmpty ? nil : facts.map(RecordedFact.init)) { v.objects($0) }
    if let known { facts = known.compactMap { $0.fact } }
    v.key("switches", &switches) { v.objects($0) }
    v.key("signals", &signals) { v.objects($0) }
    v.key("cancelled", &cancelled) { v.time($0) }
    v.key("landed", &landing)
    v.key("end", &end, required: true) { v.time($0) }
    v.key("slept", &slept) { v.time($0) }
    v.key("leftOut", &leftOut, 0...Int.max)
    v.key("precision", &precision) { v.time($0) }
    v.key("steps", &steps, required: true) { steps in
      v.map(steps, isTable: true, name: { $0.name }) { name, step in
        v.objects(step?.attempts).map { Step(name, $0) }
      }
    }
    steps.removeAll { $0.attempts.isEmpty }
  }
}

extension LaunchRecord.SwitchChange: FormatObject {
  package static var object: DeclaredObject { .switchChange }

  package init(named name: String) { self.init(time: 0, isOffline: false) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &time, required: true) { v.time($0) }
    v.key("offline", &isOffline, required: true) { v.bool($0) }
    v.key("domain", &domain)
  }
}

extension LaunchRecord.Signal: FormatObject {
  package static var object: DeclaredObject { .givenSignal }

  package init(named name: String) { self.init(name: "", time: 0) }

  package mutating func visit(_ v: Visitor) {
    v.key("name", &name, required: true)
    v.key("at", &time, required: true) { v.time($0) }
    v.key("result", &result)
  }
}

extension LaunchRecord.Landing: FormatObject {
  package static var object: DeclaredObject { .recordedLanding }

  package init(named name: String) { self.init(page: "", time: 0) }

  package mutating func visit(_ v: Visitor) {
    v.key("page", &page, required: true)
    v.key("at", &time, required: true) { v.time($0) }
    v.key("degraded", &isDegraded)
    v.key("cancelled", &isCancelled)
  }
}

extension LaunchRecord.Attempt: FormatObject {
  package static var object: DeclaredObject { .attempt }

  package init(named name: String) { self.init(start: 0, took: 0, .cancelled) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &start, required: true) { v.time($0) }
    v.key("for", &took, required: true) { v.time($0) }
    v.key("end", &end, required: true) { end in
      v.made(v.text(end?.word)) { LaunchRecord.End($0) }
    }
    v.key("fallback", &fallback, 0...0xFFFF)
    var (status, number, text): (Int?, Int64?, String?) = (codes?.status, nil, nil)
    switch codes?.code {
    case .number(let code): number = code
    case .listed(let code): text = code
    case .other: text = Self.other
    case nil: break
    }
    v.key("http", &status, 0...Int.max)
    v.key("code", &number) { v.whole($0) }
    v.key("codeText", &text)
    let code = text.map { $0 == Self.other ? EnvelopeCode.other : .listed($0) } ?? number.map { .number($0) }
    var retryAfter = codes?.retryAfter
    v.key("retryAfter", &retryAfter) { v.time($0) }
    if v.isReading, status != nil || code != nil || retryAfter != nil {
      codes = AnswerCodes(status: status, code: code, retryAfter: retryAfter)
    }
    v.key("wait", &wait)
  }

  /// A code that is not kept.
  private static let other = "other"
}

extension LaunchRecord.Wait: FormatObject {
  package static var object: DeclaredObject { .recordedWait }

  package init(named name: String) { self.init(longest: 0, drawn: 0) }

  package mutating func visit(_ v: Visitor) {
    v.key("longest", &longest, required: true) { v.time($0) }
    v.key("drawn", &drawn, required: true) { v.time($0) }
    isCut = v.key("cut", isCut) { v.bool($0) } ?? isCut
  }
}

// Values.
extension Visitor {
  /// Makes a value of a text, or reports a text that makes none.
  fileprivate func made<Value>(_ text: String?, _ make: (String) -> Value?) -> Value? {
    guard let text else { return nil }
    let value = make(text)
    if value == nil { reader.report(.badValue, "\"\(text)\" is not possible here", at: node) }
    return value
  }

  /// Up to 16 hexadecimal digits.
  fileprivate func pseudonym(_ value: Pseudonym?) -> Pseudonym? {
    made(text(value?.description)) { Pseudonym($0) }
  }

  fileprivate func whole(_ value: Int64?) -> Int64? {
    guard isReading else {
      show(.integer(-999_999...999_999), value.map(JSONValue.integer))
      return nil
    }
    if case .integer(let number) = reader.json.value(of: node) { return number }
    reader.mismatch("a whole number", at: node)
    return nil
  }

  /// A time in nanoseconds; two of them can be added.
  fileprivate func time(_ value: Int64?) -> Int64? {
    guard isReading else {
      show(.integer(0...Int.max), value.map(JSONValue.integer))
      return nil
    }
    guard let number = whole(value) else { return nil }
    guard (0...Int64.max / 4).contains(number) else {
      reader.report(.badValue, "expected a time in nanoseconds, found \(number)", at: node)
      return nil
    }
    return number
  }
}

extension LaunchRecord.End {
  fileprivate static let words: [(word: String, end: LaunchRecord.End)] =
    [
      ("ok", .succeeded(result: nil)), ("timed-out", .timedOut), ("cut", .cut), ("cancelled", .cancelled),
      ("switched-off", .switchedOff),
    ] + ErrorClass.allCases.map { ($0.rawValue, .failed($0)) }

  /// The word in a record: `ok`, `ok:under-review`, `refused:token-invalid`, `server`.
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

extension LaunchRecord {
  /// The newest version of the record's format, which this build writes.
  package static let newestFormat = 1

  /// The keys of a record and of the objects in it, for the reference and the schema.
  package static let declaredKeys = Visitor.keys(in: LaunchRecord.self)

  /// The record as one line of JSON, without a line end.
  package var line: String { Visitor.json(of: self).text() }

  /// Reads a line. A key whose value is null counts as absent, since programs for tables write absent keys so; further
  /// keys are ignored.
  package init(line: some Collection<UInt8>) throws(UnreadableRecord) {
    guard line.count <= Self.mostBytes else {
      throw UnreadableRecord(description: "the line is longer than \(Self.mostBytes) bytes")
    }
    let reader: DocumentReader
    do throws(JSONSyntaxError) {
      reader = DocumentReader(try JSONDocument(SourceText(name: "", bytes: Array(line))), isOfTable: true)
    } catch {
      throw UnreadableRecord(description: "the line is not complete JSON")
    }
    guard reader.json.children(of: 0).contains(where: { reader.json.key(of: $0) == "record" }) else {
      throw UnreadableRecord(description: "the line is not a record, because it has no key \"record\"")
    }
    let record: LaunchRecord? =
      reader.isReadableFormat(upTo: Self.newestFormat) ? Visitor(reader).object(nil) : nil
    reader.finish([])
    guard let record, reader.diagnostics.isEmpty else {
      let problem = reader.diagnostics.first
      let path = problem?.place.path.description ?? ""
      throw UnreadableRecord(description: (path.isEmpty ? "" : path + ": ") + (problem?.message ?? ""))
    }
    self = record
  }
}

/// Why a line is not a record, as part of a sentence.
package struct UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}
