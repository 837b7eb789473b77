import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow simulate`
enum SimulateCommand: Subcommand {
  static let vary = Option<String>.text(
    "vary", "SETTING=VALUES",
    "For a switch: compare the figures under several values, such as debounce.down=0s,2s,5s.")
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format; without it, the ending of the output file decides.",
    default: .text)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case text, json, jsonl, html, svg, perfetto, otlp, trace

    /// The form of the output.
    var form: OutputForm {
      switch self {
      case .text: .text
      case .json, .jsonl, .perfetto, .otlp, .trace: .json
      case .html, .svg: .markup
      }
    }

    /// How much of many runs it shows.
    var depth: SimulationRequest.Depth { self == .html ? .runs : .steps }

    /// Whether it shows the run of a scenario's first start alone.
    var showsOneStart: Bool {
      switch self {
      case .text, .json, .jsonl, .html: false
      case .svg, .perfetto, .otlp, .trace: true
      }
    }

    /// Whether it is a picture of a single scenario.
    var isPicture: Bool {
      switch self {
      case .text, .json, .jsonl, .otlp: false
      case .html, .svg, .perfetto, .trace: true
      }
    }
  }

  static let interface = Interface(
    name: "simulate",
    summary: "Play a flow or switch under a scenario, in virtual time, and draw the run",
    discussion: [
      """
      A BEHAVIOUR is 'hang', 'ok', an error class (\(errorClasses)), a result or failure of the step, or a duration. \
      A duration combines with one of the others: '4s,network'. The STEP '*' means every step that no other --set \
      names. STEP.fallback means the remote fallbacks of a step.
      """,
      """
      An input without a value and without a default is false, empty or 0. A scenario with many runs shows where and \
      when they land.
      """,
      "'launchflow show' draws the output of '--format trace'. 'launchflow merge' adds up the output of '--shard'.",
    ],
    arguments: [
      Argument(valueName: "FLOW", summary: "The flow or switch file; '-' is a flow on standard input.")
    ],
    options: PlayOptions.declarations + [
      FollowedRuns.option.declaration, ShardOptions.shard.declaration, vary.declaration, format.declaration,
      SharedOptions.output.declaration,
    ],
    examples: [
      "launchflow simulate flows/rider-launch.json --scenario everything-hangs",
      "launchflow simulate flows/rider-launch.json --set login=token-invalid --set get-city=hang",
      "launchflow simulate flows/rider-launch.json --scenario '*' --format jsonl",
      "launchflow simulate flows/rider-launch.json --scenario '*' --format html --output day.html",
      "launchflow simulate flows/rider-launch.json --scenario odd-day --runs 100000 --seed 7",
      "launchflow simulate flows/rider-launch.json --scenario odd-day --runs 100000000 --shard 3/64",
      "launchflow simulate flows/offline-switch.json --scenario cable-pulled --vary debounce.down=0s,1s,2s,5s",
    ])

  /// Checks that the format can show the requests: a picture shows one scenario, and only a page shows many runs.
  private static func check(
    _ format: Format, canShow requests: [SimulationRequest]
  ) throws(UsageError) {
    guard format.isPicture else { return }
    if requests.count != 1, format != .html {
      throw UsageError("'\(format.rawValue)' shows one scenario; name one")
    }
    if requests[0].runs != nil, format != .html {
      throw UsageError(
        "'\(format.rawValue)' shows one run; choose it with '--run', or use 'html' for all runs")
    }
  }

  /// One page for all scenarios.
  private static func writeDay(
    _ requests: [SimulationRequest], _ given: Given, in world: World
  ) throws -> ExitStatus {
    var stops: [StoppedRun] = []
    let day = requests.map { request in
      let outcome = request.play(.landings, showing: ProgressLine(in: world))
      if let stopped = outcome.stopped { stops.append(stopped) }
      return Picture.Played(outcome, of: request)
    }
    let flow = requests[0].simulation.plan.flow
    let page = Picture(day: flow.title ?? flow.name, day).html()
    try world.write(page, as: .markup, to: given[SharedOptions.output])
    return world.report(stops)
  }

  /// One line for 'launchflow merge'.
  private static func writeShard(
    _ shard: Shard, of requests: [SimulationRequest], _ given: Given, in world: World
  ) throws -> ExitStatus {
    guard requests.count == 1 else { throw UsageError("a shard is of one scenario; name one") }
    guard given[format] == nil || given[format] == .json else {
      throw UsageError(
        "'--shard' writes one line of JSON; leave out '--format', which is for 'launchflow merge'")
    }
    guard given[PlayOptions.run] == nil, let runs = requests[0].runs else {
      throw UsageError("'--shard' divides many runs; say how many with '--runs'")
    }
    guard runs <= ShardOptions.mostRuns else {
      throw UsageError("'--shard' divides at most \(ShardOptions.mostRuns) runs")
    }
    let line = requests[0].line(shard, of: runs, showing: ProgressLine(in: world))
    try world.write(line.text(), as: .json, to: given[SharedOptions.output])
    return world.report(line.stopped.map { [$0] } ?? [])
  }

  private static let errorClasses = ErrorClass.allCases.map(\.rawValue).joined(separator: ", ")

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let file = try SwitchRequest.file(given, in: world) {
      return try SwitchSimulateCommand.run(given, file, in: world)
    }
    guard given[vary] == nil else { throw UsageError("'--vary' is for switches, not for flows") }
    let shard = try ShardOptions.shard(given)
    guard let requests = try SimulationRequest.read(given, in: world) else { return .problemsFound }
    if let shard { return try writeShard(shard, of: requests, given, in: world) }
    var report = SimulationReport(given, in: world)
    let format = given[format] ?? .text
    try check(format, canShow: requests)
    if format == .html, requests.count > 1 { return try writeDay(requests, given, in: world) }
    var parts: [String] = []
    var status = ExitStatus.fine
    let isWrittenAtOnce = given[SharedOptions.output] == nil && format != .json
    for (index, request) in requests.enumerated() {
      let outcome = request.play(format.depth, showing: ProgressLine(in: world))
      if let stopped = outcome.stopped { status = world.report([stopped]) }
      if format.showsOneStart, case .run(let run) = outcome, !run.starts.isEmpty {
        world.report(
          "note: '\(format.rawValue)' shows the first of \(run.starts.count + 1) starts; 'text', 'json' and 'html' show "
            + "them all")
      }
      if format == .html {
        let simulation = request.simulation
        report.summaries = Summaries(simulation.plan.flow, scenario: simulation.scenario.summary)
      }
      let text = report.text(outcome)
      guard isWrittenAtOnce else {
        parts.append(text)
        continue
      }
      world.print(index > 0 && format == .text ? "\n" + text : text, as: report.form)
      if world.output.isClosed { break }
    }
    if !isWrittenAtOnce {
      try world.write(report.joined(parts), as: report.form, to: given[SharedOptions.output])
    }
    return status
  }
}
