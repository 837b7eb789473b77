import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// Writes down what scenarios that expect nothing come to, for somebody to read and agree with.
struct ExpectationRecorder {
  /// The scenarios that were given expectations, in file order.
  let recorded: [String]
  /// The scenarios file with the expectations put in, and otherwise as it was.
  let text: [UInt8]

  /// Plays the scenarios of a flow that expect nothing; nil where there are none, and for a switch, whose
  /// expectations take a person to choose.
  init?(_ documents: TestDocuments) throws {
    guard case .flow(let plan, let file) = documents.subject else { return nil }
    let insertions = try file.scenarios.compactMap { scenario -> (String, JSONDocument.Insertion)? in
      let merged = scenario.over(file.defaults)
      guard merged.expect == nil, let name = scenario.name else { return nil }
      let expectation = Self.expectation(of: try Simulation(plan, merged))
      return (name, .init("expect", expectation, into: JSONPointer(tokens: ["scenarios", name])))
    }
    guard !insertions.isEmpty else { return nil }
    recorded = insertions.map(\.0)
    text = documents.json.inserting(insertions.map(\.1))
  }

  /// What a scenario comes to, as its `expect` is written.
  static func expectation(of simulation: Simulation) -> JSONValue {
    let seed = simulation.scenario.seed ?? Simulation.defaultSeed
    guard let runs = simulation.scenario.runs else {
      return expectation(of: simulation.run(seed: seed).trace, deadline: simulation.plan.deadline)
    }
    let distribution = simulation.distribution(runs: runs, seed: seed)
    let pages = distribution.shares.filter { $0.share > 0 }.map { JSONValue.string($0.page) }
    let bound = { "<=" + text(of: distribution.time(of: $0), deadline: simulation.plan.deadline) }
    return [
      "landing": pages.count == 1 ? pages[0] : .array(pages),
      "p95": .string(bound(.p95)),
      "within": .string(text(of: distribution.time(of: .max), deadline: simulation.plan.deadline)),
    ]
  }

  private static func expectation(of trace: Trace, deadline: Int64) -> JSONValue {
    let summary = TraceSummary(trace)
    var members: [JSONObject.Member] = []
    if let landing = summary.landing, let time = summary.landedAt {
      members.append(.init(name: "landing", value: .string(landing.page)))
      members.append(.init(name: "within", value: .string(text(of: time, deadline: deadline))))
      if let notice = landing.notice { members.append(.init(name: "notice", value: .string(notice.text))) }
    }
    let steps = zip(trace.steps, summary.steps).compactMap { step, story -> JSONObject.Member? in
      guard let settlement = story.settlement, settlement.status != .succeeded else { return nil }
      // A refusal says more by its name; what a fallback's value means is beside the point.
      let word = settlement.status == .failed ? settlement.name : nil
      return .init(name: step.name, value: .string(word ?? settlement.status.rawValue))
    }
    if !steps.isEmpty { members.append(.init(name: "steps", value: .object(JSONObject(steps)))) }
    return .object(JSONObject(members))
  }

  /// A landing time as a bound: rounded up to what a person would write, though never beyond the deadline.
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
