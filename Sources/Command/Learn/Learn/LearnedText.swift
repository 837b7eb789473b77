import LaunchFlowFleet
import LaunchFlowTimeline

enum LearnedText {
  /// A line for each step: how many attempts, how many of them were cut, and the codes of their answers; and a table of
  /// the kinds.
  static func lines(_ learner: Learner, _ kinds: [Learner.Kind]) -> [String] {
    var lines = ["learned from " + Counting.text(learner.launches, "launch")]
    if learner.withoutLanding > 0 {
      lines[0] += ", \(Counting.grouped(learner.withoutLanding)) of which never landed and are not compared"
    }
    if learner.stride > 1 { lines[0] += "; the kinds are those of one in \(learner.stride)" }
    for source in learner.sources where source.attempts > 0 {
      var line = "\(source.name): \(Counting.text(source.attempts, "attempt"))"
      func part(_ count: Int) -> String { TimeText.percent(Double(count) / Double(source.attempts)) }
      if source.cut > 0 { line += ", \(part(source.cut)) cut" }
      let codes = source.codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
      for (code, count) in codes { line += ", \(part(count)) \(code)" }
      lines.append(line)
    }
    let rows = kinds.map { [$0.name] + [$0.share, $0.failed, $0.cut].map(TimeText.percent) }
    return lines
      + (rows.isEmpty ? [] : TextColumns.lines([["", "launches", "attempts failed", "cut"]] + rows))
  }

  /// The recorded launches beside the played scenario.
  static func lines(_ check: LearnedCheck) -> [String] {
    TextColumns.lines(
      [["", "recorded", "learned", ""]]
        + check.rows.map { row in
          let values = [row.recorded, row.played].map {
            row.isTime ? TimeText.short(Int64($0)) : TimeText.percent($0)
          }
          return [row.name] + values + [row.differs ? "differs" : ""]
        })
  }
}
