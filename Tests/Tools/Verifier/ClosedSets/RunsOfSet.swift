import LaunchFlowMachine

/// What the runs of a closed set of states do.
struct RunsOfSet {
  /// A part of a flow that some run may reach.
  enum Part: Hashable {
    case rule(Int), page(Int), step(Int)
    /// A result or failure, by its number.
    case name(Int, Int32)
    /// A fallback, from 0.
    case fallback(Int, Int)
    /// So many attempts in a row.
    case tries(Int, Int)
  }

  /// Where runs with the same inputs may land.
  struct Landing: Hashable {
    /// By input: the number of its literal, or -1.
    var inputs: [Int32]
    var page: Int
  }

  /// Whether a run may go on without a landing after its deadline or its cancellation.
  var doesNotLand = false
  /// Whether a run may stop before it has finished.
  var doesNotEnd = false
  /// The latest landing of runs that are not cancelled, in nanoseconds since the start.
  var latest: [Landing: Int64] = [:]
  /// The latest moment at which a run may be cancelled before its landing.
  var latestCancelled: Int64 = -1
  /// By promise: whether a run may break it; of times, `latest` tells.
  var isBroken: [Bool]
  /// The parts that runs may reach.
  var reached: Set<Part> = []

  init(_ plan: FlowPlan) { isBroken = plan.promises.map { _ in false } }

  mutating func noteLanding(
    _ rule: Int, at time: Int64, inputs: [Int32], isCancelled: Bool, _ plan: FlowPlan
  ) {
    let page = Int(plan.rules[rule].page)
    reached.formUnion([.rule(rule), .page(page)])
    if isCancelled {
      latestCancelled = max(latestCancelled, time)
    } else {
      let landing = Landing(inputs: inputs, page: page)
      latest[landing] = max(latest[landing] ?? -1, time)
    }
  }

  mutating func note(_ effect: FlowMachine.Effect, _ machine: FlowMachine, _ plan: FlowPlan) {
    switch effect {
    case .stepStarted(let step): reached.insert(.step(step))
    case .startAttempt(let step, _, let origin), .offlineAttempt(let step, _, let origin):
      switch origin {
      case .own: reached.insert(.tries(step, Int(machine.state.steps[step].tries)))
      case .fallback(let place): reached.insert(.fallback(step, place))
      }
    case .attemptEnded(let step, _, .succeeded(let name?)), .attemptEnded(let step, _, .refused(let name)):
      reached.insert(.name(step, name))
    case .settled(let step, let settlement, let value):
      if plan.isName(settlement.name, of: step) { reached.insert(.name(step, settlement.name)) }
      if case .fallback(let place) = value { reached.insert(.fallback(step, Int(place))) }
    case .finished: notePromises(machine, plan)
    default: break
    }
  }

  private mutating func notePromises(_ machine: FlowMachine, _ plan: FlowPlan) {
    func holds(_ node: Int32) -> Bool { machine.state.truth(of: node, in: plan) == .yes }
    for (place, promise) in plan.promises.enumerated() {
      let isKept =
        switch promise {
        case .within: true
        case .never(let node): !holds(node)
        case .always(let node): holds(node)
        case .implies(let premise, let conclusion): !holds(premise) || holds(conclusion)
        }
      if !isKept { isBroken[place] = true }
    }
  }
}
