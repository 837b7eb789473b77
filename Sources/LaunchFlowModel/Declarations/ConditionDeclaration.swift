extension ValueFormat where Value == Condition {
  /// Facts by their subjects, with conditions in `any`, `all` and `not`. The keys are the author's own names, so
  /// that none are declared.
  static var condition: Self {
    Self(
      .object(.condition), read: { $0.condition($1) }, write: { .object(JSONObject($0.members)) },
      standIn: Condition([]))
  }
}

/// What a condition asks of a step besides its words.
package enum StepQuestion: Sendable {
  case error([ErrorClass])
  case cached(Bool)

  package static let declaration = ObjectFormat("question", initial: { _ in StepQuestion.error([]) }) {
    keys in
    keys.choose(\.self, { $0 = $1 }) {
      $0.add("error", .oneOrMore(.word), { .error($0) }) {
        if case .error(let classes) = $0 { classes } else { nil }
      }
      $0.add("cached", .bool, { .cached($0) }) {
        if case .cached(let isCached) = $0 { isCached } else { nil }
      }
    }
  }
}

extension ValueFormat where Value == StepQuestion {
  fileprivate static var question: Self { .object(.askedError, StepQuestion.declaration) }
}

/// So many of several conditions.
package struct Quorum: Sendable {
  static let key = "atLeast"

  var count: Int
  var conditions: [Condition]

  package static let declaration = ObjectFormat("count", initial: { _ in Quorum(count: 1, conditions: []) }) {
    keys in
    keys.require("count", \.count, { $0.count = $1 }, .integer(1...Int.max))
    keys.require("of", \.conditions, { $0.conditions = $1 }, .list(of: .condition, count: 1...Int.max))
  }
}

extension ValueFormat where Value == Quorum {
  fileprivate static var quorum: Self { .object(.quorum, Quorum.declaration) }
}

extension DocumentReader {
  fileprivate func condition(_ node: Int) -> Condition? {
    nested(.conditions, at: node) {
      guard kind(node) == .object else {
        mismatch("an object", at: node, hint: conditionHint(node))
        return nil
      }
      return namedMembers(of: node).map { members in
        let isSplit = members.contains { $0.name == Quorum.key && kind($0.node) == .number }
        return Condition(
          members.compactMap { member in
            // It belongs into the count beside it, which says so.
            if isSplit, member.name == "of", kind(member.node) == .array { return nil }
            return reading(member.name) { term(member.name, member.node) }
          })
      }
    }
  }

  /// What to write instead of a condition as other tools write it: a text with a name, or true.
  private func conditionHint(_ node: Int) -> String? {
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

  private func quorum(_ node: Int) -> Quorum? {
    guard kind(node) == .number || kind(node) == .array else { return ValueFormat.quorum.read(self, node) }
    let count = kind(node) == .number ? json.text(of: node) : "2"
    mismatch(
      "an object", at: node, hint: "write \"atLeast\": { \"count\": \(count), \"of\": [ … ] }")
    return nil
  }

  private func isListOfObjects(_ node: Int) -> Bool {
    kind(node) == .array && json.children(of: node).contains { kind($0) == .object }
  }

  private func conditionsUnderForeignWord(_ key: String, _ node: Int) -> Condition.Term? {
    let isAll = ["and", "allof", "every", "&&"].contains(key.lowercased())
    let word = isAll ? ReservedWord.all : .any
    report(
      .unknownKey, "unknown condition \"\(key)\"", at: node, .key,
      hint: isAll || ["or", "anyof", "oneof", "some", "||"].contains(key.lowercased())
        ? "did you mean \"\(word.rawValue)\"?" : "a list of conditions goes under \"all\" or \"any\"")
    return ValueFormat<[Condition]>.list(of: .condition).read(self, node).map { isAll ? .all($0) : .any($0) }
  }

  /// Reports a comparison as other tools write it, such as `{ "not": true }`; false for anything else.
  private func foreignQuestion(_ subject: String, _ node: Int) -> Bool {
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

  private func term(_ key: String, _ node: Int) -> Condition.Term? {
    let conditions = ValueFormat<[Condition]>.list(of: .condition)
    return switch ReservedWord(rawValue: key) {
    case .any: conditions.read(self, node).map(Condition.Term.any)
    case .all: conditions.read(self, node).map(Condition.Term.all)
    case .not: condition(node).map(Condition.Term.not)
    case nil where key == Quorum.key:
      quorum(node).map { .atLeast($0.count, of: $0.conditions) }
    case nil where isListOfObjects(node):
      // A fact's list has plain values, so these are conditions under another tool's word.
      conditionsUnderForeignWord(key, node)
    case nil where foreignQuestion(key, node):
      .fact(key, isAnyOf: [.string(UnreadParts.standInName)])
    case nil where kind(node) == .object:
      ValueFormat.question.read(self, node).map { question in
        switch question {
        case .error(let classes): .error(key, isAnyOf: classes)
        case .cached(let isCached): .cached(key, isCached)
        }
      } ?? .fact(key, isAnyOf: [.string(UnreadParts.standInName)])
    case .landing, .offline, nil:
      ValueFormat<[JSONValue]>.oneOrMore(.literal.standingIn(.string(UnreadParts.standInName))).read(
        self, node
      )
      .map { .fact(key, isAnyOf: $0) } ?? .fact(key, isAnyOf: [.string(UnreadParts.standInName)])
    }
  }
}

extension Condition {
  fileprivate var members: [JSONObject.Member] {
    let conditions = ValueFormat<[Condition]>.list(of: .condition)
    return terms.map { term in
      switch term {
      case .fact(let subject, let words):
        .init(name: subject, value: ValueFormat<[JSONValue]>.oneOrMore(.literal).write(words))
      case .error(let subject, let classes):
        .init(name: subject, value: ValueFormat.question.write(.error(classes)))
      case .cached(let subject, let isCached):
        .init(name: subject, value: ValueFormat.question.write(.cached(isCached)))
      case .any(let nested): .init(name: ReservedWord.any.rawValue, value: conditions.write(nested))
      case .all(let nested): .init(name: ReservedWord.all.rawValue, value: conditions.write(nested))
      case .atLeast(let count, let nested):
        .init(
          name: Quorum.key, value: ValueFormat.quorum.write(Quorum(count: count, conditions: nested)))
      case .not(let nested):
        .init(name: ReservedWord.not.rawValue, value: .object(JSONObject(nested.members)))
      }
    }
  }
}
