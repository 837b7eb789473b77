import LaunchFlowModel

/// Requires a single run for further starts.
enum MisplacedStart {
  /// - Parameter defaults: The file's defaults, under the scenario.
  static func check(
    _ scenario: Scenario, over defaults: Scenario, at path: JSONPointer, _ report: inout RuleReport
  ) {
    let merged = scenario.over(defaults)
    guard merged.runs != nil, !merged.starts.isEmpty else { return }
    let owner = scenario.starts.isEmpty ? JSONPointer(tokens: ["defaults"]) : path
    report.add(
      "\"starts\" is for a single run, and the scenario has \"runs\"", at: owner / "starts", .key)
  }
}

extension Scenario {
  /// The inputs of all starts, each with its place.
  func allInputs(at path: JSONPointer) -> [(input: Flow.NamedValue, place: JSONPointer)] {
    inputs.map { ($0, path / "inputs" / $0.name) }
      + starts.enumerated().flatMap { position, start in
        start.inputs.map { ($0, path / "starts" / position / "inputs" / $0.name) }
      }
  }
}
