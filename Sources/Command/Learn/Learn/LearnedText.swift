import LaunchFlowFleet
import LaunchFlowTimeline

enum LearnedText {
  /// A line for each step: how many attempts, how many of them were cut, and the codes of their answers; and a table of
  /// the kinds.
  static func lines(_ learner: Learner, _ kinds: [Learner.Kind]) -> [String] {
    var lines = ["learned from " + subject(learner)]
    if learner.withoutLanding > 0 {
      lines[0] += ", \(Counting.grouped(learner.withoutLanding)) of which never landed and are not compared"
    }
    if learner.stride > 1 { lines[0] += "; the kinds are those of one in \(learner.stride)" }
    for source in learner.sources {
      var line = "\(source.name): \(Counting.text(source.attempts, "attempt"))"
      func part(_ count: Int) -> String { TimeText.percent(Double(count) / Double(source.attempts)) }
      if source.cut > 0 { line += ", \(part(source.cut)) cut" }
      let codes = source.codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
      for (code, count) in codes { line += ", \(part(count)) \(code)" }
      lines.append(line)
    }
    guard !kinds.isEmpty else { return lines }
    return lines
      + table(
        [["", "launches", "attempts failed", "cut"]]
          + kinds.map { [$0.name] + [$0.share, $0.failed, $0.cut].map(TimeText.percent) })
  }

  /// How many launches it is, or how many calls where there are no launches.
  static func subject(_ learner: Learner) -> String {
    learner.launches > 0
      ? Counting.text(learner.launches, "launch", plural: "launches")
      : Counting.text(learner.sources.reduce(0) { $0 + $1.attempts }, "call")
  }

  /// The recorded launches beside the played scenario.
  static func lines(_ check: LearnedCheck) -> [String] {
    table(
      [["", "recorded", "learned", ""]]
        + check.rows.map { row in
          let values = [row.recorded, row.played].map {
            row.isTime ? TimeText.short(Int64($0)) : TimeText.percent($0)
          }
          return [row.name] + values + [row.differs ? "differs" : ""]
        })
  }

  private static func table(_ rows: [[String]]) -> [String] {
    TextColumns.text(rows).split(separator: "\n").map(String.init)
  }
}
