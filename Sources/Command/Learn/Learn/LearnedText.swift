import LaunchFlowFleet
import LaunchFlowTimeline

/// What was learned, for people.
enum LearnedText {
  /// A line for each step: how many attempts, how many of them were cut, and the codes of their answers.
  static func lines(_ learner: Learner) -> [String] {
    var lines = ["learned from \(Counting.text(learner.launches, "launch", plural: "launches"))"]
    if let part = learner.factored {
      lines[0] += "; what their calls have in common from an even sample of \(Counting.grouped(part))"
    }
    for source in learner.sources {
      var line = "\(source.name): \(Counting.text(source.attempts, "attempt"))"
      if source.cut > 0 { line += ", \(percent(source.cut, of: source.attempts)) cut" }
      let codes = source.codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
      for (code, count) in codes { line += ", \(percent(count, of: source.attempts)) \(code)" }
      lines.append(line)
    }
    return lines
  }

  /// The recorded launches beside the played scenario.
  static func lines(_ check: LearnedCheck, _ name: String) -> [String] {
    let rows = check.rows.map { row in
      let values = [row.recorded, row.played].map {
        row.isTime ? TimeText.short(Int64($0)) : TimeText.percent($0)
      }
      return [row.name] + values + [row.differs ? "differs" : ""]
    }
    let table = TextColumns.text([["", "recorded", name, ""]] + rows)
    return table.split(separator: "\n").map(String.init)
  }

  /// A share with one decimal.
  static func percent(_ count: Int, of total: Int) -> String {
    guard total > 0 else { return "0 %" }
    let tenths = Int((Double(count) * 1_000 / Double(total)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
