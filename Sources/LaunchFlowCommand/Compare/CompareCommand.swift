import LaunchFlowModel
import LaunchFlowSimulator

/// `launchflow compare`
enum CompareCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format; without it, the ending of the output file decides.",
    default: .text)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case text, json, html

    /// The form of the output.
    var form: OutputForm {
      switch self {
      case .text: .text
      case .json: .json
      case .html: .markup
      }
    }
  }

  static let interface = Interface(
    name: "compare",
    summary: "Compare two flows, two scenarios, two traces, or recorded launches of two versions",
    discussion: [
      """
      Two flows are compared under one scenario, which each flow has in the file beside it, or under one scenario \
      each. One flow is compared under two scenarios.
      """,
      """
      A trace may take the place of a flow: 'launchflow run --trace', 'launchflow simulate --format trace' and apps \
      write traces. So a recorded run is compared with another one, or with its simulation.
      """,
      "Two switches are compared by their figures, as text or json.",
      """
      With '--records', real launches are compared: those of a delivered version with those of its control group, or \
      of two words of a label. Each difference has an interval, and '--gate' fails if a rule is certainly broken.
      """,
      """
      The seed, run, step and attempt determine each random number: a step of the same name has the same luck in \
      both. Many runs are compared in pairs.
      """,
    ],
    arguments: [
      Argument(
        valueName: "A", summary: "The first flow or trace file; '-' is standard input.", isRequired: false),
      Argument(
        valueName: "B", summary: "The second file; without it, the first file under the second scenario.",
        isRequired: false, isRepeatable: true),
    ],
    options: options,
    examples: [
      "launchflow compare flows/rider-launch-before.json flows/rider-launch.json --scenario everything-hangs",
      "launchflow compare flows/rider-launch.json --scenario normal-day --scenario everything-hangs",
      "launchflow compare flows/rider-launch-before.json flows/rider-launch.json -s odd-day -f html -o odd.html",
      "launchflow compare flows/offline-switch.json --scenario cable-pulled --scenario trade-down",
      "launchflow compare yesterday.json flows/rider-launch.json --scenario normal-day",
      "launchflow compare --records launches/*.jsonl --gate 'p95<=+5%'",
      "launchflow compare --records launches.jsonl --before 11 --after 12 --within network",
    ])

  private static let options =
    [
      PlayOptions.scenario.declaration.saying(
        "The scenario to play. Given twice, the first one is for A and the second one for B."),
      PlayOptions.scenarios.declaration.saying(
        "The scenarios file of both.", default: "the one beside each flow"),
      PlayOptions.set.declaration.saying(
        "The behaviour of a step in both, as in 'simulate'. A flow without the step ignores it."),
      PlayOptions.input.declaration.saying("An input of both. A flow without the input ignores it."),
      PlayOptions.network.declaration.saying("The network of both, in place of the scenarios'."),
      PlayOptions.runs.declaration.saying(
        "Compare the landings of this many runs.", default: "the scenario's"),
      PlayOptions.seed.declaration.saying(
        "The seed of all random numbers, the same for both.", default: "the first scenario's, else 1"),
      PlayOptions.run.declaration.saying("Compare one of many runs, counted from 0."),
    ] + RecordCompareCommand.options + [format.declaration, SharedOptions.output.declaration]

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if !given.all(RecordCompareCommand.records).isEmpty {
      return try RecordCompareCommand.run(given, in: world)
    }
    if let option = RecordCompareCommand.options.first(where: { given.texts[$0.name] != nil }) {
      throw UsageError("'\(option.typed)' is for recorded launches; name their files with '--records'")
    }
    guard !given.arguments.isEmpty else { throw UsageError("missing A") }
    guard given.arguments.count <= 2 else {
      throw UsageError("compare two files, not \(given.arguments.count)")
    }
    if let file = try SwitchRequest.file(given, in: world) {
      return try SwitchCompareCommand.run(given, file, in: world)
    }
    guard let pair = try ComparedPair.read(given, in: world) else { return .problemsFound }
    var stops: [StoppedRun] = []
    let outcome = pair.play(showing: ProgressLine(in: world), &stops)
    let text = ComparisonReport(given, in: world).text(outcome)
    try world.write(text, as: (given[format] ?? .text).form, to: given[SharedOptions.output])
    return world.report(stops)
  }
}

/// The two sides that a command line names: two files, or one file under two scenarios.
struct ComparedSides {
  /// The paths of both sides, which may be the same.
  let paths: [String]
  /// The scenarios of both sides; fewer than two when both are played under the same one.
  let scenarios: [String]
  private let given: Given

  init(_ given: Given) throws(UsageError) {
    self.given = given
    scenarios = given.all(PlayOptions.scenario)
    guard scenarios.count <= 2 else { throw UsageError("compare two scenarios, not \(scenarios.count)") }
    guard !scenarios.contains("*") else {
      throw UsageError("name the scenarios; only 'simulate' accepts '*'")
    }
    guard scenarios.count == 2 || given.arguments.count == 2 else {
      throw UsageError("nothing to compare with; name a second file or a second scenario")
    }
    paths = given.arguments.count == 1 ? [given.arguments[0], given.arguments[0]] : given.arguments
  }

  /// The command line of one side: its own path and its own scenario.
  func given(_ side: Int, path: String) -> Given {
    var own = given
    own.arguments = [path]
    if scenarios.count == 2 { own.texts[PlayOptions.scenario.declaration.name] = [scenarios[side]] }
    return own
  }
}
