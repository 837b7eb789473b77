import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// What tuning found: the changed keys, and the figures before and after.
struct TuneReport {
  let request: TuneRequest
  let outcome: TuneOutcome

  /// The change of the file as a unified diff; empty without a better flow.
  var difference: String {
    let source = request.tuner.file.source
    guard let better = outcome.better else { return "" }
    return UnifiedDifference(path: source.name, from: source.bytes, to: better.text.bytes).text
  }

  /// Text for people.
  var text: String {
    let scenario = request.played.simulation.scenario.name.map { " · \($0)" } ?? ""
    var text = "\(request.tuner.file.flow.name)\(scenario) · \(request.goal) minimised · "
    text += request.tuner.rules.map(\.text).joined(separator: ", ") + "\n\n"
    guard let better = outcome.better else { return (text + nothingFound + "\n" + refusals).visibleLines }
    text += TextColumns.text(
      better.changes.map { [$0.axis.name, "\($0.axis.text($0.axis.own)) → \($0.axis.text($0.value))"] })
    text += "\n" + TextColumns.text(rows(better))
    text += "\nThe latest landing of all runs, proved: \(Self.time(outcome.own.worst)) before, "
    text += "\(Self.time(better.side.worst)) now.\n"
    text += "\(Counting.text(outcome.candidates, "candidate")) played. The figures are those of seed "
    text += "\(outcome.seed), which chose nothing.\n" + refusals
    return text.visibleLines
  }

  /// Where the search ended without a better flow.
  var nothingFound: String {
    let count = Counting.text(outcome.candidates, "candidate")
    var text = "No better flow that keeps the rules: none found in \(count)."
    if let nearest = outcome.nearest {
      text += "\nThe nearest one breaks \(nearest.broken.map(\.text).joined(separator: ", ")): "
      text +=
        nearest.changes.map(\.description).joined(separator: ", ")
        + ", with p95 \(Self.time(nearest.figures.times[2])) and "
      text += "\(TimeText.percent(nearest.figures.share(nearest.figures.degraded))) degraded."
    }
    return text
  }

  private func rows(_ better: TuneOutcome.Better) -> [[String]] {
    let sides = [outcome.own.figures, better.side.figures]
    func row(_ name: String, _ count: (TuneFigures) -> Int) -> [String] {
      [name] + sides.map { TimeText.percent($0.share(count($0))) }
    }
    var rows = [["", "file", "tuned"]]
    for (index, name) in ["p50", "p90", "p95", "p99"].enumerated() {
      rows.append([name] + sides.map { Self.time($0.times[index]) })
    }
    rows.append(row("degraded", \.degraded))
    for (index, page) in request.tuner.file.flow.pages.enumerated()
    where sides.contains(where: { $0.pages[index] > 0 }) {
      rows.append(row("on " + page.name) { $0.pages[index] })
    }
    return rows + [["runs"] + sides.map { Counting.grouped($0.runs) }]
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

  /// To a millisecond.
  private static func time(_ nanoseconds: Int64) -> String {
    TimeText.exact((nanoseconds + 500_000) / 1_000_000 * 1_000_000)
  }
}
