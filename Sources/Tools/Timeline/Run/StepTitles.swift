/// The titles that pictures show in place of the names of steps. Steps that share a title keep their names beside it.
struct StepTitles {
  private let steps: [String]

  init(_ trace: Trace) {
    let counts = trace.steps.reduce(into: [:]) { $0[$1.title, default: 0] += 1 }
    steps = trace.steps.map { step in
      counts[step.title, default: 1] > 1 && step.ownTitle != nil ? "\(step.title) (\(step.name))" : step.title
    }
  }

  /// The step's name in pictures; a trace from a file may name one that does not exist.
  func step(_ index: Int) -> String { steps.indices.contains(index) ? steps[index] : "a step" }
}

extension Trace {
  package var title: String { ownTitle ?? flow }
}

extension Trace.Step {
  package var title: String { ownTitle ?? name }
}

extension Trace.Landing {
  package var title: String { ownTitle ?? page }

  /// Whether the user can continue as usual.
  var isGood: Bool { kind == .normal }
}
