import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow compare --records`
struct RecordCompareCommand {
  static let records = Option<String>.file("records").repeatable
  static let by = Option<String>.text("by", "LABEL")
  static let before = Option<String>.text("before", "WORD")
  static let after = Option<String>.text("after", "WORD")
  static let within = Option<String>.text("within", "LABEL")
  static let planned = Option<Int>.wholeNumber("planned", "LAUNCHES", atLeast: 1)

  /// The options that only records have.
  static let options: [any DeclaredOption] = [
    records, by, before, after, within, planned, GateOptions.gate, GateOptions.risk,
  ]

  /// How often any interval may miss the true difference.
  private static let risk = 0.05
  /// The most points of a curve.
  private static let mostPoints = 400

  /// Reads the records, compares two of their groups and writes the differences.
  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let option = given.first(of: PlayOptions.all) {
      throw UsageError("'\(option.typed)' is for flows that are played, not for '--records'")
    }
    let label = given[by] == "version" ? nil : given[by]
    if let within = given[within], within == given[by] {
      throw UsageError("'--by' and '--within' name the same label '\(within)'")
    }
    var launches = RecordedLaunches(by: label, within: given[within])
    // One file after the other, so that only one is in memory.
    for path in given.all(records) + given.arguments {
      try RecordFiles([path], in: world).forEach(in: world) { launches.add($0) }
    }
    guard let flow = launches.flow else {
      world.report("error: there are no records to compare")
      return .problemsFound
    }
    func note(_ count: Int, _ what: String) {
      if count > 0 { world.report("note: \(Counting.text(count, "record")) \(what); left out") }
    }
    note(launches.ofOtherFlows, "of other flows than '\(flow)'")
    let labels = [label, given[within]].compactMap(\.self).joined(separator: " or ")
    note(launches.withoutLabel, "without the label \(labels)")
    let chosen = try ComparedGroups(
      launches.groups, by: label, before: given[before], after: given[after])
    let compared = GroupComparison(
      launches, chosen.before.words, chosen.after.words, looks: given[planned].map { .until($0) } ?? .always)
    guard compared.isPossible else {
      world.report("error: the two groups have no word of the label '\(given[within] ?? "")' in common")
      return .problemsFound
    }
    let gate = try GateOptions.gate(given, pages: compared.pages)
    let verdicts = compared.verdicts(gate)
    let comparison = measured(compared, chosen, flow: flow, given, gate, verdicts)
    let report = Report(given, in: world)
    try report.write(report.text(Picture(comparison), MeasuredComparisonJSON.value(comparison)))
    return GateOptions.status(verdicts)
  }

  private static func measured(
    _ compared: GroupComparison, _ chosen: ComparedGroups, flow: String, _ given: Given, _ gate: Gate,
    _ verdicts: [Gate.Verdict]
  ) -> MeasuredComparison {
    let rules = zip(gate.rules, verdicts).map { rule, verdict -> MeasuredComparison.Rule in
      (rule.text, verdict == .holds ? true : verdict == .fails ? false : nil, GateOptions.text(verdict))
    }
    var warnings = chosen.warnings
    for (word, count) in compared.unmatched {
      warnings.append(
        "\(Counting.text(count, "launch", plural: "launches")) with \(given[within] ?? "") '\(word)' are in one group only, and left out"
      )
    }
    for imbalance in compared.imbalances {
      warnings.append(
        "\(imbalance.label) differs: \(imbalance.word) is \(percent(imbalance.before)) of \(chosen.before.name) and "
          + "\(percent(imbalance.after)) of \(chosen.after.name); compare '--within \(imbalance.label)'")
    }
    return MeasuredComparison(
      flow: flow, label: given[by] ?? "version", within: given[within],
      before: side(compared, chosen.before.name, isAfter: false),
      after: side(compared, chosen.after.name, isAfter: true), figures: figures(compared), risk: risk,
      rules: rules, ruleRisk: gate.risk, warnings: warnings)
  }

  private static func side(
    _ compared: GroupComparison, _ name: String, isAfter: Bool
  ) -> MeasuredComparison.Side {
    let times = compared.times(isAfter: isAfter, atMost: mostPoints)
    var points: [(time: Int64, share: Double)] = []
    for time in times where time != points.last?.time {
      points.append((time, compared.landed(by: time, isAfter: isAfter)))
    }
    return (name, isAfter ? compared.after : compared.before, ShareCurve(points: points))
  }

  /// All intervals together keep the risk.
  private static func figures(_ compared: GroupComparison) -> [MeasuredComparison.Figure] {
    var figures: [(name: String, kind: MeasuredComparison.Figure.Kind, figure: GroupComparison.Figure)] = [
      ("p50", .time, .time(0.5)), ("p95", .time, .time(0.95)), ("p99", .time, .time(0.99)),
      ("degraded", .degraded, .degraded),
    ]
    if compared.has(.cancelled) { figures.append(("cancelled", .cancelled, .cancelled)) }
    if compared.has(.unfinished) { figures.append(("unfinished", .unfinished, .unfinished)) }
    figures += compared.pages.prefix(mostPages).map { ($0, .page, .page($0)) }
    return figures.map { name, kind, figure in
      let estimate = compared.estimate(figure, risk: risk / Double(figures.count))
      let (least, most) = (estimate.difference.least, estimate.difference.most)
      return MeasuredComparison.Figure(
        name, kind, before: estimate.before, after: estimate.after, least: least.isFinite ? least : nil,
        most: most.isFinite ? most : nil)
    }
  }

  /// The most pages that are shown.
  private static let mostPages = 20

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
