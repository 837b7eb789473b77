import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow replay`
enum ReplayCommand: Subcommand {
  static let interface = Interface(
    "replay", [Argument("FLOW"), Argument("RECORDS...", .file)],
    [GateOptions.gate, GateOptions.risk, PlayOptions.jobs] + RecordFilter.options
      + [OutputFormat.option([.text, .json, .html] + Findings.formats), SharedOptions.output])

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
    if withoutLanding > 0 {
      world.report("note: \(Counting.text(withoutLanding, "record")) without a landing left out")
    }
    let fleet = ReplayedFleet(launches)
    let verdicts = fleet.verdicts(gate)
    let comparison = comparison(fleet, plan, GateReport.rules(gate, verdicts), ruleRisk: gate.risk)
    let report = Report(given, in: world)
    let findings = GateReport.findings(gate, verdicts, of: given.arguments[0], flow: plan.flow.name)
    try report.write(
      findings.text(report.format)
        ?? report.text(Picture(comparison), MeasuredComparisonJSON.value(comparison)))
    return GateReport.status(verdicts)
  }

  /// nil for a launch that never landed.
  private static func launch(of record: LaunchRecord, _ replay: Replay) -> ReplayedFleet.Launch? {
    record.landing.map { landing in
      let page = replay.plan.pages.firstIndex(of: landing.page) ?? -1
      return .init(
        time: landing.time, page: page, isDegraded: landing.isDegraded,
        after: replay.launch(record))
    }
  }

  /// The share of cases in which any interval misses the true difference.
  private static let risk = 0.05

  /// The recorded launches beside the same launches under the changed flow.
  private static func comparison(
    _ fleet: ReplayedFleet, _ plan: FlowPlan, _ rules: [MeasuredComparison.Rule], ruleRisk: Double
  ) -> MeasuredComparison {
    let decided = fleet.count { $0.after.isExact }
    let stopped = fleet.count { $0.after.wasStopped }
    var notes = [
      "the records decide \(Counting.grouped(decided)) of \(Counting.text(fleet.count, "launch", plural: "launches"))"
    ]
    if decided < fleet.count {
      let steps = plan.stepNames.enumerated().compactMap { step, name -> String? in
        let count = fleet.count { !$0.after.isExact && $0.after.isOpen(step: step) }
        return count > 0 ? "\(name) in \(Counting.grouped(count))" : nil
      }
      let others = fleet.count { !$0.after.isExact && $0.after.openSteps == 0 }
      if !steps.isEmpty {
        notes.append(
          "of the others, they do not say how a call would have gone on that was cut or not made: "
            + steps.joined(separator: ", "))
      }
      if others > 0 {
        notes.append(
          "of \(Counting.grouped(others)), they do not say a wait, a fact of the start, or the order of events at one instant"
        )
      }
    }
    if stopped > 0 {
      notes.append(
        "the search of \(Counting.text(stopped, "launch", plural: "launches")) was stopped; these reach to the deadline"
      )
    }
    var comparison = MeasuredComparison(
      flow: plan.flow.name, label: "flow", within: nil,
      before: (
        "recorded", fleet.count, 0, ShareCurve(points: fleet.recorded.curve(atMost: mostPoints))
      ),
      after: (
        "replayed", fleet.count, 0, ShareCurve(points: fleet.latest.curve(atMost: mostPoints))
      ),
      figures: MeasuredComparison.Figure.all(
        times: [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)],
        pages: plan.pages.enumerated().map { ($0, $1) }, risk: risk, of: fleet),
      risk: risk, cases: "such fleets; it contains what the records leave open", rules: rules,
      ruleRisk: ruleRisk, warnings: [], notes: notes)
    comparison.subject = Counting.text(fleet.count, "recorded launch", plural: "recorded launches")
    return comparison
  }

  private static let mostPoints = 400
}
