extension DocumentReader {
  package func string(_ node: Int?) -> String? {
    guard let node else { return nil }
    guard let text = json.string(of: node) else {
      mismatch("text", at: node)
      return nil
    }
    return text
  }

  package func bool(_ node: Int?) -> Bool? {
    guard let node else { return nil }
    guard case .bool(let value) = kind(node) == .bool ? json.value(of: node) : .null else {
      mismatch("true or false", at: node, hint: unquoted(node) { $0.isBool })
      return nil
    }
    return value
  }

  /// A whole number.
  package func integer(_ node: Int?) -> Int? {
    guard let node else { return nil }
    guard case .integer(let value) = kind(node) == .number ? json.value(of: node) : .null else {
      if kind(node) == .number {
        report(.badValue, "expected a whole number", at: node)
      } else {
        mismatch("a whole number", at: node, hint: unquoted(node) { $0.number != nil })
      }
      return nil
    }
    return Int(value)
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
  package func word<Word: RawRepresentable & CaseIterable>(_ node: Int?, as type: Word.Type = Word.self)
    -> Word?
  where Word.RawValue == String {
    guard let node, let text = string(node) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint =
      suggester.hint(for: text, among: words) ?? "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    report(.badValue, "\"\(text)\" is none of the words that may stand here", at: node, hint: hint)
    return nil
  }

  /// A JSON Pointer.
  func pointer(_ node: Int?) -> JSONPointer? {
    guard let node, let text = string(node) else { return nil }
    if let pointer = JSONPointer(text) { return pointer }
    let hint = text.hasPrefix("/") ? "'~' is written ~0 within a pointer" : "write \"/\(text)\""
    report(.badValue, "\"\(text)\" is no JSON Pointer", at: node, hint: hint)
    return nil
  }

  /// A list of texts; a lone text is an error with a hint. What is no text leaves a stand-in, so that the
  /// places of the others stay right.
  func strings(_ node: Int?) -> [String]? {
    guard let node else { return nil }
    if let text = json.string(of: node) {
      mismatch("a list", at: node, hint: "write [\"\(text)\"]")
      return [text]
    }
    guard let elements = elements(of: node) else { return nil }
    return elements.map { string($0) ?? Doubts.standInName }
  }

  /// A duration with its units.
  func duration(_ node: Int?) -> Duration? {
    guard let node else { return nil }
    if kind(node) == .number {
      let hint = Self.seconds(json.value(of: node)).map { "write \"\($0)\"" }
      report(.badDuration, "a duration is text with a unit", at: node, hint: hint ?? "write \"10s\"")
      return nil
    }
    guard let text = json.string(of: node) else {
      report(.badDuration, "expected a duration such as \"10s\"", at: node)
      return nil
    }
    do throws(DurationFlaw) {
      return try Duration(reading: text)
    } catch {
      report(.badDuration, Self.message(error, text), at: node, hint: Self.hint(error, text))
      return nil
    }
  }

  private static func seconds(_ value: JSONValue) -> String? {
    if case .integer(let seconds) = value { return seconds >= 0 ? "\(seconds)s" : nil }
    return hint("\(value.text())s")
  }

  private static func message(_ flaw: DurationFlaw, _ text: String) -> String {
    switch flaw {
    case .noUnit: "the duration \"\(text)\" has no unit"
    case .unknownUnit(let unit): "\"\(unit)\" is no unit of time"
    case .fraction: "a duration has no decimal point"
    case .order: "a duration has its larger units first, each once"
    case .tooLong: "the duration is longer than 36500d"
    case .malformed: "\"\(text)\" is no duration"
    }
  }

  private static func hint(_ flaw: DurationFlaw, _ text: String) -> String? {
    switch flaw {
    case .noUnit: (hint(text + "s") ?? "10s").asWrite
    case .fraction(let exact?): exact.documentText.asWrite
    case .fraction(nil), .malformed, .order: "write it like \"1m30s\" or \"250ms\""
    case .unknownUnit: hint(normalized(text))?.asWrite ?? "the units are d, h, m, s, ms, us and ns"
    case .tooLong: nil
    }
  }

  /// The text, if it is a duration or exactly one with a decimal point.
  private static func hint(_ text: String) -> String? {
    do throws(DurationFlaw) {
      _ = try Duration(reading: text)
      return text
    } catch {
      if case .fraction(let exact?) = error { return exact.documentText }
      return nil
    }
  }

  /// What somebody may have meant by spaces, capitals and whole words.
  private static func normalized(_ text: String) -> String {
    var result = ""
    var word = ""
    let units = [
      "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m",
      "minutes": "m", "hour": "h", "hours": "h", "hr": "h", "day": "d", "days": "d", "msec": "ms", "µs": "us",
      "millis": "ms", "milliseconds": "ms",
    ]
    for character in text.lowercased() + "0" {
      if character == " " { continue }
      if character.isNumber || character == "." {
        result += units[word] ?? word
        word = ""
        result.append(character)
      } else {
        word.append(character)
      }
    }
    return String(result.dropLast())
  }
}

extension String {
  fileprivate var asWrite: String { "write \"\(self)\"" }
}
