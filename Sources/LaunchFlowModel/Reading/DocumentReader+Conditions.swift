extension DocumentReader {
  /// Whether one may go on a level deeper; reports it if not.
  func mayNest(_ depth: Int, _ what: String, at node: Int) -> Bool {
    guard depth >= Self.nestingLimit else { return true }
    report(.badValue, "\(what) are nested more than \(Self.nestingLimit) levels deep", at: node)
    return false
  }

  func condition(_ node: Int?, depth: Int = 0) -> Condition? {
    guard let node, let members = namedMembers(of: node), mayNest(depth, "conditions", at: node) else {
      return nil
    }
    return Condition(members.compactMap { term($0.name, $0.node, depth: depth) })
  }

  private func term(_ key: String, _ node: Int, depth: Int) -> Condition.Term? {
    switch ReservedWord(rawValue: key) {
    case .any: conditions(node, depth).map(Condition.Term.any)
    case .all: conditions(node, depth).map(Condition.Term.all)
    case .not: condition(node, depth: depth + 1).map(Condition.Term.not)
    case .landing, .offline, nil: literals(node).map { .fact(key, isAnyOf: $0) }
    }
  }

  private func conditions(_ node: Int, _ depth: Int) -> [Condition]? {
    elements(of: node)?.map { condition($0, depth: depth + 1) ?? Condition([]) }
  }

  /// A literal, or a list of them.
  private func literals(_ node: Int) -> [JSONValue]? {
    guard kind(node) == .array else { return [literal(node) ?? .string(Doubts.standInName)] }
    return json.children(of: node).map { literal($0) ?? .string(Doubts.standInName) }
  }

  /// Text, a number, true or false.
  func literal(_ node: Int) -> JSONValue? {
    switch kind(node) {
    case .string, .number, .bool: return json.value(of: node)
    case .null, .array, .object:
      mismatch("a word, a number, true or false", at: node)
      return nil
    }
  }
}

extension DocumentReader {
  static let predicateKeys = [
    "at", "equals", "in", "exists", "nonEmpty", "less", "greater", "status", "all", "any", "not",
  ]

  func predicate(_ node: Int?, depth: Int = 0) -> Predicate? {
    guard let node, let fields = fields(of: node, Self.predicateKeys) else { return nil }
    return predicate(fields, depth: depth)
  }

  /// The predicate that stands in an object, perhaps beside other keys.
  func predicate(_ fields: Fields, depth: Int = 0) -> Predicate? {
    guard mayNest(depth, "predicates", at: fields.node) else { return nil }
    var predicate = Predicate([])
    for (key, node) in fields.entries {
      if key == "at" {
        predicate.at = pointer(node) ?? .whole
      } else {
        // A test that cannot be read still is one.
        predicate.tests.append(test(key, node, depth: depth) ?? .exists(true))
      }
    }
    return predicate
  }

  private func test(_ key: String, _ node: Int, depth: Int) -> Predicate.Test? {
    switch key {
    case "equals": .equals(json.value(of: node))
    case "in": elements(of: node).map { .isIn($0.map { json.value(of: $0) }) }
    case "exists": bool(node).map(Predicate.Test.exists)
    case "nonEmpty": bool(node).map(Predicate.Test.nonEmpty)
    case "less": number(node).map(Predicate.Test.less)
    case "greater": number(node).map(Predicate.Test.greater)
    case "status": .status(statuses(node))
    case "all": .all(predicates(node, depth))
    case "any": .any(predicates(node, depth))
    case "not": .not(predicate(node, depth: depth + 1) ?? Predicate([.exists(true)]))
    default: nil
    }
  }

  /// A list of predicates; one that cannot be read is reported and leaves a stand-in.
  private func predicates(_ node: Int, _ depth: Int) -> [Predicate] {
    (elements(of: node) ?? []).map { predicate($0, depth: depth + 1) ?? Predicate([.exists(true)]) }
  }

  private func statuses(_ node: Int) -> [Int] {
    guard kind(node) == .array else { return integer(node).map { [$0] } ?? [] }
    return json.children(of: node).compactMap { integer($0) }
  }
}
