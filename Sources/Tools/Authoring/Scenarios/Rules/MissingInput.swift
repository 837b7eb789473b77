import LaunchFlowModel

/// Requires a value for every input without a default, in the scenario or among the file's defaults.
enum MissingInput {
  /// - Parameters:
  ///   - scenario: The scenario over the file's defaults.
  ///   - given: The names of inputs that are set elsewhere.
  static func check(
    _ scenario: Scenario, of flow: FlowIndex, given: Set<String>, at path: JSONPointer,
    _ report: inout RuleReport
  ) {
    // The file's defaults are not a scenario, and may omit inputs.
    guard scenario.name != nil else { return }
    // An unknown input may be this one, misspelt.
    guard scenario.inputs.allSatisfy({ flow.inputIndex[$0.name] != nil }) else { return }
    let stated = Set(scenario.inputs.map(\.name))
    for input in flow.flow.inputs where input.defaultValue == nil && !given.contains(input.name) {
      guard !stated.contains(input.name) else { continue }
      report.add(
        "the scenario has no value for the input \"\(input.name)\", which has no default", at: path, .key)
    }
  }
}
