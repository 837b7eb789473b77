extension ValueFormat where Value == Condition {
  /// Facts by their subjects, with conditions in `any`, `all` and `not`. The keys are the author's own names, so
  /// that none are declared.
  static var condition: Self {
    Self(
      .object(.condition), read: { $0.condition($1) }, write: { .object(JSONObject($0.members)) },
      standIn: Condition([]))
  }
}

extension ValueFormat where Value == [ErrorClass] {
  /// What a condition asks of the error of a step.
  fileprivate static var askedErrors: Self { .object(.askedError, ErrorClass.askedErrors) }
}

extension ErrorClass {
  static let askedErrors = ObjectFormat("question", initial: { _ in [ErrorClass]() }) { keys in
    keys.require("error", \.self, .oneOrMore(.word))
  }
}

extension DocumentReader {
  fileprivate func condition(_ node: Int) -> Condition? {
    nested(.conditions, at: node) {
      namedMembers(of: node).map { members in
        Condition(members.compactMap { member in reading(member.name) { term(member.name, member.node) } })
      }
    }
  }

  private func term(_ key: String, _ node: Int) -> Condition.Term? {
    let conditions = ValueFormat<[Condition]>.list(of: .condition)
    return switch ReservedWord(rawValue: key) {
    case .any: conditions.read(self, node).map(Condition.Term.any)
    case .all: conditions.read(self, node).map(Condition.Term.all)
    case .not: condition(node).map(Condition.Term.not)
    case nil where kind(node) == .object:
      ValueFormat.askedErrors.read(self, node).map { .error(key, isAnyOf: $0) }
        ?? .fact(key, isAnyOf: [.string(UnreadParts.standInName)])
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
        .init(name: subject, value: ValueFormat.askedErrors.write(classes))
      case .any(let nested): .init(name: ReservedWord.any.rawValue, value: conditions.write(nested))
      case .all(let nested): .init(name: ReservedWord.all.rawValue, value: conditions.write(nested))
      case .not(let nested):
        .init(name: ReservedWord.not.rawValue, value: .object(JSONObject(nested.members)))
      }
    }
  }
}
