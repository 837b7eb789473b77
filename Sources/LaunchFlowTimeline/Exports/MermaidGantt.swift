import LaunchFlowMachine

/// A run as a Mermaid Gantt diagram, for documents that draw Mermaid: a bar a step, in whole milliseconds.
///
/// Mermaid knows three looks: the critical path is `crit`, what failed or timed out is `active`, and late work, which
/// nobody waits for, is `done`, the faintest.
package enum MermaidGantt {
  /// The diagram, with a line end after each line. Steps that never started are left out.
  package static func text(_ trace: Trace) -> String {
    let chart = RunChart(trace, showsAllSteps: true)
    var lines = [
      "gantt", "  title \(MermaidText.escaped(title(chart)))", "  dateFormat x",
      "  axisFormat \(chart.span < 60_000_000_000 ? "%S.%L" : "%M:%S")", "  todayMarker off",
    ]
    var section: Int?
    var isFirst = true
    for row in chart.rows {
      guard let index = row.step, trace.steps[index].kind != .group else { continue }
      let group = trace.steps[index].group
      if isFirst || group != section {
        let name = group.flatMap { trace.steps.indices.contains($0) ? chart.labels.step($0) : nil }
        lines.append("  section \(MermaidText.escaped(name ?? trace.title))")
      }
      (section, isFirst) = (group, false)
      lines += bars(row, index, chart)
    }
    lines += ends(chart)
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  private static func title(_ chart: RunChart) -> String {
    let landing = chart.summary.landing.map {
      "\($0.title) at \(TimeText.exact(chart.summary.landedAt ?? 0))"
    }
    return [chart.trace.title, chart.trace.scenario, landing].compactMap(\.self).joined(separator: ", ")
  }

  private static func bars(_ row: RunRow, _ index: Int, _ chart: RunChart) -> [String] {
    let past = chart.summary.steps[index]
    guard let start = past.start else { return [] }
    let caption = row.row.caption?.parts ?? []
    let name = MermaidText.escaped(
      "\(chart.labels.step(index)) (\(caption.joined(separator: " ")))")
    let end = past.end ?? chart.summary.end
    let isBad = row.row.caption?.outcome == .failed
    let tags = [row.row.isCritical ? "crit" : nil, isBad ? "active" : nil].compactMap(\.self)
    var lines = [bar(name, tags, from: start, to: end)]
    let late = past.attempts.contains { $0.lateSince != nil } ? past.lateEnd ?? chart.summary.end : end
    if late > end {
      lines.append(
        bar(MermaidText.escaped("\(chart.labels.step(index)), late"), ["done"], from: end, to: late))
    }
    return lines
  }

  private static func bar(_ name: String, _ tags: [String], from start: Int64, to end: Int64) -> String {
    // Mermaid draws nothing for a bar that ends where it starts.
    let (first, last) = (milliseconds(start), max(milliseconds(end), milliseconds(start) + 1))
    return "  \(name) :\((tags + ["\(first)", "\(last)"]).joined(separator: ", "))"
  }

  private static func ends(_ chart: RunChart) -> [String] {
    var lines: [String] = []
    if let page = chart.summary.landing?.title, let landedAt = chart.summary.landedAt {
      lines.append(milestone("landed on \(page)", at: landedAt))
    }
    if chart.deadline > 0, chart.deadline <= chart.span {
      lines.append(milestone("deadline", at: chart.deadline))
    }
    return lines.isEmpty ? [] : ["  section landing"] + lines
  }

  private static func milestone(_ name: String, at time: Int64) -> String {
    "  \(MermaidText.escaped(name)) :milestone, \(milliseconds(time)), 0ms"
  }

  private static func milliseconds(_ nanoseconds: Int64) -> Int64 { nanoseconds / 1_000_000 }
}
