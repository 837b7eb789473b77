/// The condition of a step or a landing; every term must hold.
package struct Condition: Equatable, Sendable {
  /// The key of a condition that holds if enough of several conditions hold.
  static let quorumKey = "atLeast"

  package indirect enum Term: Equatable, Sendable {
    /// A step, an input, `landing` or `offline` equals one of the words or literals.
    case fact(String, isAnyOf: [JSONValue])
    /// A step's own work ended with one of these errors, and no fallback gave a value.
    case error(String, isAnyOf: [ErrorClass])
    /// Whether a cache that the step or its fallback reads has a usable value at the start; in promises only.
    case cached(String, Bool)
    /// Whether the signal that the step awaits was given before the landing; in promises only.
    case given(String, Bool)
    case any([Condition])
    case all([Condition])
    case atLeast(Int, of: [Condition])
    case not(Condition)

    /// The subject of the question; nil for a term that contains conditions.
    package var subject: String? {
      switch self {
      case .fact(let subject, _), .error(let subject, _), .cached(let subject, _), .given(let subject, _):
        subject
      case .any, .all, .atLeast, .not: nil
      }
    }
  }

  package internal(set) var terms: [Term]

  package init(_ terms: [Term]) {
    self.terms = terms
  }

  package init(_ subject: String, is words: JSONValue...) {
    self.terms = [.fact(subject, isAnyOf: words)]
  }
}

extension Condition {
  /// The subjects of all facts, in order, repeated ones too.
  package var subjects: [String] {
    var found: [String] = []
    forEachQuestion { found += $0.subject.map { [$0] } ?? [] }
    return found
  }

  /// Calls back with each term that contains no condition, in order.
  package func forEachQuestion(_ body: (Term) -> Void) {
    for term in terms {
      switch term {
      case .fact, .error, .cached, .given: body(term)
      case .any(let conditions), .all(let conditions), .atLeast(_, let conditions):
        for condition in conditions { condition.forEachQuestion(body) }
      case .not(let condition): condition.forEachQuestion(body)
      }
    }
  }
}
