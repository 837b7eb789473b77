extension Visitor {
  /// Facts by their subjects, with conditions in `any`, `all` and `not`. The keys are the author's own names, so that
  /// none are declared.
  func condition(_ condition: Condition?) -> Condition? {
    guard isReading else {
      show(
        .object(.condition),
        isWriting ? condition.map { .object(JSONObject($0.terms.map(self.member))) } : JSONValue?.none)
      return nil
    }
    guard reader.enter(.conditions, at: node) else { return nil }
    defer { reader.leaveNesting() }
    guard reader.kind(node) == .object else {
      reader.mismatch("an object", at: node, hint: reader.conditionHint(node))
      return nil
    }
    let outer = node
    defer { node = outer }
    guard let members = reader.namedMembers(of: outer) else { return nil }
    let isSplit = members.contains { $0.name == Quorum.key && reader.kind($0.node) == .number }
    var terms: [Condition.Term] = []
    for member in members {
      // It belongs into the count beside it, which says so.
      if isSplit, member.name == "of", reader.kind(member.node) == .array { continue }
      node = member.node
      if let term = term(member.name) { terms.append(term) } else { reader.noteUnread(member.node) }
    }
    return Condition(terms)
  }

  func conditions(_ conditions: [Condition]?, count: ClosedRange<Int> = 0...Int.max) -> [Condition]? {
    list(conditions, count: count, of: .object(.condition), standIn: Condition([])) { condition($0) }
  }

  private func words(_ words: [JSONValue]?) -> [JSONValue]? {
    oneOrMore(words, standIn: .string(UnreadParts.standInName)) { literal($0) }
  }

  private func term(_ key: String) -> Condition.Term? {
    let unread = Condition.Term.fact(key, isAnyOf: [.string(UnreadParts.standInName)])
    return switch ReservedWord(rawValue: key) {
    case .any: conditions(nil).map { .any($0) }
    case .all: conditions(nil).map { .all($0) }
    case .not: condition(nil).map { .not($0) }
    case nil where key == Quorum.key: quorum().map { .atLeast($0.count, of: $0.conditions) }
    case nil where reader.isListOfObjects(node):
      // A fact's list has plain values, so these are conditions under another tool's word.
      conditionsUnderForeignWord(key)
    case nil where reader.foreignQuestion(key, node): unread
    case nil where reader.kind(node) == .object: object(nil as StepQuestion?)?.term(about: key) ?? unread
    case .landing, .offline, nil: words(nil).map { .fact(key, isAnyOf: $0) } ?? unread
    }
  }

  private func quorum() -> Quorum? {
    guard reader.kind(node) == .number || reader.kind(node) == .array else { return object(nil) }
    let count = reader.kind(node) == .number ? reader.json.text(of: node) : "2"
    reader.mismatch("an object", at: node, hint: "write \"atLeast\": { \"count\": \(count), \"of\": [ … ] }")
    return nil
  }

  private func conditionsUnderForeignWord(_ key: String) -> Condition.Term? {
    let isAll = ["and", "allof", "every", "&&"].contains(key.lowercased())
    let word = isAll ? ReservedWord.all : .any
    reader.report(
      .unknownKey, "unknown condition \"\(key)\"", at: node, .key,
      hint: isAll || ["or", "anyof", "oneof", "some", "||"].contains(key.lowercased())
        ? "did you mean \"\(word.rawValue)\"?" : "a list of conditions goes under \"all\" or \"any\"")
    return conditions(nil).map { isAll ? .all($0) : .any($0) }
  }

  private func member(_ term: Condition.Term) -> JSONObject.Member {
    let name: String
    switch term {
    case .fact(let subject, let words):
      name = subject
      _ = self.words(words)
    case .error(let subject, let classes):
      name = subject
      _ = object(StepQuestion.error(classes))
    case .cached(let subject, let isCached):
      name = subject
      _ = object(StepQuestion.cached(isCached))
    case .any(let nested):
      name = ReservedWord.any.rawValue
      _ = conditions(nested)
    case .all(let nested):
      name = ReservedWord.all.rawValue
      _ = conditions(nested)
    case .atLeast(let count, let nested):
      name = Quorum.key
      _ = object(Quorum(count: count, conditions: nested))
    case .not(let nested):
      name = ReservedWord.not.rawValue
      _ = condition(nested)
    }
    return .init(name: name, value: written ?? .null)
  }
}

