extension StepGraph {
  /// The path of a step; of an element of a repeated step, that step's. To a step of a module it leads through the
  /// `include` of the step in this file.
  package func path(of step: Int) -> JSONPointer {
    var tokens = steps[step].isElement ? [] : [steps[step].name, "steps"]
    var inner = step
    // No group contains the steps of a module after the landing.
    while let outer = parents[inner] ?? steps[inner].includer.flatMap({ index[$0] }) {
      if steps[outer].module != nil, steps[outer].includer == nil { tokens[tokens.count - 1] = "include" }
      tokens += [steps[outer].name, "steps"]
      inner = outer
    }
    return JSONPointer(tokens: tokens.reversed())
  }

  package func place(of wait: Wait, from step: Int) -> Place {
    let path = path(of: step) / wait.kind.rawValue
    guard wait.kind == .when else { return Place(path / wait.position) }
    let facts = steps[step].when?.facts(at: path) ?? []
    return Place(facts.first { index[$0.subject] == wait.target }?.path ?? path, .key)
  }
}

extension Condition {
  /// One fact that a condition asks for, with its place.
  package struct Fact {
    package var subject: String
    /// The words or literals; one of them must match.
    package var words: [JSONValue]
    /// The error classes, one of which must match; nil for another question.
    package var errors: [ErrorClass]?
    /// The expected answer about a cache or a signal; nil for another question.
    package internal(set) var isCached: Bool?
    package internal(set) var isGiven: Bool?
    package var path: JSONPointer

    package func path(ofWord position: Int) -> JSONPointer {
      words.count == 1 ? path : path / position
    }
  }

  package func facts(at path: JSONPointer) -> [Fact] {
    var found: [Fact] = []
    collect(at: path, includingAlternatives: true, into: &found)
    return found
  }

  /// The facts without which the condition cannot hold, in order: those outside of every `any` and `not`.
  package func demandedFacts(at path: JSONPointer) -> [Fact] {
    var found: [Fact] = []
    collect(at: path, includingAlternatives: false, into: &found)
    return found
  }

  private func collect(at path: JSONPointer, includingAlternatives: Bool, into found: inout [Fact]) {
    func collect(_ conditions: [Condition], _ key: String) {
      for (position, condition) in conditions.enumerated() {
        condition.collect(
          at: path / key / position, includingAlternatives: includingAlternatives, into: &found)
      }
    }
    for term in terms {
      switch term {
      case .fact(let subject, let words):
        found.append(Fact(subject: subject, words: words, path: path / subject))
      case .error(let subject, let classes):
        found.append(Fact(subject: subject, words: [], errors: classes, path: path / subject))
      case .cached(let subject, let isCached):
        found.append(Fact(subject: subject, words: [], isCached: isCached, path: path / subject))
      case .given(let subject, let isGiven):
        found.append(Fact(subject: subject, words: [], isGiven: isGiven, path: path / subject))
      case .all(let conditions): collect(conditions, "all")
      case .any(let conditions):
        if includingAlternatives { collect(conditions, "any") }
      case .atLeast(let count, let conditions):
        guard includingAlternatives || count >= conditions.count else { break }
        for (position, condition) in conditions.enumerated() {
          condition.collect(
            at: path / Condition.quorumKey / "of" / position, includingAlternatives: includingAlternatives,
            into: &found)
        }
      case .not(let condition):
        guard includingAlternatives else { break }
        condition.collect(at: path / "not", includingAlternatives: true, into: &found)
      }
    }
  }
}
