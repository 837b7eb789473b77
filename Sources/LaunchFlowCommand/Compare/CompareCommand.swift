import LaunchFlowModel
import LaunchFlowSimulator

/// `launchflow compare`
enum CompareCommand: Subcommand {
  static let scenario = Option<String>.scenario(
    "scenario", short: "s",
    "The scenario that is played; given twice, the first is A's and the second B's."
  ).repeatable
  static let scenarios = Option<String>.document(
    "scenarios", "The scenarios file of both.", default: "the one beside each flow")
  static let set = Option<String>.text(
    "set", "STEP=BEHAVIOUR",
    "What a step does in both, as 'simulate' has it; a flow without such a step passes it over."
  ).repeatable
  static let input = Option<String>.text(
    "input", "NAME=VALUE", "An input of both; a flow without such an input passes it over."
  ).repeatable
  static let runs = Option<Int>.wholeNumber(
    "runs", atLeast: 1, "Compare the landings of so many runs.", default: "as the scenario says")
  static let seed = Option<UInt64>.seed(
    "seed", "What all luck is drawn from, the same for both.", default: "the first scenario's, else 1")
  static let run = Option<UInt64>.seed("run", "Compare this one of many runs, counted from 0.")
  static let format = Option<Format>.choice("format", short: "f", "FORMAT", "What to write.", default: .text)
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")

  /// The options that say how flows are played.
  static let ofPlaying = [
    scenario.declaration, scenarios.declaration, set.declaration, input.declaration, runs.declaration,
    seed.declaration, run.declaration,
  ]

  /// What is written.
  enum Format: String, CaseIterable, Sendable {
    case text, json, html
  }

  static let interface = Interface(
    name: "compare",
    summary: "Play two flows, or two scenarios, under the same luck and tell what differs",
    discussion: [
      """
      Two flows are compared under one scenario, which each has in the file beside it, or under one each. One \
      flow is compared under two scenarios.
      """,
      """
      The trace of a run, as 'launchflow run --trace', 'launchflow simulate --format trace' and apps write it, may \
      stand in place of a flow: so a run as it was is compared with another, or with how it is simulated.
      """,
      "Switches are compared as flows are, by their figures; as text or json.",
      """
      Luck is drawn by seed, run, step and attempt: a step of the same name meets the same luck in both. Many \
      runs are compared in pairs, one by one.
      """,
    ],
    arguments: [
      Argument(valueName: "A", summary: "The first flow or trace file; '-' is standard input."),
      Argument(
        valueName: "B", summary: "The second; without it, the first under the second scenario.",
        isRequired: false),
    ],
    options: ofPlaying + [format.declaration, output.declaration],
    examples: [
      "launchflow compare flows/rider-launch-before.json flows/rider-launch.json --scenario everything-hangs",
      "launchflow compare flows/rider-launch.json --scenario normal-day --scenario everything-hangs",
      "launchflow compare flows/rider-launch-before.json flows/rider-launch.json -s odd-day -f html -o odd.html",
      "launchflow compare flows/offline-switch.json --scenario cable-pulled --scenario trade-down",
      "launchflow compare yesterday.json flows/rider-launch.json --scenario normal-day",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    do {
      if let switches = try SwitchCompareCommand(given, in: world) { return try switches.run() }
      guard let pair = try ComparedPair.read(given, in: world) else { return .problemsFound }
      let progress = RunProgress(given, in: world)
      let text = ComparisonReport(given, in: world).text(pair.play(showingProgress: progress))
      try world.write(text, to: given[output])
      return .fine
    } catch let error as UsageError {
      // What is read as 'simulate' reads it shall be explained by this command's help.
      throw UsageError(error.message, command: interface.name)
    }
  }
}
