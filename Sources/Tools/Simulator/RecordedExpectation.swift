/// The outcome of a scenario that has no `expect` yet, in the form of one.
package enum RecordedExpectation {
  /// The figures of a switch's scenario, in the form of an `expect`; a time that never ended is left out.
  package static func value(of trace: SwitchTrace) -> JSONValue {
    let figures: [SwitchScenario.Figure] = [.flips, .detect, .recover, .falseOfflines, .missed]
    let members = figures.compactMap { figure -> JSONObject.Member? in
      guard let value = trace.figures.value(of: figure), value < Double(Int64.max) else { return nil }
      let bound =
        figure.isTime ? "<=" + text(of: Int64(value), deadline: .max) : "==" + figure.text(value)
      return .init(name: figure.rawValue, value: .string(bound))
    }
    return .object(JSONObject(members))
  }

  /// The outcome of a scenario, in the form of an `expect`.
  package static func value(of simulation: Simulation) -> JSONValue {
    guard let runs = simulation.scenario.runs else {
      let run = simulation.run()
      return value(of: run.trace, run.starts, deadline: simulation.plan.deadline)
    }
    let distribution = simulation.distribution(runs: runs, seed: simulation.seed)
    let pages = distribution.shares.filter { $0.share > 0 }.map { JSONValue.string($0.page) }
    let figures = distribution.figures
    func bound(_ figure: Scenario.Expectation.Figure) -> String {
      text(of: figures[figure] ?? 0, deadline: simulation.plan.deadline)
    }
    return [
      "landing": pages.count == 1 ? pages[0] : .array(pages),
      "p95": .string("<=" + bound(.p95)),
      "within": .string(bound(.max)),
    ]
  }

  private static func value(
    of trace: Trace, _ starts: [SimulatedStart], deadline: Int64
  ) -> JSONValue {
    let summary = TraceSummary(trace)
    var members: [JSONObject.Member] = []
    if let landing = summary.landing, let time = summary.landedAt {
      members.append(.init(name: "landing", value: .string(landing.page)))
      members.append(.init(name: "within", value: .string(text(of: time, deadline: deadline))))
      if let notice = landing.notice { members.append(.init(name: "notice", value: .string(notice.text))) }
    }
    let steps = zip(trace.steps, summary.steps).compactMap { step, story -> JSONObject.Member? in
      guard let settlement = story.settlement, settlement.status != .succeeded else { return nil }
      // A refusal is best named; the result of a fallback's value is not needed.
      let word = settlement.status == .failed ? settlement.name : nil
      return .init(name: step.name, value: .string(word ?? settlement.status.rawValue))
    }
    if !steps.isEmpty { members.append(.init(name: "steps", value: .object(JSONObject(steps)))) }
    if !starts.isEmpty {
      let words = starts.map { JSONValue.string($0.outcome.rawValue) }
      members.append(.init(name: "starts", value: .array(words)))
    }
    return .object(JSONObject(members))
  }

  /// A landing time as a bound: rounded up to a round number, but not beyond the deadline.
  private static func text(of time: Int64, deadline: Int64) -> String {
    let grain: Int64 =
      switch time {
      case ...10_000_000_000: 100_000_000
      case ...60_000_000_000: 1_000_000_000
      default: 10_000_000_000
      }
    let rounded = max(1, (time + grain - 1) / grain) * grain
    return Duration.nanoseconds(max(time, min(rounded, deadline))).documentText
  }
}
