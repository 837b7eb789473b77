import LaunchFlowMachine

@testable import LaunchFlowSimulator

/// Builders and a plain rendering of traces, so that a test of a rule reads as a table.
enum Rules {
  static let alternate = Flow.Fallback.http(
    Flow.Request(.url("https://other.example.com")), timeout: .seconds(2))

  static func http(
    _ name: String, needs: [String] = [], after: [String] = [], timeout: Int = 10,
    _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow.Step {
    var step = Flow.Step(name, .http(Flow.Request(.url("https://example.com/\(name)"))))
    step.needs = needs
    step.after = after
    step.timeout = .seconds(timeout)
    change(&step)
    return step
  }

  static func action(
    _ name: String, needs: [String] = [], after: [String] = [], timeout: Int = 10,
    _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.needs = needs
    step.after = after
    step.timeout = .seconds(timeout)
    change(&step)
    return step
  }

  static func value(_ name: String, after: [String] = [], _ value: JSONValue = 1) -> Flow.Step {
    var step = Flow.Step(name, .value(value))
    step.after = after
    return step
  }

  static func wait(
    _ name: String, for awaited: Flow.Step.Awaited, after: [String] = [], timeout: Int? = nil
  ) -> Flow.Step {
    var step = Flow.Step(name, .wait(awaited))
    step.after = after
    step.timeout = timeout.map { .seconds($0) }
    return step
  }

  static func group(
    _ name: String, _ members: [Flow.Step], _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow.Step {
    var step = Flow.Step(name, .group(members))
    change(&step)
    return step
  }

  /// A flow with the pages `home` and `other` and a deadline of 20 s that lands on `home` after all steps.
  static func flow(
    _ steps: [Flow.Step], landings: [Flow.Landing]? = nil, deadline: Int = 20,
    _ change: (inout Flow) -> Void = { _ in }
  ) -> Flow {
    var flow = Flow(
      name: "rule", deadline: .seconds(deadline), pages: ["home", "other"], steps: steps,
      landings: landings ?? [Flow.Landing("home", after: steps.map(\.name))])
    flow.caches = [Flow.Cache("c"), Flow.Cache("d", maxAge: .seconds(60))]
    change(&flow)
    return flow
  }

  /// What a run's trace says, a line an event; only of the named steps where some are named.
  static func lines(
    _ flow: Flow, _ behaviours: [String: [Scenario.Behaviour]] = [:], only: Set<String> = [],
    run: UInt64 = 0, _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> [String] {
    var scenario = Scenario()
    scenario.steps = behaviours.map { Scenario.StepBehaviours($0.key, $0.value) }
      .sorted { $0.step < $1.step }
    change(&scenario)
    let plan = try FlowPlan(flow)
    let trace = try Simulation(plan, scenario).run(run: run).trace
    return trace.events.compactMap { line($0, trace, only) }
  }

  private static func line(_ event: Trace.Event, _ trace: Trace, _ only: Set<String>) -> String? {
    var text: String
    var subject: Int?
    switch event.kind {
    case .started, .finished: return nil
    case .queued(let step): (subject, text) = (step, "queued")
    case .stepStarted(let step): (subject, text) = (step, "starts")
    case .attemptStarted(let step, let attempt, let origin):
      (subject, text) = (step, "attempt \(attempt)")
      if case .fallback(let index) = origin { text += " by fallback \(index)" }
    case .progressed(let step, let attempt, let percent):
      (subject, text) = (step, "attempt \(attempt) at \(percent) %")
    case .attemptEnded(let step, let attempt, let end):
      subject = step
      switch end {
      case .succeeded(let result): text = "attempt \(attempt) succeeded" + (result.map { " as \($0)" } ?? "")
      case .refused(let failure): text = "attempt \(attempt) refused as \(failure)"
      case .failed(let errorClass): text = "attempt \(attempt) failed: \(errorClass)"
      case .cut: text = "attempt \(attempt) cut"
      case .cancelled: text = "attempt \(attempt) cancelled"
      }
    case .abandoned(let step, let attempt): (subject, text) = (step, "attempt \(attempt) abandoned")
    case .abandonedEnded(let step, let attempt): (subject, text) = (step, "attempt \(attempt) ends, ignored")
    case .waiting(let step, let reason, let time):
      (subject, text) = (step, "waits \(time / 1_000_000) ms to \(reason.rawValue)")
    case .lateWork(let step, let attempt): (subject, text) = (step, "attempt \(attempt) is late work")
    case .stored(let step, let cache): (subject, text) = (step, "stored to \(cache)")
    case .settled(let step, let settlement):
      (subject, text) = (step, settlement.status.rawValue)
      if let name = settlement.name { text += " as \(name)" }
      if let source = settlement.source { text += " from \(source)" }
      switch settlement.reason {
      case .need(let need, let status): text += ": needs \(trace.steps[need].name), \(status.rawValue)"
      case .condition: text += ": condition"
      case .group: text += ": group"
      case nil: break
      }
    case .offline(let domain): text = "offline \(domain ?? "app")"
    case .online(let domain): text = "online \(domain ?? "app")"
    case .signalled(let name, let result): text = "signal \(name)" + (result.map { " as \($0)" } ?? "")
    case .cancelled: text = "run cancelled"
    case .landed(let landing):
      text = "LANDED \(landing.page) by rule \(landing.rule)"
      if landing.isDegraded { text += ", degraded" }
      if landing.isCancelled { text += ", cancelled" }
    }
    if let subject {
      guard only.isEmpty || only.contains(trace.steps[subject].name) else { return nil }
      text = "\(trace.steps[subject].name) \(text)"
    }
    return "\(Double(event.time) / 1e9): \(text)"
  }
}

extension Scenario.Behaviour {
  static let hang = Scenario.Behaviour(outcome: .hang)

  /// Ends after so many seconds.
  static func after(_ seconds: Double, _ outcome: Scenario.Outcome = .opaque) -> Scenario.Behaviour {
    Scenario.Behaviour(takes: .fixed(.nanoseconds(Int64(seconds * 1e9))), outcome: outcome)
  }
}

extension Scenario {
  /// Each attempt of a flow's steps succeeds, after a time of great variance.
  static func luck(for flow: Flow) -> Scenario {
    var luck = Scenario(name: "luck")
    luck.inputs = flow.inputs.map {
      Flow.NamedValue($0.name, $0.kind == .boolean ? .bool(true) : .string("x"))
    }
    luck.steps = [
      StepBehaviours("*", [Behaviour(takes: .logNormal(median: .milliseconds(200), p99: .seconds(2)))])
    ]
    return luck
  }
}
