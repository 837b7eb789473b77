/// A subject that conditions can ask about: a step's outcome, an input, or the switch at the start.
struct Fact {
  enum Subject: Hashable {
    case step(Int)
    case input(Int)
    case offline
  }

  /// One possible value of the fact: at the landing, and at the end of the run.
  struct Value {
    /// nil while the step is open.
    var landing: Settled?
    var end: Settled
  }

  /// A step's outcome; for an input, the name is the number of its literal.
  struct Settled: Hashable {
    var status: Status
    var name: Int32 = -1

    /// Whether the step started. Then all its needs were available.
    var hasStarted: Bool { status != .skipped && status != .cancelled }
  }

  let subject: Subject
  let values: [Value]

  /// - Parameter cancelled: Whether the run is cancelled before it lands: then nothing outside the tail is
  ///   open at the landing.
  static func values(of step: Int, _ plan: FlowPlan, cancelled: Bool) -> [Value] {
    let planned = plan.steps[step]
    let settled = settlements(of: step, plan)
    let gone = Settled(status: .cancelled)
    let atEnd = (settled + [gone]).map { Value(landing: nil, end: $0) }
    // Only its group can cancel a step of the tail.
    if planned.isTail { return plan.isPlain(step) ? settled.map { Value(landing: nil, end: $0) } : atEnd }
    var values = settled.map { Value(landing: $0, end: $0) }
    if cancelled || !plan.isPlain(step) { values.append(Value(landing: gone, end: gone)) }
    if !cancelled {
      values += planned.continues || !plan.isPlain(step) ? atEnd : [Value(landing: nil, end: gone)]
    }
    return values
  }

  /// All possible outcomes of a step except a cancellation.
  private static func settlements(of step: Int, _ plan: FlowPlan) -> [Settled] {
    let planned = plan.steps[step]
    let names = Array(0..<Int32(planned.names.count))
    func isFailure(_ name: Int32) -> Bool { plan.names[Int(planned.names.lowerBound + name)].isFailure }
    let results = [-1] + names.filter { !isFailure($0) }
    var found: [Settled] = []
    switch planned.kind {
    case .value: found = [Settled(status: .succeeded, name: planned.constantName)]
    case .wait: found = results.map { Settled(status: .succeeded, name: $0) } + [Settled(status: .timedOut)]
    case .group:
      for status in [Status.succeeded, .failed, .timedOut] {
        found += ([-1] + names).map { Settled(status: status, name: $0) }
      }
    case .cache, .http, .action:
      found = results.map { Settled(status: .succeeded, name: $0) }
      if !planned.fallbacks.isEmpty { found += results.map { Settled(status: .recovered, name: $0) } }
      // With a constant, the step fails only by a refusal that no fallback hides.
      let hasConstant = planned.fallbacks.contains { plan.fallbacks[Int($0)].kind == .value }
      found += names.filter { name in
        isFailure(name) && !(hasConstant && plan.names[Int(planned.names.lowerBound + name)].allowsFallback)
      }.map { Settled(status: .failed, name: $0) }
      if !hasConstant {
        let errors = ErrorClass.allCases.map {
          plan.clocks[step].errors.number(of: $0, names: Int32(planned.names.count))
        }
        found += Set(errors + [-1]).sorted().map { Settled(status: .failed, name: $0) }
        found.append(Settled(status: .timedOut))
      }
    }
    if !plan.graph.needs(of: step).isEmpty || planned.condition >= 0 || planned.group >= 0 {
      found.append(Settled(status: .skipped))
    }
    return found
  }
}

extension FlowPlan {
  /// Whether a landing or cancellation cancels the step at once, and only its needs cause a skip.
  func isPlain(_ step: Int) -> Bool { steps[step].group < 0 && steps[step].kind != .group }
}
