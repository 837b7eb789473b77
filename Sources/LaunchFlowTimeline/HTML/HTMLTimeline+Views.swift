import LaunchFlowMachine
import LaunchFlowModel

extension HTMLTimeline {
  /// How many steps the views that rank list at the most.
  private static let ranked = 50

  /// The steps that the landing waited for, with what each added.
  func addChain(_ page: inout XMLBuilder) {
    let path = chart.summary.criticalPath
    if path.isEmpty { page.element("p", content: "Nothing.") }
    page.begin("ol")
    for step in path {
      let past = chart.summary.steps[step]
      let (ready, end) = (past.ready ?? past.start ?? past.end ?? 0, past.end ?? chart.summary.end)
      let waited = (past.start ?? end) - ready
      let words = [
        "\(TimeText.exact(end - ready))", "from \(TimeText.exact(ready)) to \(TimeText.exact(end))",
        waited > 0 ? "of it queued \(TimeText.exact(waited))" : nil, past.settlement?.status.rawValue,
      ]
      page.begin("li")
      page.element("strong", content: chart.trace.steps[step].name)
      page.element("span", content: " " + words.compactMap(\.self).joined(separator: ", "))
      page.end()
    }
    page.end()
  }

  /// The steps as boxes, with what waited for what.
  func addGraph(_ page: inout XMLBuilder) {
    guard let graph = SVGGraph(chart, prefix: "lf-graph") else {
      let many = "There are too many steps to draw; 'launchflow graph' writes them all for other tools."
      page.element("p", ("class", "note"), content: chart.rows.isEmpty ? "Nothing." : many)
      return
    }
    if graph.hidden > 0 {
      page.element("p", ("class", "note"), content: "\(graph.hidden) quiet steps are left out.")
    }
    page.raw("<div class=\"scroll\">\n")
    page.raw(graph.text())
    page.raw("</div>\n")
  }

  /// The steps by the time that they worked themselves, with what it would have saved had they taken none.
  func addBlame(_ page: inout XMLBuilder) {
    let estimate = SavingEstimate(chart)
    let worked = chart.trace.steps.indices.map { step in (step: step, time: ownTime(of: step)) }
      .filter { $0.time > 0 }.sorted { ($1.time, $0.step) < ($0.time, $1.step) }.prefix(Self.ranked)
    let longest = worked.first?.time ?? 1
    page.beginTable(["step", "own work", "", "would have saved at most"])
    for (step, time) in worked {
      let saving = estimate.saving(without: step)
      page.begin("tr")
      page.element("th", ("scope", "row"), content: chart.trace.steps[step].name)
      page.element("td", ("class", "figure"), content: TimeText.exact(time))
      let share = 160 * Double(time) / Double(longest)
      page.raw(
        "<td><svg class=\"lf\" width=\"160\" height=\"12\" aria-hidden=\"true\"><rect class=\"work\" "
          + "width=\"\(share.coordinate)\" height=\"12\" rx=\"2\"/></svg></td>\n")
      page.element("td", ("class", "figure"), content: saving > 0 ? TimeText.exact(saving) : "")
      page.end()
    }
    page.endTable()
  }

  /// Everything in figures, for those who read rather than look.
  func addTable(_ page: inout XMLBuilder) {
    page.beginTable(["step", "status", "result or reason", "source", "start", "end", "attempts"])
    for (index, step) in chart.trace.steps.enumerated() {
      let past = chart.summary.steps[index]
      let reason = chart.trace.skipReason(past.settlement?.reason, of: index)
      page.row(
        step.name,
        [
          (past.settlement?.status.rawValue ?? "open", false),
          (past.settlement?.name ?? reason ?? past.attempts.last?.error ?? "", false),
          (past.settlement?.source?.rawValue ?? "", false),
          (past.start.map { TimeText.exact($0) } ?? "", true),
          (past.end.map { TimeText.exact($0) } ?? "", true),
          (past.attempts.isEmpty ? "" : "\(past.attempts.count)", true),
        ])
    }
    page.endTable()
  }

  private func ownTime(of step: Int) -> Int64 {
    let past = chart.summary.steps[step]
    let end = past.end ?? chart.summary.end
    return past.attempts.reduce(0) { $0 + max(0, min($1.end ?? end, end) - $1.start) }
  }
}
