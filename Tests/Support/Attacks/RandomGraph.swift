import LaunchFlowModel
import LaunchFlowTestFlows

/// A graph of actions at random, with what reductions must look at: both kinds of waits, lanes, retries, conditions,
/// fallbacks, rules that wait.
package enum RandomGraph {
  /// The graph of a seed; with times from inputs where asked.
  package static func make(seed: UInt64, givesTimes: Bool = false) -> Flow {
    var random = SeededRandom(seed: seed)
    let count = random.number(4...6)
    let steps = (0..<count).map { index -> Flow.Step in
      var step = Flow.Step("s\(index)", .action(Flow.Action("s\(index)")))
      step.timeout = .seconds(random.number(1...3))
      for other in 0..<index where random.chance(40) {
        if random.chance(60) { step.needs.append("s\(other)") } else { step.after.append("s\(other)") }
      }
      if random.chance(15) { step.lane = Flow.Lane.main }
      if index > 0, random.chance(10) { step.when = Condition("s\(index - 1)", is: "failed", "skipped") }
      if random.chance(10) { step.fallback = [.value(1)] }
      if random.chance(15) { step.afterLanding = .continue }
      if random.chance(10) {
        var retry = Flow.Retry(attempts: 2)
        retry.delay = .seconds(1)
        retry.jitter = .none
        step.retry = retry
      }
      return step
    }
    func some() -> [String] { steps.map(\.name).filter { _ in random.chance(35) } }
    func status() -> JSONValue {
      random.pick(["available", "unavailable", "skipped", "failed", "cancelled"])
    }
    func fact() -> Condition { Condition("s\(random.number(0...count - 1))", is: status()) }
    var flow = Flow(
      name: "f", deadline: .seconds(random.number(3...30)), pages: ["home", "error"], steps: steps,
      landings: [
        Flow.Landing("error", when: fact(), after: some()),
        Flow.Landing("home", after: some() + ["s\(count - 1)"]),
      ])
    flow.promises = [
      .never(Condition(fact().terms + fact().terms)), .implies(Condition("landing", is: "home"), fact()),
    ]
    return givesTimes ? RandomFlow.givingTimes(to: flow, seed: seed, unit: .seconds(1)) : flow
  }
}
