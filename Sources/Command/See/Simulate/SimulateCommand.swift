import LaunchFlowTimeline

enum SimulateCommand: Subcommand {
  static let format = OutputFormat.option(.text, .json, .jsonl, .html, .svg, .perfetto, .otlp, .trace)

  static let interface = Interface(
    "simulate", [Argument("FLOW")],
    PlayOptions.all + [FollowedRuns.option, ShardOptions.shard, format, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let file = try DocumentFile(given.arguments[0], in: world)
    if file.kind == .offlineSwitch { return try SwitchSimulateCommand.run(given, file, in: world) }
    let shard = try ShardOptions.shard(given)
    let requests = try SimulationRequest.read(given, try file.flow(), in: world)
    if let shard { return try writeShard(shard, of: requests, given, in: world) }
    let report = Report(given, in: world)
    let format = report.format
    try check(format, canShow: requests)
    if format == .html, requests.count > 1 { return try writeDay(requests, report, in: world) }
    var stops: [StoppedRun] = []
    let texts = requests.map { request in
      let outcome = request.play(format.depth, showing: ProgressLine(in: world))
      if let stopped = outcome.stopped { stops.append(stopped) }
      if format.showsOneRun || format == .otlp, case .run(let run) = outcome, !run.starts.isEmpty {
        world.report(
          "note: '\(format.rawValue)' shows the first of \(run.starts.count + 1) starts; "
            + "'text', 'json' and 'html' show them all")
      }
      return report.text(outcome, of: request)
    }
    try report.write(report.joined(texts))
    return world.report(stops)
  }

  /// Checks that the format can show the requests: a picture shows one scenario, and only a page shows many runs.
  private static func check(
    _ format: OutputFormat, canShow requests: [SimulationRequest]
  ) throws(UsageError) {
    guard format.showsOneRun else { return }
    guard requests.count == 1 else {
      throw UsageError("'\(format.rawValue)' shows one scenario; name one")
    }
    guard requests[0].runs == nil else {
      throw UsageError(
        "'\(format.rawValue)' shows one run; choose it with '--run', or use 'html' for all runs")
    }
  }

  /// One page for all scenarios.
  private static func writeDay(
    _ requests: [SimulationRequest], _ report: Report, in world: World
  ) throws -> ExitStatus {
    var stops: [StoppedRun] = []
    let day = requests.map { request -> Picture.Played in
      let outcome = request.play(.landings, showing: ProgressLine(in: world))
      if let stopped = outcome.stopped { stops.append(stopped) }
      let scenario = request.simulation.scenario
      let played: Picture.Outcome =
        switch outcome {
        case .run(let run): .run(PicturedRun(run, of: request.simulation))
        case .runs(let many): .runs(many.landings)
        }
      return (scenario.name ?? "", scenario.summary, played, nil)
    }
    let flow = requests[0].simulation.plan.flow
    try report.write(Picture(day: flow.title ?? flow.name, day).html())
    return world.report(stops)
  }

  /// One line for 'launchflow merge'.
  private static func writeShard(
    _ shard: Shard, of requests: [SimulationRequest], _ given: Given, in world: World
  ) throws -> ExitStatus {
    guard requests.count == 1 else { throw UsageError("a shard plays one scenario; name one") }
    guard given.format == nil || given.format == .json else {
      throw UsageError(
        "'--shard' writes one line of JSON; leave out '--format', which is for 'launchflow merge'")
    }
    guard given[PlayOptions.run] == nil, let runs = requests[0].runs else {
      throw UsageError("'--shard' divides many runs; say how many with '--runs'")
    }
    let line = requests[0].line(shard, of: runs, showing: ProgressLine(in: world))
    try world.write(line.text(), as: .json, to: given[SharedOptions.output])
    return world.report(line.stopped.map { [$0] } ?? [])
  }
}

extension OutputFormat {
  var depth: SimulationRequest.Depth { self == .html ? .runs : .steps }

  /// Whether it shows one run of one scenario, and no further starts.
  fileprivate var showsOneRun: Bool { [.svg, .perfetto, .trace].contains(self) }
}
