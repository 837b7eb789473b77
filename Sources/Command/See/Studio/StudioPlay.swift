import LaunchFlowSimulator

/// The scenarios of a flow, and the one that the page plays, with the reader's settings.
struct StudioPlay {
  /// The names of all scenarios, in file order.
  let names: [String]
  let simulation: Simulation
  let seed: UInt64
  /// The number of runs for the percentiles.
  let runs: Int
  /// The data of the page's input fields.
  let inputs: [JSONValue]

  /// The number of runs of a scenario without `runs`.
  static let usualRuns = 1_000

  init(_ settings: StudioSettings, of flow: Flow, in folder: StudioFolder) throws {
    let given = settings.given
    let play = try PlayedFlow(given, flow, in: folder.world, isStrict: true)
    names = play.file.scenarios.compactMap(\.name)
    let chosen = try given.scenarios(of: play.file.scenarios, by: \.name).first ?? Scenario()
    simulation = try play.simulation(chosen).0
    inputs = Self.inputs(
      of: flow, given: play.settings.scenario.inputs, otherwise: chosen.over(play.file.defaults).inputs)
    seed = given[PlayOptions.seed] ?? simulation.seed
    runs =
      given[PlayOptions.runs] ?? min(simulation.scenario.runs ?? Self.usualRuns, StudioSettings.mostRuns)
  }

  /// The data of the input fields, in file order. The original value is that of the scenario, the input's default or
  /// a placeholder.
  ///
  /// - Parameter given: The values that the page's reader has set.
  private static func inputs(
    of flow: Flow, given: [Flow.NamedValue], otherwise scenario: [Flow.NamedValue]
  ) -> [JSONValue] {
    // In the form of `--input`; unlike in messages, an empty text is empty.
    func text(_ value: JSONValue) -> String { value.string ?? InputSetting.text(value) }
    return flow.inputs.map { input in
      func value(in list: [Flow.NamedValue]) -> JSONValue? { list.first { $0.name == input.name }?.value }
      let original = value(in: scenario) ?? input.defaultValue ?? input.placeholder
      let values = input.kind == .boolean && input.values.isEmpty ? [true, false] : input.values
      return [
        "name": .string(input.name), "summary": input.summary.map(JSONValue.string) ?? .null,
        "type": .string(input.kind.rawValue), "values": .array(values.map { .string(text($0)) }),
        "value": .string(text(value(in: given) ?? original)), "original": .string(text(original)),
      ]
    }
  }
}
