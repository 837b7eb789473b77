import LaunchFlowModel
import LaunchFlowSimulator

/// `launchflow simulate`
enum SimulateCommand: Subcommand {
  static let scenario = Option<String>.scenario(
    "scenario", short: "s",
    "The scenario to play; '*' plays every one. Without it, the defaults of the scenarios file alone are played."
  ).repeatable
  static let scenarios = Option<String>.document(
    "scenarios", "The scenarios file.", default: "the one beside the flow")
  static let set = Option<String>.text(
    "set", "STEP=BEHAVIOUR",
    "What a step does, whatever the scenario says; given again for the same step, what its next attempt does."
  ).repeatable
  static let input = Option<String>.text(
    "input", "NAME=VALUE", "An input of the flow, whatever the scenario says."
  ).repeatable
  static let runs = Option<Int>.wholeNumber(
    "runs", atLeast: 1, "Run so many times and show where and when they landed.",
    default: "as the scenario says")
  static let seed = Option<UInt64>.seed(
    "seed", "What all luck is drawn from; the same seed gives the same runs.",
    default: "the scenario's, else 1")
  static let run = Option<UInt64>.seed(
    "run", "Show this one of many runs, counted from 0.")
  static let vary = Option<String>.text(
    "vary", "SETTING=VALUES",
    "Of a switch: compare the figures under several values, such as debounce.down=0s,2s,5s.")
  static let format = Option<Format>.choice("format", short: "f", "FORMAT", "What to write.", default: .text)
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")

  /// What is written.
  enum Format: String, CaseIterable, Sendable {
    case text, json, jsonl, html, svg, perfetto, mermaid, trace

    /// Whether it is a whole picture of what is simulated.
    var isPicture: Bool {
      switch self {
      case .text, .json, .jsonl: false
      case .html, .svg, .perfetto, .mermaid, .trace: true
      }
    }
  }

  static let interface = Interface(
    name: "simulate",
    summary: "Play a flow under a scenario, in virtual time, and draw what happens",
    discussion: [
      """
      A BEHAVIOUR is 'hang', 'ok', an error class (\(errorClasses)), the name of one of the step's results or \
      failures, or a duration; a duration may stand beside one of the others: '4s,network'. The STEP '*' is every \
      step that no other --set names, and STEP.fallback its remote fallbacks.
      """,
      """
      An input that nobody gives and that has no default is false, empty or 0. A scenario for many runs shows \
      where and when they landed.
      """,
      "What '--format trace' writes, 'launchflow show' draws.",
    ],
    arguments: [Argument(valueName: "FLOW", summary: "The flow file; '-' is standard input.")],
    options: [
      scenario.declaration, scenarios.declaration, set.declaration, input.declaration, runs.declaration,
      seed.declaration, run.declaration, vary.declaration, format.declaration, output.declaration,
    ],
    examples: [
      "launchflow simulate flows/rider-launch.json --scenario everything-hangs",
      "launchflow simulate flows/rider-launch.json --set login=token-invalid --set get-city=hang",
      "launchflow simulate flows/rider-launch.json --scenario '*' --format jsonl",
      "launchflow simulate flows/rider-launch.json --scenario odd-day --runs 100000 --seed 7",
      "launchflow simulate flows/offline-switch.json --scenario cable-pulled --vary debounce.down=0s,1s,2s,5s",
    ])

  /// Pictures are of one scenario, and all but the page of one run.
  private static func check(
    _ format: Format, canShow requests: [SimulationRequest]
  ) throws(UsageError) {
    guard format.isPicture else { return }
    if requests.count != 1 {
      throw UsageError("'\(format.rawValue)' shows one scenario; name one", command: interface.name)
    }
    if requests[0].runs != nil, format != .html {
      throw UsageError(
        "'\(format.rawValue)' shows one run; say with '--run' which of many, or take 'html' for all",
        command: interface.name)
    }
  }

  private static let errorClasses = ErrorClass.allCases.map(\.rawValue).joined(separator: ", ")

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let offlineSwitch = try SwitchSimulateCommand(given, in: world) { return try offlineSwitch.run() }
    guard given[vary] == nil else { throw UsageError("'--vary' is for switches", command: "simulate") }
    guard let requests = try SimulationRequest.read(given, in: world) else { return .problemsFound }
    let report = SimulationReport(given, in: world)
    let format = given[format] ?? .text
    try check(format, canShow: requests)
    var parts: [String] = []
    let isWrittenAtOnce = given[output] == nil && format != .json
    for (index, request) in requests.enumerated() {
      let outcome = request.play(inDepth: format == .html, showingProgress: RunProgress(given, in: world))
      let text = report.text(outcome)
      guard isWrittenAtOnce else {
        parts.append(text)
        continue
      }
      world.print(index > 0 && format == .text ? "\n" + text : text)
      if world.output.isClosed { break }
    }
    if !isWrittenAtOnce { try world.write(report.joined(parts), to: given[output]) }
    return .fine
  }
}
