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
        return (name, RecordedExpectation.value(of: try Simulation(plan, merged)))
      }
    case .offlineSwitch(let plan, let file):
      outcomes = try file.scenarios.compactMap { scenario in
        let merged = scenario.over(file.defaults)
        guard merged.expect == nil, let name = scenario.name else { return nil }
        return (name, RecordedExpectation.value(of: try SwitchSimulation(plan, merged).run().trace))
      }
    }
    guard !outcomes.isEmpty else { return nil }
    recorded = outcomes.map(\.name)
    text =
      outcomes.reduce(documents.json) { json, outcome in
        json.setting(JSONPointer(tokens: ["scenarios", outcome.name, "expect"]), to: outcome.expect) ?? json
      }.source.bytes
  }
}
