import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

extension TuneReport {
  /// Text for people.
  var text: String {
    guard let better = outcome.better else {
      return (headline + "\n\n" + nothingFound + "\n" + refusals).visibleLines
    }
    var text = headline + "\n\n"
    text +=
      TextColumns.text(better.changes.map { [$0.axis.name, "\(old($0)) → \($0.axis.text($0.value))"] }) + "\n"
    text += figures(better)
    text += "\nThe latest landing of all runs, proved: \(Self.time(outcome.own.worst)) before, "
    text += "\(Self.time(better.side.worst)) now.\n"
    text += cost
    text += "\n" + searched + "\n" + refusals
    return text.visibleLines
  }

  private var headline: String {
    let goal = request.isMaximised ? "share of \(request.goal) maximised" : "\(request.goal) minimised"
    let scenario = request.played.simulation.scenario.name.map { " · \($0)" } ?? ""
    return "\(request.flow.name)\(scenario) · \(goal) · " + request.rules.map(\.text).joined(separator: ", ")
  }

  private var searched: String { "\(Counting.text(outcome.candidates, "candidate")) played." }

  /// Where the search ended without a better flow.
  var nothingFound: String {
    let count = Counting.text(outcome.candidates, "candidate")
    var text = "No better flow that keeps the rules: none found in \(count)."
    if let nearest = outcome.nearest {
      text += "\nThe nearest one breaks \(nearest.broken.map(\.text).joined(separator: ", ")): "
      text += Self.text(nearest.changes) + ", with "
      text += "p95 \(Self.time(nearest.figures.times[2])) and "
      text += "\(SharePercent.text(nearest.figures.degradedShare)) degraded."
    }
    return text
  }

  private func old(_ change: TuneOutcome.Change) -> String { change.axis.text(change.axis.own) }

  private static func text(_ changes: [TuneOutcome.Change]) -> String {
    changes.map { "\($0.axis.name) \($0.axis.text($0.value))" }.joined(separator: ", ")
  }

  // MARK: - Parts

  private func figures(_ better: TuneOutcome.Better) -> String {
    let sides = [
      outcome.own.chosen, better.side.chosen, outcome.own.confirmed, better.side.confirmed,
    ]
    var rows = [["", "file", "tuned", "file", "tuned"]]
    for (index, name) in ["p50", "p90", "p95", "p99"].enumerated() {
      rows.append([name] + sides.map { Self.time($0.times[index]) })
    }
    rows.append(["mean"] + sides.map { Self.time($0.mean) })
    rows.append(["degraded"] + sides.map { SharePercent.text($0.degradedShare) })
    for (index, page) in request.flow.pages.enumerated() where sides.contains(where: { $0.pages[index] > 0 })
    {
      rows.append(["on " + page.name] + sides.map { SharePercent.text($0.share($0.pages[index])) })
    }
    rows.append(["runs"] + sides.map { Counting.grouped($0.runs) })
    let headings = ["chosen by seed \(outcome.seeds.chosen)", "confirmed by seed \(outcome.seeds.confirmed)"]
    return TextColumns.text(rows, under: headings)
  }

  /// Which steps time out and fall back more often or less often.
  private var cost: String {
    guard !steps.isEmpty else { return "" }
    var rows = [["", "attempt timed out", "fallback used"]]
    for step in steps {
      rows.append([
        step.name,
        "\(SharePercent.text(step.timedOut.before)) → \(SharePercent.text(step.timedOut.after))",
        "\(SharePercent.text(step.recovered.before)) → \(SharePercent.text(step.recovered.after))",
      ])
    }
    return "\nRuns of seed \(outcome.seeds.confirmed) in which a step\n" + TextColumns.text(rows)
  }

  private static let mostRefusals = 5

  private var refusals: String {
    guard !outcome.refusals.isEmpty else { return "" }
    var text = "Refused, although the figures were better:\n"
    for refusal in outcome.refusals.prefix(Self.mostRefusals) {
      text += "  \(Self.text(refusal.changes)): \(refusal.reason)\n"
    }
    let more = outcome.refusals.count - Self.mostRefusals
    if more > 0 { text += "  and \(more) more\n" }
    return text
  }

  /// To a millisecond.
  private static func time(_ nanoseconds: Int64) -> String {
    TimeText.exact((nanoseconds + 500_000) / 1_000_000 * 1_000_000)
  }
}
