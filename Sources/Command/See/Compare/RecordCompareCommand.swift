import LaunchFlowFleet
import LaunchFlowTimeline

struct RecordCompareCommand {
  static let records = Option<String>.text("records", "FILE", .file).repeatable
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
    var files = try RecordFiles(given.all(records) + given.arguments, given, of: nil, in: world)
    try files.forEach({ $0 }) { launches.add($0) }
    if label != "version" { files.warnOfMixedVersions() }
    guard let flow = files.filter.flow, !launches.groups.isEmpty || launches.withoutLabel > 0 else {
      world.report("error: there are no records to compare")
      return .problemsFound
    }
    if launches.withoutLabel > 0 {
      let labels = [given[by], given[within]].compactMap(\.self).joined(separator: " or ")
      let count = Counting.text(launches.withoutLabel, "record")
      world.report("note: \(count) without the label \(labels) left out")
    }
    let chosen = try ComparedGroups(launches.groups, by: label, before: given[before], after: given[after])
    let compared = GroupComparison(
      launches, chosen.before.words, chosen.after.words, looks: given[planned].map { .until($0) } ?? .always)
    guard compared.smallest > 0 else {
      world.report("error: the two groups have no value of the label '\(given[within] ?? "")' in common")
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
    var comparison = MeasuredComparison(
      compared, of: flow, before: side(compared.before, chosen.before.name),
      after: side(compared.after, chosen.after.name),
      times: [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)],
      pages: compared.frequentPages.prefix(mostPages).map { ($0, compared.pages[$0]) })
    (comparison.label, comparison.within) = (label, given[within])
    comparison.cases = "such rollouts, however often you look"
    comparison.warnings = [missing].compactMap(\.self) + warnings(compared, chosen, given)
    GateReport.add(gate, verdicts, to: &comparison)
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
    let share = compared.share(risk: 0.05)
    guard expected < share.least || expected > share.most else { return nil }
    let all = Double(compared.before.count + compared.after.count)
    let isAfter = expected > share.seen
    let (name, side) =
      isAfter ? (chosen.after.name, compared.after) : (chosen.before.name, compared.before)
    let other = isAfter ? expected : 1 - expected
    return
      "\(name) has \(Counting.text(side.count, "launch")), but its share of all launches would be "
      + "\(Counting.grouped(Int((all * other).rounded()))): the missing ones may be launches that users abandoned"
  }

  /// The reasons to doubt the comparison, as sentences.
  private static func warnings(
    _ compared: GroupComparison, _ chosen: ComparedGroups, _ given: Given
  ) -> [String] {
    var warnings = chosen.warnings
    let most = max(compared.before.count, compared.after.count)
    if let planned = given[planned], most - planned > planned / 20 {
      warnings.append(
        "the plan was to judge \(Counting.grouped(planned)) launches; later looks add to the risk")
    }
    for (word, count) in compared.unmatched {
      warnings.append(
        "\(Counting.text(count, "launch")) with \(given[within] ?? "") '\(word)' are in one group only, and left out"
      )
    }
    for imbalance in compared.imbalances {
      warnings.append(
        "\(imbalance.label) differs: \(imbalance.word) is \(percent(imbalance.before)) of \(chosen.before.name) and "
          + "\(percent(imbalance.after)) of \(chosen.after.name); compare '--within \(imbalance.label)'")
    }
    return warnings
  }

  private static func side(_ side: GroupSample, _ name: String) -> MeasuredComparison.Side {
    MeasuredComparison.side(name, side.count, installations: side.installations, side.landings)
  }

  private static let mostPages = 20

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
