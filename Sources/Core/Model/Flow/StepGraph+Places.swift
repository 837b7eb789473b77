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
  /// A question of a condition, with its place.
  package struct Fact {
    package var subject: String
    package internal(set) var term: Term
    package var path: JSONPointer

    /// The words or literals, one of which must match; none for another question.
    package var words: [JSONValue] { if case .fact(_, let words) = term { words } else { [] } }

    /// Whether no word and no error class can match.
    var isEmpty: Bool {
      switch term {
      case .fact(_, let words): words.isEmpty
      case .error(_, let classes): classes.isEmpty
      default: false
      }
    }

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
    func collect(_ conditions: [Condition], _ path: JSONPointer) {
      for (position, condition) in conditions.enumerated() {
        condition.collect(at: path / position, includingAlternatives: includingAlternatives, into: &found)
      }
    }
    for term in terms {
      switch term {
      case .fact(let subject, _), .error(let subject, _), .cached(let subject, _), .given(let subject, _):
        found.append(Fact(subject: subject, term: term, path: path / subject))
      case .all(let conditions): collect(conditions, path / "all")
      case .any(let conditions):
        if includingAlternatives { collect(conditions, path / "any") }
      case .atLeast(let count, let conditions):
        guard includingAlternatives || count >= conditions.count else { break }
        collect(conditions, path / Condition.quorumKey / "of")
      case .not(let condition):
        guard includingAlternatives else { break }
        condition.collect(at: path / "not", includingAlternatives: true, into: &found)
      }
    }
  }
}
