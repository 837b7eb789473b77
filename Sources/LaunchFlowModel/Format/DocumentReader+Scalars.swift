extension DocumentReader {
  package func string(_ node: Int?) -> String? {
    guard let node else { return nil }
    guard let text = json.string(of: node) else {
      mismatch("text", at: node)
      return nil
    }
    return text
  }

  package func bool(_ node: Int?, hint: ((JSONValue) -> String?)? = nil) -> Bool? {
    guard let node else { return nil }
    guard case .bool(let value) = kind(node) == .bool ? json.value(of: node) : .null else {
      let isScalar = kind(node) == .string || kind(node) == .number
      let meant = isScalar ? json.value(of: node).meantBool.map { "write \($0)" } : nil
      mismatch(
        "true or false", at: node,
        hint: hint?(json.value(of: node)) ?? unquoted(node) { $0.isBool } ?? meant)
      return nil
    }
    return value
  }

  /// A whole number.
  package func integer(_ node: Int?, hint: ((JSONValue) -> String?)? = nil) -> Int? {
    guard let node else { return nil }
    guard case .integer(let value) = kind(node) == .number ? json.value(of: node) : .null else {
      if kind(node) == .number {
        report(.badValue, "expected a whole number", at: node)
      } else {
        mismatch(
          "a whole number", at: node,
          hint: hint?(json.value(of: node)) ?? unquoted(node) { $0.number != nil })
      }
      return nil
    }
    return Int(clamping: value)
  }

  func number(_ node: Int?) -> Double? {
    guard let node else { return nil }
    guard let value = kind(node) == .number ? json.value(of: node).number : nil else {
      mismatch("a number", at: node, hint: unquoted(node) { $0.number != nil })
      return nil
    }
    return value
  }

  /// One of an enumeration's words.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ node: Int?, as type: Word.Type = Word.self
  ) -> Word? where Word.RawValue == String {
    guard let node else { return nil }
    if let word = json.string(of: node).flatMap({ Word(rawValue: $0) }) { return word }
    reportWord(node, among: Word.allCases.map { $0.rawValue })
    return nil
  }

  /// Reports a value that is none of some words.
  ///
  /// - Parameter meant: The word to write instead of a value that is not text.
  func reportWord(_ node: Int, among words: [String], meant: String? = nil) {
    let listed = words.map { "\"\($0)\"" }.joined(separator: ", ")
    guard let text = json.string(of: node) else {
      mismatch("one of: \(listed)", at: node, hint: meant.map { "write \"\($0)\"" })
      return
    }
    report(
      .badValue, "unknown word \"\(text)\"; expected one of: \(listed)", at: node,
      hint: suggester.nearest(to: text, among: words).map { "did you mean \"\($0)\"?" })
  }

  /// True or false; nil for another value.
  func flag(_ node: Int) -> Bool? {
    guard kind(node) == .bool, case .bool(let flag) = json.value(of: node) else { return nil }
    return flag
  }

  /// A JSON Pointer.
  func pointer(_ node: Int?) -> JSONPointer? {
    guard let node, let text = string(node) else { return nil }
    if let pointer = JSONPointer(text) { return pointer }
    let hint =
      text.hasPrefix("/")
      ? "'~' is written ~0 within a pointer" : "write \"\(JSONPointer(meantBy: text))\""
    report(.badValue, "\"\(text)\" is not a JSON Pointer", at: node, hint: hint)
    return nil
  }

  /// Text, a number, true or false.
  func literal(_ node: Int) -> JSONValue? {
    switch kind(node) {
    case .string, .number, .bool: return json.value(of: node)
    case .null, .array, .object:
      mismatch("text, a number, true or false", at: node)
      return nil
    }
  }

  /// A whole number of 64 bits without a sign; as text, too, for what does not fit into 63 bits.
  func unsigned(_ node: Int) -> UInt64? {
    if kind(node) == .number, let value = UInt64(json.text(of: node)) { return value }
    if let text = json.string(of: node), text.first != "+", let value = UInt64(text) { return value }
    mismatch("a whole number from 0 to \(UInt64.max)", at: node)
    return nil
  }

  /// The hint for a text that would be right without its quotes.
  private func unquoted(_ node: Int, _ isMeant: (JSONValue) -> Bool) -> String? {
    guard let text = json.string(of: node), let value = try? JSONValue(parsing: text), isMeant(value) else {
      return nil
    }
    return "write \(value.text()) without quotes"
  }

  /// A duration with its units.
  func duration(_ node: Int) -> Duration? {
    if kind(node) == .number {
      let text = json.text(of: node)
      report(
        .badDuration, "a duration is text with a unit", at: node,
        hint: Duration.spellings(ofNumber: text) ?? Duration.meant(by: text)?.asWrite ?? Self.durationForm)
      return nil
    }
    guard let text = json.string(of: node) else {
      report(
        .badDuration, "expected a duration such as \"10s\"", at: node,
        hint: kind(node) == .null ? "write a time, or remove the key" : nil)
      return nil
    }
    do throws(DurationFlaw) {
      return try Duration(reading: text)
    } catch {
      report(.badDuration, Self.message(error, text), at: node, hint: Self.hint(error, text))
      return nil
    }
  }

  private static func message(_ flaw: DurationFlaw, _ text: String) -> String {
    switch flaw {
    case .noUnit: "the duration \"\(text)\" has no unit"
    case .unknownUnit(let unit): "\"\(unit)\" is not a unit of time"
    case .fraction: "a duration must not have a decimal point"
    case .order: "the units of a duration must go from large to small, each once"
    case .tooLong: "the duration is longer than 36500d"
    case .malformed where text.hasPrefix("-"): "a duration must not be negative"
    case .malformed: "\"\(text)\" is not a duration"
    }
  }

  private static func hint(_ flaw: DurationFlaw, _ text: String) -> String? {
    let meant = Duration.meant(by: text)?.asWrite
    return switch flaw {
    case .noUnit: Duration.spellings(ofNumber: text) ?? meant ?? durationForm
    case .fraction(let exact?): exact.documentText.asWrite
    case .fraction(nil), .malformed, .order: meant ?? durationForm
    case .unknownUnit: meant ?? "the units are d, h, m, s, ms, us and ns"
    case .tooLong: nil
    }
  }

  private static let durationForm = "write it like \"1m30s\" or \"250ms\""
}

extension String {
  fileprivate var asWrite: String { "write \"\(self)\"" }
}
