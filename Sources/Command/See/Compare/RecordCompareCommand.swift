import LaunchFlowFleet
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow compare --records`
struct RecordCompareCommand {
  static let records = Option<String>.file("records").repeatable
  static let by = Option<String>.text("by", "LABEL")
  static let before = Option<String>.text("before", "WORD")
  static let after = Option<String>.text("after", "WORD")
  static let within = Option<String>.text("within", "LABEL")
  static let planned = Option<Int>.wholeNumber("planned", "LAUNCHES", atLeast: 1)
  static let shares = Option<String>.text("shares", "BEFORE:AFTER")

  /// The options that only apply to records.
  static let options: [any DeclaredOption] =
    [records, by, before, after, within, planned, shares] + RecordFilter.options
    + [GateOptions.gate, GateOptions.risk]

  /// The maximal probability that any interval misses the true difference.
  private static let risk = 0.05
  private static let mostPoints = 400

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let option = given.first(of: PlayOptions.all) {
      throw UsageError("'\(option.typed)' is for flows that are played, not for '--records'")
    }
    let label = given[by] ?? "version"
    if let within = given[within], within == label {
      throw UsageError("'--by' and '--within' name the same label '\(within)'")
    }
    var launches = RecordedLaunches(by: label, within: given[within])
    let expected = try expectedShare(given)
    var files = RecordFiles(
      given.all(records) + given.arguments, try RecordFilter(given, flow: nil), Parallelism(threads: nil),
      in: world)
    try files.forEach { launches.add($0) }
    if label != "version" { files.warnOfMixedVersions() }
    guard let flow = launches.flow else {
      world.report("error: there are no records to compare")
      return .problemsFound
    }
    func note(_ count: Int, _ what: String) {
      if count > 0 { world.report("note: \(Counting.text(count, "record")) \(what); left out") }
    }
    note(launches.ofOtherFlows, "of other flows than '\(flow)'")
    let labels = [given[by], given[within]].compactMap(\.self).joined(separator: " or ")
    note(launches.withoutLabel, "without the label \(labels)")
    let chosen = try ComparedGroups(launches.groups, by: label, before: given[before], after: given[after])
    let compared = GroupComparison(
      launches, chosen.before.words, chosen.after.words, looks: given[planned].map { .until($0) } ?? .always)
    guard compared.isPossible else {
      world.report("error: the two groups have no word of the label '\(given[within] ?? "")' in common")
      return .problemsFound
    }
    let gate = try GateOptions.gate(given, pages: compared.pages)
    let missing = expected.flatMap { objection(to: $0, compared, chosen) }
    if expected == nil, chosen.hasControlGroup {
      world.report(
        "note: whether launches are missing is not checked; give the shares of the manifest, such as '--shares 5:10'"
      )
    }
    let verdicts = compared.verdicts(gate, isWhole: missing == nil)
    var comparison = measured(compared, chosen, flow: flow, given, gate, verdicts)
    if let missing { comparison.warnings.insert(missing, at: 0) }
    let report = Report(given, in: world)
    try report.write(report.text(Picture(comparison), MeasuredComparisonJSON.value(comparison)))
    let status = GateReport.status(verdicts)
    return missing != nil && status == .fine ? .couldNotRun : status
  }

  /// The second group's share of all launches according to the manifest.
  private static func expectedShare(_ given: Given) throws(UsageError) -> Double? {
    guard let text = given[shares] else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ $0 > 0 && $0 <= 1e9 }) else {
      throw UsageError("'--shares' must be two numbers above 0, such as 5:10, not '\(text)'")
    }
    return parts[1] / (parts[0] + parts[1])
  }

  /// The group with fewer launches than its share, as a sentence; nil if chance explains the numbers.
  private static func objection(
    to expected: Double, _ compared: GroupComparison, _ chosen: ComparedGroups
  ) -> String? {
    let share = compared.share(risk: risk)
    guard expected < share.least || expected > share.most else { return nil }
    let all = Double(compared.before.count + compared.after.count)
    let isAfter = expected > share.seen
    let (name, side) =
      isAfter ? (chosen.after.name, compared.after) : (chosen.before.name, compared.before)
    let other = isAfter ? expected : 1 - expected
    return
      "\(name) has \(Counting.text(side.count, "launch", plural: "launches")), and its share of all is "
      + "\(Counting.grouped(Int((all * other).rounded()))): the missing ones may be launches that users abandoned"
  }

  private static func measured(
    _ compared: GroupComparison, _ chosen: ComparedGroups, flow: String, _ given: Given, _ gate: Gate,
    _ verdicts: [Gate.Verdict]
  ) -> MeasuredComparison {
    var warnings = chosen.warnings
    let most = max(compared.before.count, compared.after.count)
    if let planned = given[planned], most - planned > planned / 20 {
      warnings.append(
        "the plan was to judge \(Counting.grouped(planned)) launches; later looks add to the risk")
    }
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
      before: side(compared.before, chosen.before.name),
      after: side(compared.after, chosen.after.name),
      figures: MeasuredComparison.Figure.all(
        times: [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)],
        pages: compared.pages.prefix(mostPages).enumerated().map { ($0, $1) }, risk: risk,
        of: compared), risk: risk,
      cases: "such rollouts, however often you look",
      rules: GateReport.rules(gate, verdicts), ruleRisk: gate.risk, warnings: warnings, notes: [])
  }

  private static func side(_ side: GroupSample, _ name: String) -> MeasuredComparison.Side {
    (name, side.count, side.installations, ShareCurve(points: side.landings.curve(atMost: mostPoints)))
  }

  private static let mostPages = 20

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
