import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// `launchflow replay`
enum ReplayCommand: Subcommand {
  enum Format: String, CaseIterable {
    case text, json
  }

  private static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The form of the output.", default: .text)

  static let interface = Interface(
    name: "replay",
    summary: "Play recorded launches again under a changed flow",
    discussion: [
      """
      Each call takes what it took when the launch was recorded, and ends as it ended. Where the record does not say, \
      because a call was cut or was never made, everything is possible. Then the figures are intervals, from the best \
      that may have been to the worst.
      """,
      """
      A rule of '--gate' holds or fails only if chance does not explain it: a verdict is wrong in at most 5 of 100 \
      decisions ('--risk'). Otherwise it is not decided. The status is 1 if a rule fails, and 3 if one is not decided.
      """,
      """
      A step keeps its records by its name. Give it a new one where it now calls something else, or reads its answers in \
      another way.
      """,
    ],
    arguments: [
      Argument(valueName: "FLOW", summary: "The changed flow."),
      Argument(
        valueName: "RECORDS", kind: .file, summary: "Files with one record a line; '-' is standard input.",
        isRepeatable: true),
    ],
    options: [
      GateOptions.gate.declaration, GateOptions.risk.declaration, PlayOptions.jobs.declaration,
    ] + RecordFilter.declarations + [format.declaration, SharedOptions.output.declaration],
    examples: [
      "launchflow replay rider-launch.json launches.jsonl",
      "launchflow replay rider-launch.json launches.jsonl --gate 'p95<=+5%' --gate 'degraded<=+1%'",
    ])

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
    if given[format] == .json {
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
