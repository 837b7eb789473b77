import LaunchFlowMachine
import LaunchFlowVerifier

/// Reads off a trace which parts of a flow its run came to: none of them may be said to be dead.
package struct ReachedParts {
  /// The parts that the run reached.
  package private(set) var parts: Set<Verification.Unreachable> = []

  /// Reads a trace of a plan's run.
  package init(_ plan: FlowPlan, _ trace: Trace) {
    var tries = plan.steps.map { _ in 0 }
    for event in trace.events {
      switch event.kind {
      case .landed(let landing):
        parts.insert(.page(landing.page))
        parts.insert(.rule(landing.rule, page: landing.page))
      case .stepStarted(let step):
        parts.insert(.step(plan.stepNames[step]))
        tries[step] = 0
      case .waiting(let step, .poll, _): tries[step] = 0
      case .attemptStarted(let step, _, .own):
        tries[step] += 1
        if tries[step] > 1 { parts.insert(.retry(step: plan.stepNames[step], try: tries[step])) }
      case .attemptStarted(let step, _, .fallback(let place)):
        parts.insert(.fallback(step: plan.stepNames[step], place))
      case .attemptEnded(let step, _, .succeeded(let name?)), .attemptEnded(let step, _, .refused(let name)):
        parts.insert(.result(step: plan.stepNames[step], name: name))
      case .settled(let step, let settlement): note(step, settlement, plan)
      default: break
      }
    }
  }

  private mutating func note(_ step: Int, _ settlement: Trace.Settlement, _ plan: FlowPlan) {
    if let name = settlement.name { parts.insert(.result(step: plan.stepNames[step], name: name)) }
    // Which of several local fallbacks helped, a trace does not tell.
    let places = plan.documents[step].fallback.indices.filter { place in
      switch plan.documents[step].fallback[place].work {
      case .cache: settlement.source == .cache
      case .value: settlement.source == .value
      case .http, .action, .group, .wait: false
      }
    }
    if settlement.status == .recovered, let place = places.first, places.count == 1 {
      parts.insert(.fallback(step: plan.stepNames[step], place))
    }
  }
}
