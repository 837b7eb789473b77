import LaunchFlowSimulator

/// Writes the actual outcome of scenarios without an `expect` into their file, for the author to review.
struct ExpectationRecorder {
  /// The scenarios with a new `expect`, in file order.
  let recorded: [String]
  /// The scenarios file with the new expectations and otherwise the same bytes.
  let text: [UInt8]

  /// Plays the scenarios that have no `expect`; nil without such scenarios.
  init?(_ documents: TestDocuments) throws {
    let outcomes: [(name: String, expect: JSONValue)]
    switch documents.subject {
    case .flow(let plan, let file):
      outcomes = try file.scenarios.compactMap { scenario in
        let merged = scenario.over(file.defaults)
        guard merged.expect == nil, let name = scenario.name else { return nil }
        return (name, Self.expectation(of: try Simulation(plan, merged)))
      }
    case .offlineSwitch(let plan, let file):
      outcomes = try file.scenarios.compactMap { scenario in
        let merged = scenario.over(file.defaults)
        guard merged.expect == nil, let name = scenario.name else { return nil }
        return (name, Self.expectation(of: try SwitchSimulation(plan, merged).run().trace))
      }
    }
    guard !outcomes.isEmpty else { return nil }
    recorded = outcomes.map(\.name)
    text =
      outcomes.reduce(documents.json) { json, outcome in
        json.setting(JSONPointer(tokens: ["scenarios", outcome.name, "expect"]), to: outcome.expect) ?? json
      }.source.bytes
  }

  /// The figures of a switch's scenario, in the form of an `expect`.
  private static func expectation(of trace: SwitchTrace) -> JSONValue {
    let figures = SwitchFigures(trace)
    func count(_ figure: SwitchScenario.CountFigure, _ number: Int) -> JSONObject.Member {
      .init(name: figure.rawValue, value: .string("==\(number)"))
    }
    func time(_ figure: SwitchScenario.TimeFigure, _ longest: Int64?) -> [JSONObject.Member] {
      guard let longest else { return [] }
      return [.init(name: figure.rawValue, value: .string("<=" + text(of: longest, deadline: .max)))]
    }
    let members =
      [count(.flips, figures.flips)] + time(.detect, figures.detect.max)
      + time(.recover, figures.recover.max)
      + [count(.falseOfflines, figures.falseOfflines), count(.missed, figures.missed)]
    return .object(JSONObject(members))
  }

  /// The outcome of a scenario, in the form of an `expect`.
  static func expectation(of simulation: Simulation) -> JSONValue {
    guard let runs = simulation.scenario.runs else {
      let run = simulation.run()
      return expectation(of: run.trace, run.starts, deadline: simulation.plan.deadline)
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

  private static func expectation(
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
