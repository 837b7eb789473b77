import LaunchFlowModel

extension FlowGraph {
  /// Conditions in conditions are followed so far; those deeper inside are left out of the picture.
  private static let depth = 40

  /// Adds what a condition asks of steps and of the landing, and returns what it asks of the rest. Where some of
  /// several conditions suffice, they lead through a choice.
  mutating func add(
    _ condition: Condition, to end: End, isNegated: Bool = false, depth: Int = 0
  ) -> [String] {
    guard depth < Self.depth else { return [] }
    guard isNegated, condition.terms.count > 1 else {
      return condition.terms.flatMap { add($0, to: end, isNegated: isNegated, depth: depth) }
    }
    let parts = condition.terms.map { Condition([$0]) }
    return choose("any of", parts, to: end, isNegated: true, depth: depth)
  }

  private mutating func add(
    _ term: Condition.Term, to end: End, isNegated: Bool, depth: Int
  ) -> [String] {
    switch term {
    case .fact(let subject, let literals):
      let isLanding = subject == ReservedWord.landing.rawValue
      let words = literals.map { literal in
        literal.string.map { isLanding ? flow.title(ofPage: $0) : $0 } ?? literal.text()
      }
      let text = (isNegated ? "not " : "") + words.joined(separator: " or ")
      guard isLanding || index[subject] != nil else { return ["\(subject) \(text)"] }
      addEdge(subject, to: end, .when, text)
      return []
    case .error(let subject, let classes):
      let list = classes.map(\.rawValue).joined(separator: " or ")
      addEdge(subject, to: end, .when, "\(isNegated ? "not " : "")error \(list)")
      return []
    case .cached: return []
    case .any(let conditions):
      guard !isNegated else { return all(conditions, to: end, isNegated: true, depth: depth) }
      return choose("any of", conditions, to: end, isNegated: false, depth: depth)
    case .all(let conditions):
      guard isNegated else { return all(conditions, to: end, isNegated: false, depth: depth) }
      return choose("any of", conditions, to: end, isNegated: true, depth: depth)
    case .atLeast(let count, let conditions):
      let words = "\(isNegated ? "fewer than " : "")\(count) of \(conditions.count)"
      return choose(words, conditions, to: end, isNegated: false, depth: depth)
    case .not(let condition): return add(condition, to: end, isNegated: !isNegated, depth: depth + 1)
    }
  }

  private mutating func all(
    _ conditions: [Condition], to end: End, isNegated: Bool, depth: Int
  ) -> [String] {
    conditions.flatMap { add($0, to: end, isNegated: isNegated, depth: depth + 1) }
  }

  /// Adds a choice, and one within it for each alternative that asks for several things at once.
  private mutating func choose(
    _ words: String, _ conditions: [Condition], to end: End, isNegated: Bool, depth: Int
  ) -> [String] {
    guard conditions.count > 1 else {
      return conditions.flatMap { add($0, to: end, isNegated: isNegated, depth: depth + 1) }
    }
    let place = choices.count
    let before = edges.count
    choices.append(Choice(words: words, given: []))
    var given: [String] = []
    for condition in conditions {
      guard condition.terms.count > 1, !isNegated else {
        given += add(condition, to: .choice(place), isNegated: isNegated, depth: depth + 1)
        continue
      }
      let inner = choices.count
      choices.append(Choice(words: "all of", given: []))
      choices[inner].given = add(condition, to: .choice(inner), depth: depth + 1)
      connect(.choice(inner), .choice(place), .when, nil)
    }
    // A choice among inputs alone needs no node.
    guard edges.count > before else {
      choices.removeLast(choices.count - place)
      return [
        words == "any of" ? given.joined(separator: " or ") : "\(words): \(given.joined(separator: ", "))"
      ]
    }
    choices[place].given = given
    connect(.choice(place), end, .when, nil)
    return []
  }
}
