import LaunchFlowAuthoring
import LaunchFlowTestFlows

/// Changes as a team makes them: time-outs, retries, fallbacks, orders.
enum ChangedFlow {
  static func make(_ flow: Flow, using random: inout SeededRandom) -> Flow {
    var flow = flow
    if random.chance(30) { flow.deadline = flow.deadline * random.pick([1, 2]) }
    flow.steps = flow.steps.map { changed($0, &random) }
    return flow
  }

  /// A world in which no call itself says that it timed out at the very instant of its time-out. A trace, and so a
  /// record, shows the two as one, although one comes before the other timers of that instant.
  static func withoutCoincidences(_ scenario: Scenario, _ flows: [Flow]) -> Scenario {
    var times: Set<Duration> = []
    func collect(_ steps: [Flow.Step]) {
      for step in steps {
        if let timeout = step.timeout { times.insert(timeout) }
        collect(step.members ?? [])
      }
    }
    for flow in flows { collect(flow.steps) }
    var scenario = scenario
    for step in scenario.steps.indices {
      for place in scenario.steps[step].attempts.indices {
        let attempt = scenario.steps[step].attempts[place]
        guard case .fixed(let time) = attempt.takes, times.contains(time), attempt.outcome == .error(.timeout)
        else { continue }
        scenario.steps[step].attempts[place].outcome = .error(.network)
      }
    }
    return scenario
  }

  private static func changed(_ step: Flow.Step, _ random: inout SeededRandom) -> Flow.Step {
    var step = step
    if case .group(let members) = step.work {
      step.work = .group(members.map { changed($0, &random) })
      return step
    }
    guard random.chance(40) else { return step }
    switch random.number(1...6) {
    case 1: step.timeout = step.timeout.map { $0 * 2 }
    case 2: step.timeout = step.timeout.map { $0 / 2 }
    case 3: step.useFallbackAfter = step.useFallbackAfter.map { $0 / 2 }
    case 4: step.retry?.attempts += 1
    case 5: step.deadline = step.deadline.map { $0 * 2 }
    default: if step.fallback.last?.isLocal == true { step.fallback.removeLast() }
    }
    return step
  }
}
