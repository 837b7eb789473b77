import LaunchFlowAuthoring

/// The part of a scenario that comes from a command line, or from the reader of the studio's page.
struct ScenarioSettings {
  private(set) var scenario = Scenario()

  /// Reads `--set`, `--input` and `--network`. Several of one step are its attempts, in order; of
  /// an input, the last one counts.
  init(_ given: Given, for flow: Flow) throws(UsageError) {
    scenario.link = given[PlayOptions.network]
    for words in given.all(PlayOptions.set) {
      let setting = try StepSetting(words, for: flow)
      if let place = scenario.steps.firstIndex(where: { $0.step == setting.step }) {
        scenario.steps[place].attempts.append(setting.behaviour)
      } else {
        scenario.steps.append(Scenario.StepBehaviours(setting.step, [setting.behaviour]))
      }
    }
    scenario.nameElements(flow.graph)
    for words in given.all(PlayOptions.input) {
      let input = try InputSetting.read(words, for: flow)
      scenario.inputs.removeAll { $0.name == input.name }
      scenario.inputs.append(input)
    }
  }

  /// Lays it over a scenario. `*` replaces the behaviours of all steps that the settings do not name.
  func over(_ base: Scenario) -> Scenario {
    var base = base
    if scenario.steps.contains(where: { $0.step == "*" }) {
      base.steps = []
      for index in base.classes.indices { base.classes[index].steps = [] }
    }
    var merged = scenario.over(base)
    merged.name = base.name
    merged.summary = base.summary
    return merged
  }
}
