import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// `launchflow replay`
enum ReplayCommand: Subcommand {
  static let interface = Interface(
    "replay", [Argument("FLOW"), Argument("RECORDS...", .file)],
    [GateOptions.gate, GateOptions.risk, PlayOptions.jobs] + RecordFilter.options
      + [OutputFormat.option(.text, .json), SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else {
      return .problemsFound
    }
    let plan = FlowPlan(unchecked: flow)
    let gate = try GateOptions.gate(given, pages: plan.pages)
    var files = RecordFiles(
      Array(given.arguments.dropFirst()), try RecordFilter(given, flow: flow.name),
      Parallelism(threads: given[PlayOptions.jobs]), in: world)
    var launches: [ReplayedFleet.Launch: Int] = [:]
    var withoutLanding = 0
    let replay = Replay(plan)
    try files.forEach({ launch(of: $0, replay) }) { launch in
      if let launch { launches[launch, default: 0] += 1 } else { withoutLanding += 1 }
    }
    files.warnOfMixedVersions()
    guard !launches.isEmpty else {
      world.report("error: no record of the flow '\(plan.flow.name)' has a landing")
      return .problemsFound
    }
    let fleet = ReplayedFleet(launches)
    let report = ReplayReport(
      plan: plan, fleet: fleet, unread: files.unread, withoutLanding: withoutLanding, gate: gate,
      verdicts: fleet.verdicts(gate))
    let output = given[SharedOptions.output]
    if given.format == .json {
      try world.write(report.json.text(.pretty) + "\n", as: .json, to: output)
    } else {
      try world.write(report.text, to: output)
    }
    return GateOptions.status(report.verdicts)
  }

  /// nil for a launch that never landed.
  private static func launch(of record: LaunchRecord, _ replay: Replay) -> ReplayedFleet.Launch? {
    record.landing.map { landing in
      let page = replay.plan.pages.firstIndex(of: landing.page) ?? -1
      return .init(
        before: .init(time: landing.time, page: page, isDegraded: landing.isDegraded),
        after: replay.launch(record))
    }
  }
}
