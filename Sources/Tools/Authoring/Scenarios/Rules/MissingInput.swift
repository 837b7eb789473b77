import LaunchFlowModel

/// A scenario says every input that has no default, itself or among the file's defaults.
enum MissingInput {
  /// - Parameters:
  ///   - scenario: The scenario over the file's defaults.
  ///   - given: The names of inputs that are set elsewhere.
  static func check(
    _ scenario: Scenario, of flow: FlowIndex, given: Set<String>, at path: JSONPointer,
    _ report: inout RuleReport
  ) {
    // The file's defaults are no scenario, and may leave out what each scenario says.
    guard scenario.name != nil else { return }
    // An input that the flow has not may be this one, misspelt.
    guard scenario.inputs.allSatisfy({ flow.inputIndex[$0.name] != nil }) else { return }
    let stated = Set(scenario.inputs.map(\.name))
    for input in flow.flow.inputs where input.defaultValue == nil && !given.contains(input.name) {
      guard !stated.contains(input.name) else { continue }
      report.add(
        "the scenario has no value for the input \"\(input.name)\", which has no default", at: path, .key)
    }
  }
}
