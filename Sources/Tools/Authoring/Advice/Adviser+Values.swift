import LaunchFlowModel

// Advice for values of the wrong type or form.
extension Adviser {
  /// The value at fault.
  func json(of finding: Finding) -> JSONValue { finding.value.map { json.value(of: $0.node) } ?? .null }

  /// The advice for a value of another type.
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
    case "an object": return advice(onObject: declared, value)
    case "a list": return advice(onList: declared, value)
    case "a name": return Self.advice(onPage: value)
    case "an object, or null for an empty cache": return "write { \"value\": … }"
    case "a network's name, a list of outages or an object":
      return "write \"very-bad\", or [{ \"from\": \"0s\", \"to\": \"4s\", \"is\": \"silent\" }]"
    case let expected where expected.hasPrefix("one of: "):
      if case .bool(let flag) = value, expected.contains("\"continue\"") {
        return "write \"\(flag ? "continue" : "cancel")\""
      }
      return foreignWord(value.number == nil ? nil : value.text(), &finding)
    default: return nil
    }
  }

  /// The advice for an unknown word.
  func advice(onWord finding: inout Finding) -> String? {
    if let advice = foreignWord(finding.texts[0], &finding) { return advice }
    let words = finding.texts[1].split(separator: ", ").map { String($0.dropFirst().dropLast()) }
    return suggester.nearest(to: finding.texts[0], among: words).map { "did you mean \"\($0)\"?" }
  }

  /// The advice for a word or number that belongs under another key; the message then does not list the
  /// words.
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

  /// The advice for a text or number that is not a duration.
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
  private func advice(onObject declared: DeclaredValue, _ value: JSONValue) -> String? {
    for form in declared.forms {
      switch form {
      case .map(let entry, let names), .table(let entry, let names):
        let isList = value.array != nil
        guard isList || value.number != nil else { return nil }
        let example =
          switch (entry, names) {
          case (.object, _): "{ … }"
          case (.text(.reason), _), (_, .percentile): "\"…\""
          case (.integer, _): isList ? "1" : value.text()
          default: "…"
          }
        let first = value.array?.first
        let named = first?.object?.members.first { ["name", "id", "key"].contains($0.name) }?.value ?? first
        return "use each name as a key: { \"\(named?.string ?? "name")\": \(example), … }"
      case .object(let kind): return Self.advice(on: kind, value)
      default: continue
      }
    }
    return nil
  }

  private static func advice(on kind: DeclaredObject, _ value: JSONValue) -> String? {
    switch (kind, value) {
    case (.input, .string(let word)): "write { \"type\": \"\(nearestType(to: word))\" }"
    case (.input, .bool(let value)): "write { \"type\": \"boolean\", \"default\": \(value) }"
    case (.input, .array(let values)) where values.allSatisfy { $0.string != nil } && !values.isEmpty:
      "write { \"type\": \"string\", \"values\": \(value.text()) }"
    case (.promise, .string(let text)): advice(onPromise: text)
    case (.retry, .integer(let attempts)) where attempts > 0: "write { \"attempts\": \(attempts) }"
    case (.retry, .bool(let isWanted)): isWanted ? "write { \"attempts\": 2 }" : "leave \"retry\" out"
    case (.retry, .array(let rules)):
      "write one object: { \"attempts\": \(attempts(of: rules)), \"delay\": \"1s\" }"
    case (.fallback, .string(let cache)):
      "write { \"cache\": \"\(cache)\" } for a cache, or { \"value\": … } for a constant"
    case (.expectation, .string(let page)): "write { \"landing\": \"\(page)\" }"
    case (.behaviour, .string), (.behaviour, .integer), (.behaviour, .double): advice(onBehaviour: value)
    case (.quorum, .integer), (.quorum, .double), (.quorum, .array):
      "write \"atLeast\": { \"count\": \(value.array == nil ? value.text() : "2"), \"of\": [ … ] }"
    case (.condition, _): advice(onCondition: value)
    default: nil
    }
  }

  /// The type that an author of another language meant.
  private static func nearestType(to word: String) -> String {
    let types = Flow.Input.Kind.allCases.map(\.rawValue)
    if word == "bool" { return "boolean" }
    return types.contains(word) ? word : Suggester.nearest(to: word, among: types) ?? "string"
  }

  private static func advice(onPromise text: String) -> String {
    let time = text.split(whereSeparator: { " <=\t".contains($0) }).lazy.compactMap {
      Duration(documentText: String($0))
    }.first
    return time.map { "write { \"within\": \"\($0.documentText)\" }" }
      ?? "write { \"within\": \"10s\" } or { \"never\": { \"login\": \"failed\" } }, for example"
  }

  /// The number of attempts in a list of rules of other tools.
  private static func attempts(of rules: [JSONValue]) -> Int {
    let members = rules.first?.object?.members ?? []
    let count = members.lazy.compactMap { member in
      ["MaxAttempts", "attempts", "limit"].contains(member.name) ? member.value.number : nil
    }.first
    // Step Functions counts the attempts after the first one.
    return count.map { Int(min(max($0, 0), 999)) + 1 } ?? 3
  }

  private static func advice(onBehaviour value: JSONValue) -> String? {
    let text = value.string ?? value.text()
    if text == "hang" { return "write { \"hang\": true }" }
    if ErrorClass(rawValue: text) != nil { return "write { \"error\": \"\(text)\" }" }
    if let time = Duration.meant(by: text) { return "write { \"takes\": \"\(time)\" }" }
    return value.string.map { "write { \"result\": \"\($0)\" }" }
  }

  /// The advice for a condition in the style of other tools: a text with a name, or true.
  private static func advice(onCondition value: JSONValue) -> String? {
    switch value {
    case .array: return "write { \"all\": [ … ] } if all must hold, or { \"any\": [ … ] } if one is enough"
    case .bool(true): return "leave it out: without it, it always holds"
    case .string(let text):
      let isNegated = text.utf8.first == UInt8(ascii: "!")
      let name = String(
        text.drop { "!${ ".contains($0) }.prefix {
          $0.isASCII && ($0.isLowercase || $0.isNumber) || $0 == "-"
        })
      guard name.isKebabCase else {
        return "write { \"signed-in\": true } for an input, or { \"login\": \"succeeded\" } for a step"
      }
      let status = isNegated ? "failed" : "succeeded"
      return
        "write { \"\(name)\": \(!isNegated) } if it is an input, or { \"\(name)\": \"\(status)\" } if it is a step"
    default: return nil
    }
  }

  private func advice(onList declared: DeclaredValue, _ value: JSONValue) -> String? {
    let element = declared.forms.lazy.compactMap {
      if case .list(let element, _, _) = $0 { element } else { nil }
    }
    .first
    let isName = if case .text = element { true } else { false }
    switch (value, element) {
    case (.string(let text), .text) where Duration(documentText: text) != nil:
      return "name the steps to wait for; to wait for a time, name a step with \"await\""
    case (.object(let object), _) where isName:
      return "write [\(object.names.filter { !$0.hasPrefix("x-") }.quoted)]"
    case (.string, .text), (.string, .word):
      return json.names(in: declared.node).map { "write [\($0.quoted)]" }
    case (.bool, .object(.offlinePeriod)):
      return "write [{ \"from\": \"0s\" }] for the whole run, or leave it out"
    case (.string(let cache), .object(.fallback)):
      return "write [{ \"cache\": \"\(cache)\" }] for a cache, or [{ \"value\": … }] for a constant"
    case (.object, .object): return "put it into a list: [ … ]"
    default: return nil
    }
  }

  /// The advice for an object in a list of pages.
  private static func advice(onPage value: JSONValue) -> String {
    let object = value.object
    let name = ["name", "id", "page"].lazy.compactMap { object?[$0]?.string }.first ?? "home"
    let quoted = JSONValue.string(name).text()
    let keys = ["title", "kind"].compactMap { key in
      object?[key]?.string.map { "\"\(key)\": \(JSONValue.string($0).text())" }
    }
    return keys.isEmpty
      ? "write \(quoted)"
      : "use each name as a key: \"pages\": { \(quoted): { \(keys.joined(separator: ", ")) }, … }"
  }
}

extension [String] {
  /// The texts in quotes, separated by commas.
  var quoted: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}
