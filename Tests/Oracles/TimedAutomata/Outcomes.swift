import LaunchFlowModel

/// How a step may settle.
struct Outcome: Hashable {
  var status: Status
  var name: String?
  /// Why its own work failed.
  var error: ErrorClass?

  init(_ status: Status, _ name: String? = nil, error: ErrorClass? = nil) {
    self.status = status
    self.name = name
    self.error = error
  }

  static let timedOut = Outcome(.timedOut, error: .timeout)

  /// Whether its group fails, and whether a group that fails fast ends.
  var failsGroup: Bool { [.failed, .timedOut, .cancelled].contains(status) }
  var endsGroup: Bool { [.failed, .timedOut].contains(status) }
}

/// A question that a condition asks about a step.
enum Question: Hashable {
  case words([JSONValue])
  case errors([ErrorClass])

  func holds(for outcome: Outcome) -> Bool {
    switch self {
    case .errors(let classes): return outcome.error.map(classes.contains) ?? false
    case .words(let words):
      var found = [outcome.status.rawValue, StatusGroup.settled.rawValue]
      found.append((outcome.status.isAvailable ? StatusGroup.available : .unavailable).rawValue)
      if let name = outcome.name { found.append(name) }
      return words.contains { word in found.contains { word == .string($0) } }
    }
  }
}

/// The outcomes of one step, numbered from 1; those to which every question has the same answer share a number.
struct Outcomes {
  private(set) var examples: [Outcome] = []
  private var codes: [Outcome: Int] = [:]

  init(_ all: [Outcome], questions: [Question]) {
    var known: [[Bool]: Int] = [:]
    for outcome in all {
      let answers =
        questions.map { $0.holds(for: outcome) }
        + [outcome.status.isAvailable, outcome.failsGroup, outcome.endsGroup]
      if let code = known[answers] {
        codes[outcome] = code
      } else {
        examples.append(outcome)
        known[answers] = examples.count
        codes[outcome] = examples.count
      }
    }
  }

  subscript(outcome: Outcome) -> Int { codes[outcome] ?? 0 }

  /// The numbers of all outcomes with a property.
  func codes(where holds: (Outcome) -> Bool) -> [Int] {
    examples.indices.filter { holds(examples[$0]) }.map { $0 + 1 }
  }
}

extension Condition {
  /// What is asked about each step, by name.
  func collect(into questions: inout [String: [Question]]) {
    for term in terms {
      switch term {
      case .fact(let subject, let words): questions[subject, default: []].append(.words(words))
      case .error(let subject, let classes): questions[subject, default: []].append(.errors(classes))
      case .cached, .given: break
      case .any(let parts), .all(let parts), .atLeast(_, let parts):
        for part in parts { part.collect(into: &questions) }
      case .not(let part): part.collect(into: &questions)
      }
    }
  }
}

extension Flow {
  /// All conditions that a run reads or a promise asks.
  func conditions(_ graph: StepGraph) -> [Condition] {
    var found = graph.steps.compactMap(\.when) + landings.compactMap(\.when)
    for promise in promises {
      switch promise {
      case .within: break
      case .never(let condition), .always(let condition): found.append(condition)
      case .implies(let premise, let conclusion): found += [premise, conclusion]
      }
    }
    return found
  }

  /// The refusals of a step: its own, then its service's.
  func failures(of step: Flow.Step, _ services: [Flow.Service]) -> [Flow.Failure] {
    var found = step.failures
    if case .http(let request) = step.work,
      let service = services.first(where: { $0.name == request.service })
    {
      for failure in service.failures where !found.contains(where: { $0.name == failure.name }) {
        found.append(failure)
      }
    }
    return found
  }
}
