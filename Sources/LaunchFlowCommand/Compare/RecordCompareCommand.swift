import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow compare --records`
struct RecordCompareCommand {
  static let records = Option<String>.file(
    "records", "A file of records, one a line. Each further argument is one as well."
  ).repeatable
  static let by = Option<String>.text(
    "by", "LABEL", "Compare groups of launches by this label of the records.", default: "the flow's version")
  static let before = Option<String>.text(
    "before", "WORD", "The first group, such as 'bundled' or 'control-of-12'.",
    default: "the control group of the second")
  static let after = Option<String>.text(
    "after", "WORD", "The second group.", default: "the newest delivered version")
  static let within = Option<String>.text(
    "within", "LABEL",
    "Compare launches of each word of this label with one another, so that the groups have the same mix of them."
  )

  /// The options that only records have.
  static let options = [
    records.declaration, by.declaration, before.declaration, after.declaration, within.declaration,
    GateOptions.gate.declaration.saying(
      "Fail where records prove that this is worse: p95<=+5%, degraded<=+1%, home>=-0.5%."),
    GateOptions.risk.declaration,
  ]

  /// How often any interval may miss the true difference.
  private static let risk = 0.05
  /// The most points of a curve.
  private static let mostPoints = 400

  /// Reads the records, compares two of their groups and writes the differences.
  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let option = PlayOptions.declarations.first(where: { given.texts[$0.name] != nil }) {
      throw UsageError("'\(option.typed)' is for flows that are played, not for '--records'")
    }
    let label = given[by] == "version" ? nil : given[by]
    if let within = given[within], within == given[by] {
      throw UsageError("'--by' and '--within' name the same label '\(within)'")
    }
    var groups = RecordedGroups(by: label, within: given[within])
    // One file after the other, so that only one is in memory.
    for path in given.all(records) + given.arguments {
      try RecordFiles([path], in: world).forEach(in: world) { groups.add($0) }
    }
    for note in groups.notes { world.report("note: \(note)") }
    guard let flow = groups.flow else {
      world.report("error: there are no records to compare")
      return .problemsFound
    }
    let chosen = try ComparedGroups(groups, before: given[before], after: given[after])
    let compared = GroupComparison(chosen.before.group, chosen.after.group)
    guard compared.isPossible else {
      world.report("error: \(Self.nothing(chosen, given[within]))")
      return .problemsFound
    }
    let gate = try GateOptions.gate(given, pages: compared.pages)
    let comparison = measured(compared, chosen, flow: flow, given, gate)
    let options = TextOptions(given, output: given[SharedOptions.output], in: world)
    let format = given[CompareCommand.format] ?? .text
    let text =
      switch format {
      case .text: Picture(comparison).text(options)
      case .json: MeasuredComparisonJSON.value(comparison).text(.pretty) + "\n"
      case .html: Picture(comparison).html()
      }
    try world.write(text, as: format.form, to: given[SharedOptions.output])
    return comparison.rules.contains { $0.verdict == .fails } ? .problemsFound : .fine
  }

  private static func nothing(_ chosen: ComparedGroups, _ within: String?) -> String {
    for (name, group) in [chosen.before, chosen.after] where group.count == 0 {
      return "no launch of '\(name)' is left to compare"
    }
    return "the two groups have no word of the label '\(within ?? "")' in common"
  }

  private static func measured(
    _ compared: GroupComparison, _ chosen: ComparedGroups, flow: String, _ given: Given, _ gate: Gate
  ) -> MeasuredComparison {
    let verdicts = zip(gate.rules, gate.verdicts(compared)).map { rule, verdict -> MeasuredComparison.Rule in
      let shown: MeasuredComparison.Rule.Verdict =
        switch verdict {
        case .holds: .holds
        case .fails: .fails
        case .undecided: .undecided
        }
      return MeasuredComparison.Rule(rule.text, shown)
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
      rules: verdicts, ruleRisk: gate.risk, warnings: warnings)
  }

  private static func side(
    _ compared: GroupComparison, _ name: String, isAfter: Bool
  ) -> MeasuredComparison.Side {
    let times = compared.times(isAfter: isAfter, atMost: mostPoints)
    var points: [ShareCurve.Point] = []
    for time in times where time != points.last?.time {
      points.append(.init(time, compared.landed(by: time, isAfter: isAfter)))
    }
    return MeasuredComparison.Side(
      name: name, launches: isAfter ? compared.after : compared.before, curve: ShareCurve(points: points))
  }

  /// All intervals together keep the risk.
  private static func figures(_ compared: GroupComparison) -> [MeasuredComparison.Figure] {
    let times = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)]
    var shares: [(String, MeasuredComparison.Figure.Kind, GroupComparison.Share)] = [
      ("degraded", .degraded, .degraded)
    ]
    if compared.hasCancelled { shares.append(("cancelled", .cancelled, .cancelled)) }
    shares += compared.pages.prefix(mostPages).map { ($0, .page, .page($0)) }
    let risk = Self.risk / Double(times.count + shares.count)
    func figure(
      _ name: String, _ kind: MeasuredComparison.Figure.Kind, _ estimate: GroupComparison.Estimate
    ) -> MeasuredComparison.Figure {
      .init(
        name, kind, before: estimate.before, after: estimate.after, least: estimate.least,
        most: estimate.most)
    }
    return times.map { figure($0.0, .time, compared.time(at: $0.1, risk: risk)) }
      + shares.map { figure($0.0, $0.1, compared.share($0.2, risk: risk)) }
  }

  /// The most pages that are shown.
  private static let mostPages = 20

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