/// What a condition asks of a step besides its words.
package enum StepQuestion: FormatObject {
  case error([ErrorClass])
  case cached(Bool)

  package static var object: DeclaredObject { .askedError }

  package init(named name: String) { self = .error([]) }

  package mutating func visit(_ v: Visitor) {
    let classes: [ErrorClass]? = if case .error(let classes) = self { classes } else { nil }
    let isCached: Bool? = if case .cached(let isCached) = self { isCached } else { nil }
    for key in v.choose(["error", "cached"], is: classes == nil ? "cached" : "error", required: true) {
      if key == "error" {
        let found = v.key(key, classes) { classes in
          v.oneOrMore(classes, of: .word, named: { ErrorClass(rawValue: $0) }) { v.word($0) }
        }
        if let found { self = .error(found) }
      } else if let found = v.key(key, isCached, { v.bool($0) }) {
        self = .cached(found)
      }
    }
  }

  fileprivate func term(about subject: String) -> Condition.Term {
    switch self {
    case .error(let classes): .error(subject, isAnyOf: classes)
    case .cached(let isCached): .cached(subject, isCached)
    }
  }
}

/// So many of several conditions.
package struct Quorum: FormatObject {
  static let key = "atLeast"

  var count = 1
  var conditions: [Condition] = []

  package static var object: DeclaredObject { .quorum }

  fileprivate init(count: Int, conditions: [Condition]) {
    self.count = count
    self.conditions = conditions
  }

  package init(named name: String) {}

  package mutating func visit(_ v: Visitor) {
    v.key("count", &count, 1...Int.max, required: true)
    v.key("of", &conditions, required: true) { v.conditions($0, count: 1...Int.max) }
  }
}

extension DocumentReader {
  /// What to write instead of a condition as other tools write it: a text with a name, or true.
  fileprivate func conditionHint(_ node: Int) -> String? {
    if kind(node) == .array {
      return "write { \"all\": [ … ] } if all must hold, or { \"any\": [ … ] } if one is enough"
    }
    if json.value(of: node) == .bool(true) { return "leave it out: without it, it always holds" }
    guard let text = json.string(of: node) else { return nil }
    let isNegated = text.utf8.first == UInt8(ascii: "!")
    let letters = text.utf8.drop {
      [UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: " ")].contains($0)
    }
    let name = String(
      Substring(
        letters.prefix { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
        }))
    guard name.isKebabCase else {
      return "write { \"signed-in\": true } for an input, or { \"login\": \"succeeded\" } for a step"
    }
    let status = isNegated ? "failed" : "succeeded"
    return
      "write { \"\(name)\": \(!isNegated) } if it is an input, or { \"\(name)\": \"\(status)\" } if it is a step"
  }

  fileprivate func isListOfObjects(_ node: Int) -> Bool {
    kind(node) == .array && json.children(of: node).contains { kind($0) == .object }
  }

  /// Reports a comparison as other tools write it, such as `{ "not": true }`; false for anything else.
  fileprivate func foreignQuestion(_ subject: String, _ node: Int) -> Bool {
    guard kind(node) == .object, let member = namedMembers(of: node)?.first else { return false }
    let fact = "{ \"\(subject)\": \(json.value(of: member.node).text()) }"
    let meant: String
    switch member.name.lowercased() {
    case "not", "ne", "neq", "!=": meant = "write \"not\": \(fact)"
    case "is", "eq", "equals", "==", "in", "status": meant = "write \(fact.dropFirst(2).dropLast(2))"
    default: return false
    }
    report(.unknownKey, "unknown key \"\(member.name)\"", at: member.node, .key, hint: meant)
    return true
  }
}
