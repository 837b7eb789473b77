import LaunchFlowMachine
import LaunchFlowModel

extension TerminalTimeline {
  /// What ran, where and when it landed, and what one after another would have taken.
  func header() -> [TerminalLine] {
    [title(), outcome(), notice(), serial()].flatMap {
      TerminalLine.wrap($0, separator: glyphs.separator, width: options.width, hang: 2)
    }
  }

  private func title() -> [TerminalLine] {
    let trace = chart.trace
    var parts = [TerminalLine(printable(trace.flow), .strong)]
    if let scenario = trace.scenario { parts.append(TerminalLine(printable(scenario))) }
    if let seed = trace.seed {
      parts.append(
        TerminalLine("seed \(seed)" + (trace.run.map { $0 > 0 ? ", run \($0)" : "" } ?? ""), .faint))
    }
    return parts
  }

  private func outcome() -> [TerminalLine] {
    let summary = chart.summary
    guard let landing = summary.landing, let landedAt = summary.landedAt else {
      let left = chart.deadline - summary.end
      return [
        TerminalLine("not landed after \(exact(summary.end))", .strong),
        TerminalLine(
          left > 0 ? "\(exact(left)) to the deadline" : "past its deadline", left > 0 ? .plain : .bad),
      ]
    }
    var first = TerminalLine("landed on ")
    first.add(printable(landing.page), .landing)
    first.add(" at ")
    first.add(exact(landedAt), .landing)
    var parts = [first, margin(landedAt)]
    if landing.isDegraded { parts.append(TerminalLine("degraded", .recovered)) }
    if landing.isCancelled { parts.append(TerminalLine("cancelled", .bad)) }
    return parts
  }

  private func margin(_ landedAt: Int64) -> TerminalLine {
    let deadline = chart.deadline
    if landedAt == deadline { return TerminalLine("at its deadline", .recovered) }
    if landedAt > deadline {
      return TerminalLine("\(exact(landedAt - deadline)) after its deadline of \(exact(deadline))", .bad)
    }
    return TerminalLine("\(exact(deadline - landedAt)) before its deadline of \(exact(deadline))")
  }

  private func notice() -> [TerminalLine] {
    guard let notice = chart.summary.landing?.notice else { return [] }
    let text = printable(options.notice ?? notice.text)
    guard !text.isEmpty else { return [] }
    let style = notice.style.rawValue
    let room = options.width - style.count - 5
    return [TerminalLine("\(style) \"\(text.cut(to: room, ellipsis: glyphs.ellipsis))\"")]
  }

  private func serial() -> [TerminalLine] {
    let summary = chart.summary
    let times = { (serial: Int64) in
      summary.landedAt.flatMap { TimeText.ratio(serial, to: $0) }.map { ", \($0)\(glyphs.times) as long" }
        ?? ""
    }
    let work = summary.serialWork
    let worst = chart.trace.serialWorstCase
    var parts: [TerminalLine] = []
    if work > 0 { parts.append(TerminalLine("one after another \(exact(work))\(times(work))")) }
    if worst > 0 { parts.append(TerminalLine("at the worst \(exact(worst))\(times(worst))")) }
    return parts
  }
}
