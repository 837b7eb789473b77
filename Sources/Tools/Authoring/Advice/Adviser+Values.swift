// Advice for values of the wrong type or form.
extension Adviser {
  func json(of finding: Finding) -> JSONValue { finding.value.map { json.value(of: $0.node) } ?? .null }

  func advice(onMismatch finding: inout Finding) -> String? {
    guard let declared = finding.value else { return nil }
    let value = json(of: finding)
    switch finding.texts[0] {
    case "true or false":
      let hung = declared.object == .behaviour && declared.key == "hang" ? value.string : nil
      if let time = hung.flatMap({ Duration.meant(by: $0) }) {
        return "write true for a step that never answers, or \"takes\": \"\(time)\" for a slow one"
      }
      return Self.unquoted(value) { $0.isBool } ?? Self.meantBool(value).map { "write \($0)" }
    case "a whole number":
      let capacity =
        root == .flow && finding.diagnostic.place.path.tokens.first == "lanes" ? value.object : nil
      return capacity?["capacity"].map { "write \($0.text())" } ?? Self.unquoted(value) { $0.number != nil }
    case "a number": return Self.unquoted(value) { $0.number != nil }
    case "an object": return Self.advice(onObject: declared, value)
    case "a list": return advice(onList: declared, value)
    case let expected where expected.hasPrefix("one of: "):
      if case .bool(let flag) = value, expected.contains("\"continue\"") {
        return "write \"\(flag ? "continue" : "cancel")\""
      }
      return foreignWord(value.number == nil ? nil : value.text(), &finding)
    default: return nil
    }
  }

  func advice(onWord finding: inout Finding) -> String? {
    if let advice = foreignWord(finding.texts[0], &finding) { return advice }
    let words = finding.texts[1].split(separator: ", ").map { String($0.dropFirst().dropLast()) }
    if let nearest = suggester.nearest(to: finding.texts[0], among: words) {
      return "did you mean \"\(nearest)\"?"
    }
    let meant = AdviceText.all.statuses[KeyAdvice.plain(finding.texts[0])]
    return meant.flatMap { words.contains($0) ? "write \"\($0)\"" : nil }
  }

  /// The advice for a word or number that belongs under another key; the message then does not list the words.
  private func foreignWord(_ word: String?, _ finding: inout Finding) -> String? {
    guard let word, let value = finding.value else { return nil }
    let advice: String
    if value.object == .behaviour, value.key == "error", word.first?.isNumber == true {
      advice = KeyAdvice.answer(ofStatus: word)
    } else if value.object == .scenario, value.key == "network",
      ["offline", "none", "down", "off"].contains(word.lowercased())
    {
      advice = "write \"offline\": [{ \"from\": \"0s\" }] instead of \"network\""
    } else {
      return nil
    }
    finding.diagnostic.message = "unknown word \"\(word)\""
    return advice
  }

  /// The advice for a text that would be right without its quotes.
  private static func unquoted(_ value: JSONValue, _ isMeant: (JSONValue) -> Bool) -> String? {
    guard let text = value.string, let value = try? JSONValue(parsing: text), isMeant(value) else {
      return nil
    }
    return "write \(value.text()) without quotes"
  }

  /// The truth value that an author of other formats means.
  static func meantBool(_ value: JSONValue) -> Bool? {
    guard value.string != nil || value.number != nil else { return nil }
    return switch (value.string ?? value.text()).lowercased() {
    case "true", "yes", "y", "on", "1": true
    case "false", "no", "n", "off", "0": false
    default: nil
    }
  }

  func advice(onDuration finding: Finding) -> String? {
    if finding.diagnostic.message.hasPrefix("the duration is longer") { return nil }
    let value = json(of: finding)
    let text = value.string ?? finding.value.map { json.text(of: $0.node) } ?? ""
    let isNumber = value.string == nil || finding.diagnostic.message.hasSuffix("has no unit")
    if isNumber, let spellings = Duration.spellings(ofNumber: text) { return spellings }
    if let meant = Duration.meant(by: text) { return "write \"\(meant)\"" }
    return finding.diagnostic.message.hasSuffix("is not a unit of time")
      ? "the units are d, h, m, s, ms, us and ns" : "write it like \"1m30s\" or \"250ms\""
  }

  /// The advice for a bound; nil for another value.
  func advice(onBound finding: Finding) -> String? {
    switch finding.value?.shape {
    case .durationBound: "write it like \"<=9s\""
    case .numberBound:
      finding.diagnostic.place.path.tokens.dropLast().last == "landing"
        ? "write it like \">=0.99\"" : "write it like \"<=2\""
    default: nil
    }
  }
}

// Objects and lists.
extension Adviser {
  private static func advice(onObject declared: DeclaredValue, _ value: JSONValue) -> String? {
    for form in declared.forms {
      switch form {
      case .map(let entry, _), .table(let entry, _):
        guard value.array != nil || value.number != nil else { return nil }
        let example =
          switch entry {
          case .object: "{ … }"
          case .text(.reason): "\"…\""
          case .integer: "1"
          default: "…"
          }
        return "use each name as a key: { \"name\": \(example), … }"
      case .object(.condition) where value.array != nil:
        return "write { \"all\": [ … ] } if all must hold, or { \"any\": [ … ] } if one is enough"
      case .object(let kind): return example(of: kind).map { "write " + $0 }
      default: continue
      }
    }
    return nil
  }

  /// Objects in place of which authors write one word or number.
  private static func example(of kind: DeclaredObject) -> String? {
    switch kind {
    case .input: #"{ "type": "boolean" }, for example"#
    case .promise: #"{ "within": "10s" } or { "never": { "login": "failed" } }, for example"#
    case .retry: #"{ "attempts": 2 }"#
    case .fallback: #"{ "cache": "…" } for a cache, or { "value": … } for a constant"#
    case .expectation: #"{ "landing": "home" }"#
    case .behaviour: #"{ "takes": "2s" }, { "error": "network" } or { "hang": true }"#
    case .quorum: #""atLeast": { "count": 2, "of": [ … ] }"#
    case .condition: #"{ "signed-in": true } for an input, or { "login": "succeeded" } for a step"#
    default: nil
    }
  }

  private func advice(onList declared: DeclaredValue, _ value: JSONValue) -> String? {
    for case .list(let element, _, _) in declared.forms {
      switch (value, element) {
      case (.string, .text), (.string, .word):
        return json.names(in: declared.node).map { "write [\($0.quoted)]" }
      case (_, .object(let kind)) where value.object == nil:
        return Self.example(of: kind).map { "write a list of " + $0 }
      case (.object, .object): return "put it into a list: [ … ]"
      default: return nil
      }
    }
    return nil
  }
}

extension [String] {
  /// The texts in quotes, separated by commas.
  var quoted: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}
