import LaunchFlowModel
import LaunchFlowScenarios

/// The options that say how a flow or a switch is played; `simulate` and `compare` share them.
enum PlayOptions {
  static let scenario = Option<String>.name(
    "scenario", short: "s", "NAME", of: .scenarios,
    "The scenario to play; '*' plays every one. Without it, the defaults of the scenarios file are played."
  ).repeatable
  static let scenarios = Option<String>.document(
    "scenarios", "The scenarios file.", default: "the one beside the flow")
  static let set = Option<String>.name(
    "set", "STEP=BEHAVIOUR", of: .steps,
    "The behaviour of a step, in place of the scenario's. Repeated for a step, it sets the next attempt."
  ).repeatable
  static let input = Option<String>.name(
    "input", "NAME=VALUE", of: .inputs, "The value of an input, in place of the scenario's."
  ).repeatable
  static let network = Option<Scenario.Link>.choice(
    "network", "NAME", "The network of all HTTP attempts, in place of the scenario's.", default: nil)
  static let runs = Option<Int>.wholeNumber(
    "runs", atLeast: 1, "Play this many runs and show where and when they land.",
    default: "the scenario's")
  static let jobs = Option<Int>.wholeNumber(
    "jobs", atLeast: 1, atMost: 1024,
    "How many of the runs to simulate at a time. The output is the same for any number.",
    default: "the number of cores")
  static let seed = Option<UInt64>.seed(
    "seed", "The seed of all random numbers. The same seed gives the same runs.",
    default: "the scenario's, else 1")
  static let run = Option<UInt64>.seed("run", "Show one of many runs, counted from 0.")

  /// All of them, in the order of the help.
  static let declarations = [
    scenario.declaration, scenarios.declaration, set.declaration, input.declaration, network.declaration,
    runs.declaration, jobs.declaration, seed.declaration, run.declaration,
  ]
}

extension Given {
  /// The scenarios that the command line names, in its order; `*` names all of them.
  func scenarios<Entry>(
    of entries: [Entry], by name: (Entry) -> String?
  ) throws(UsageError) -> [Entry] {
    var chosen: [Entry] = []
    for wanted in all(PlayOptions.scenario) {
      if wanted == "*" {
        chosen += entries
      } else if let entry = entries.first(where: { name($0) == wanted }) {
        chosen.append(entry)
      } else {
        throw .unknown("scenario", wanted, among: entries.compactMap(name))
      }
    }
    return chosen
  }

  /// Whether the command line names a scenario or a scenarios file.
  var asksForScenarios: Bool { self[PlayOptions.scenario] != nil || self[PlayOptions.scenarios] != nil }

  /// The path of the scenarios file: the given one, or the one beside the flow or switch; nil when no scenario is
  /// named and there is no such file.
  func scenariosPath(in world: World) throws(UsageError) -> String? {
    if let path = self[PlayOptions.scenarios] { return path }
    let beside = DocumentFile.scenariosPath(besides: arguments[0])
    if self[PlayOptions.scenario] == nil {
      return beside.flatMap { world.files.kind(of: $0) == .file ? $0 : nil }
    }
    guard let beside else { throw UsageError("a flow on standard input needs '--scenarios'") }
    return beside
  }
}
