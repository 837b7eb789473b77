import LaunchFlowFleet
import LaunchFlowTimeline

enum ReplayCommand: Subcommand {
  static let interface = Interface(
    "replay", [Argument("FLOW"), Argument("RECORDS...", .file)],
    [GateOptions.gate, GateOptions.risk, PlayOptions.jobs] + RecordFilter.options
      + [OutputFormat.option([.text, .json, .html] + Findings.formats), SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let flow = try DocumentFile(given.arguments[0], in: world).flow()
    let plan = FlowPlan(unchecked: flow)
    let gate = try GateOptions.gate(given, pages: plan.pages)
    var files = try RecordFiles(given.arguments.dropFirst(), given, of: flow.name, in: world)
    var launches: [ReplayedFleet.Launch: Int] = [:]
    var withoutLanding = 0
    try files.forEach({ launch(of: $0, plan) }) { launch in
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
    var comparison = comparison(fleet, plan)
    GateReport.add(gate, verdicts, to: &comparison)
    let report = Report(given, in: world)
    let findings = GateReport.findings(gate, verdicts, of: given.arguments[0], flow: plan.flow.name)
    try report.write(
      findings.text(report.format)
        ?? report.text(Picture(comparison), MeasuredComparisonJSON.value(comparison)))
    return GateReport.status(verdicts)
  }

  /// nil for a launch that never landed.
  private static func launch(of record: LaunchRecord, _ plan: FlowPlan) -> ReplayedFleet.Launch? {
    record.landing.map { landing in
      .init(
        time: landing.time, page: plan.pages.firstIndex(of: landing.page) ?? -1,
        isDegraded: landing.isDegraded, after: plan.replay(record))
    }
  }

  /// The recorded launches beside the same launches under the changed flow.
  private static func comparison(_ fleet: ReplayedFleet, _ plan: FlowPlan) -> MeasuredComparison {
    var comparison = MeasuredComparison(
      fleet, of: plan.flow.name, before: MeasuredComparison.side("recorded", fleet.count, fleet.recorded),
      after: MeasuredComparison.side("replayed", fleet.count, fleet.latest),
      times: [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)],
      pages: plan.pages.enumerated().map { ($0, $1) })
    comparison.label = "flow"
    comparison.subject = Counting.text(fleet.count, "recorded launch")
    comparison.cases = "such fleets; it contains what the records leave open"
    comparison.notes = notes(fleet, plan)
    return comparison
  }

  /// How much the records decide, and why not all.
  private static func notes(_ fleet: ReplayedFleet, _ plan: FlowPlan) -> [String] {
    let open = fleet.count { !$0.after.isExact }
    let others = fleet.count { !$0.after.isExact && $0.after.openSteps == 0 }
    let stopped = fleet.count { $0.after.wasStopped }
    var notes = [
      "the records decide \(Counting.grouped(fleet.count - open)) of \(Counting.text(fleet.count, "launch"))"
    ]
    let steps = plan.stepNames.enumerated().compactMap { step, name -> String? in
      let count = fleet.count { !$0.after.isExact && $0.after.isOpen(step: step) }
      return count > 0 ? "\(name) in \(Counting.grouped(count))" : nil
    }
    if !steps.isEmpty {
      notes.append(
        "in the others, the outcome of a call that was cut or not made is open: "
          + steps.joined(separator: ", "))
    }
    if others > 0 {
      notes.append(
        "in \(Counting.grouped(others)), a wait, a fact of the start, or the order of events at one instant is open"
      )
    }
    if stopped > 0 {
      notes.append(
        "the search of \(Counting.text(stopped, "launch")) was stopped; their intervals reach to the deadline"
      )
    }
    return notes
  }
}
