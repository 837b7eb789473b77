import LaunchFlowMachine
import LaunchFlowModel

/// All that is known of a step, line by line: for pointing at it, for the keyboard, for screen readers.
struct StepDetails {
  private let chart: RunChart
  private let index: Int
  private let past: TraceSummary.Step
  private var step: Trace.Step { chart.trace.steps[index] }

  static func lines(of index: Int, in chart: RunChart) -> [Scene.Details.Line] {
    StepDetails(chart: chart, index: index, past: chart.summary.steps[index]).lines()
  }

  private func lines() -> [Scene.Details.Line] {
    var lines: [Scene.Details.Line] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { lines.append(.init(label: label, text: text)) }
    }
    let end = past.end ?? chart.summary.end
    add("status", status)
    add("time", past.start.map { "\(time($0)) to \(time(end)), \(time(end - $0))" } ?? "never started")
    let worked = chart.ownTime(of: index)
    if let start = past.start, worked > 0 {
      add("own work", "\(time(worked)), waiting \(time(max(0, end - (past.queued ?? start) - worked)))")
    }
    add("queued", past.queued.map { "\(time($0)) to \(time(past.start ?? end))" })
    for attempt in past.attempts { add("attempt \(attempt.number)", Self.words(of: attempt)) }
    add("rounds", past.rounds.count > 1 ? "\(past.rounds.count)" : nil)
    add("stored", past.storedTo)
    if let slack = chart.slack(of: index) { add("slack", time(slack)) }
    add("critical path", chart.critical.contains(index) ? "yes" : nil)
    add(
      "could save",
      chart.savings[index].map { $0 > 0 ? "at most \(time($0))" : "nothing: others took as long" })
    add("needs", labels(step.needs))
    add("after", labels(step.after))
    add("waited for by", labels(chart.dependents[index]))
    add("lane", step.lane)
    add("in the file", place)
    return lines
  }

  private var status: String {
    guard let settlement = past.settlement else { return past.start == nil ? "open" : "running" }
    let reason = chart.trace.skipReason(settlement.reason, of: index, name: chart.trace.label(ofStep:))
    return [
      settlement.status.rawValue, settlement.name, settlement.source.map { "from \($0.rawValue)" }, reason,
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  /// Where the step stands in the flow's file.
  private var place: String {
    var names: [String] = []
    var current: Int? = index
    // A group comes before its members, so the indices fall and this ends.
    while let index = current {
      names.append("steps/" + chart.trace.steps[index].name)
      current = chart.trace.steps[index].group.flatMap { $0 >= 0 && $0 < index ? $0 : nil }
    }
    return "/" + names.reversed().joined(separator: "/")
  }

  private static func words(of attempt: TraceSummary.Attempt) -> String {
    let parts = [
      "\(time(attempt.start)) to \(attempt.end.map(time) ?? "now")",
      attempt.origin == .own ? nil : "fallback", attempt.outcomeWord ?? "running",
      attempt.outcome == .cut ? nil : attempt.error, attempt.codes?.text,
      attempt.lateSince.map { "late since \(time($0))" },
      attempt.isAbandoned
        ? "ignored its cancellation" + (attempt.abandonedEnd.map { " until \(time($0))" } ?? "") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private func labels(_ steps: [Int]) -> String {
    let labels = steps.filter(chart.trace.steps.indices.contains).map { chart.trace.label(ofStep: $0) }
    return labels.count > 12
      ? labels.prefix(11).joined(separator: ", ") + " and \(labels.count - 11) more"
      : labels.joined(separator: ", ")
  }
}

private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds) }
