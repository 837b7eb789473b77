import LaunchFlowFleet
import LaunchFlowTimeline

/// What tuning found: the changed keys, and the figures before and after.
struct TuneReport {
  let request: TuneRequest
  let outcome: TuneOutcome

  var text: String {
    let scenario = request.tuner.scenario.name.map { " · \($0)" } ?? ""
    var text = "\(request.tuner.file.flow.name)\(scenario) · \(request.goal) minimised · "
    text += request.tuner.rules.map(\.text).joined(separator: ", ") + "\n\n"
    guard let better = outcome.better else { return (text + nothingFound + "\n" + refusals).visibleLines }
    text += TextColumns.text(
      better.changes.map { [$0.axis.name, "\($0.axis.text($0.axis.own)) → \($0.axis.text($0.value))"] })
    text += "\n" + TextColumns.text(rows(better))
    text += "\nThe latest landing of all runs, proved: \(TimeText.moment(outcome.worst)) before, "
    text += "\(TimeText.moment(better.worst)) now.\n"
    text += "\(Counting.text(outcome.candidates, "candidate")) played. The figures are those of seed "
    text += "\(outcome.seed), which the search did not use.\n" + refusals
    return text.visibleLines
  }

  /// Where the search ended without a better flow.
  private var nothingFound: String {
    let count = Counting.text(outcome.candidates, "candidate")
    var text = "No better flow that keeps the rules was found in \(count)."
    if let nearest = outcome.nearest {
      text += "\nThe nearest one breaks \(nearest.broken.map(\.text).joined(separator: ", ")): "
      text +=
        nearest.changes.map(\.description).joined(separator: ", ")
        + ", with p95 \(TimeText.moment(nearest.figures.time(at: 0.95))) and "
      text += "\(Self.share(nearest.figures.tally.all.degraded, nearest.figures)) degraded."
    }
    return text
  }

  private func rows(_ better: TuneOutcome.Better) -> [[String]] {
    func row(_ name: String, _ text: (Distribution) -> String) -> [String] {
      [name, text(outcome.own), text(better.figures)]
    }
    let times = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)]
    let pages = outcome.own.pages.indices.filter {
      outcome.own.tally.pages[$0].count + better.figures.tally.pages[$0].count > 0
    }
    return [["", "file", "tuned"]]
      + times.map { name, share in row(name) { TimeText.moment($0.time(at: share)) } }
      + [row("degraded") { Self.share($0.tally.all.degraded, $0) }]
      + pages.map { page in
        row("on " + outcome.own.pages[page]) { Self.share($0.tally.pages[page].count, $0) }
      }
      + [row("runs") { Counting.grouped($0.runs) }]
  }

  private static func share(_ count: Int, _ played: Distribution) -> String {
    TimeText.percent(Double(count) / Double(played.runs))
  }

  private static let mostRefusals = 5

  private var refusals: String {
    guard !outcome.refusals.isEmpty else { return "" }
    var text = "Refused, although the figures were better:\n"
    for refusal in outcome.refusals.prefix(Self.mostRefusals) {
      text += "  \(refusal.changes.map(\.description).joined(separator: ", ")): \(refusal.reason)\n"
    }
    let more = outcome.refusals.count - Self.mostRefusals
    return text + (more > 0 ? "  and \(more) more\n" : "")
  }
}
