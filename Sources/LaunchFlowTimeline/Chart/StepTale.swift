import LaunchFlowMachine
import LaunchFlowModel

/// All that is to be said about a row, in lines of text: for hovering, for the keyboard, for screen readers.
struct StepTale {
  /// One line: what it is about, and what is said.
  struct Line: Hashable {
    var label: String
    var text: String
  }

  let name: String
  private(set) var lines: [Line]

  init(_ row: TimelineRow, in chart: TimelineChart) {
    name = chart.name(of: row)
    guard let index = row.step else {
      let caption = StepCaption(row, in: chart, ascii: false)
      lines = [Line(label: "summary", text: caption.parts.joined(separator: ", "))]
      return
    }
    let trace = chart.trace
    let past = chart.summary.steps[index]
    var lines = [Line(label: "status", text: Self.status(past, trace, index))]
    let add = { (label: String, text: String?) in
      if let text, !text.isEmpty { lines.append(Line(label: label, text: text)) }
    }
    let end = past.end ?? chart.summary.end
    add("time", past.start.map { "\(time($0)) to \(time(end)), \(time(end - $0))" } ?? "never started")
    let worked = past.attempts.reduce(Int64(0)) { $0 + max(0, min($1.end ?? end, end) - $1.start) }
    if let start = past.start, worked > 0 {
      add("own work", "\(time(worked)), waiting \(time(max(0, end - (past.queued ?? start) - worked)))")
    }
    add("queued", past.queued.map { "\(time($0)) to \(time(past.start ?? end))" })
    for attempt in past.attempts {
      add("attempt \(attempt.number)", Self.tale(attempt, now: chart.summary.end))
    }
    add("rounds", past.rounds.count > 1 ? "\(past.rounds.count)" : nil)
    add("stored", past.storedTo)
    if let until = chart.slackEnd(of: index), until > end, past.start != nil {
      add("slack", time(until - end))
    }
    add("on the critical path", row.isCritical ? "yes" : nil)
    add("needs", Self.names(trace.steps[index].needs, trace))
    add("after", Self.names(trace.steps[index].after, trace))
    add("waited for it", Self.names(chart.dependents[index], trace))
    add("lane", trace.steps[index].lane)
    add("in the file", Self.place(of: index, trace))
    self.lines = lines
  }

  /// Says how much earlier the run could have landed at the most, had the step taken no time.
  mutating func add(saving: Int64) {
    let text = saving > 0 ? "at most \(time(saving)), had it taken no time" : "nothing: others took as long"
    lines.append(Line(label: "would have saved", text: text))
  }

  /// Where the step stands in the flow's file.
  private static func place(of step: Int, _ trace: Trace) -> String {
    var names: [String] = []
    var current: Int? = step
    // A group stands before its members, so the indices fall and this comes to an end.
    while let index = current {
      names.append("steps/" + trace.steps[index].name)
      current = trace.steps[index].group.flatMap { $0 >= 0 && $0 < index ? $0 : nil }
    }
    return "/" + names.reversed().joined(separator: "/")
  }

  /// All lines as one text.
  var text: String {
    "\(name): " + lines.map { "\($0.label): \($0.text)" }.joined(separator: "; ")
  }

  private static func status(_ past: TraceSummary.Step, _ trace: Trace, _ index: Int) -> String {
    guard let settlement = past.settlement else { return past.start == nil ? "open" : "running" }
    let source = settlement.source.map { "from \($0.rawValue)" }
    let reason = trace.skipReason(settlement.reason, of: index)
    return [settlement.status.rawValue, settlement.name, source, reason].compactMap(\.self).joined(
      separator: ", ")
  }

  private static func tale(_ attempt: TraceSummary.Attempt, now: Int64) -> String {
    let span = "\(time(attempt.start)) to \(attempt.end.map(time) ?? "now")"
    let parts = [
      span, attempt.origin == .own ? nil : "fallback", attempt.outcomeWord ?? "running",
      attempt.outcome == .cut ? nil : attempt.error, attempt.lateSince.map { "late since \(time($0))" },
      attempt.isAbandoned ? "abandoned" + (attempt.abandonedEnd.map { " until \(time($0))" } ?? "") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func names(_ steps: [Int], _ trace: Trace) -> String {
    let names = steps.filter(trace.steps.indices.contains).map { trace.steps[$0].name }
    return names.count > 12
      ? names.prefix(11).joined(separator: ", ") + " and \(names.count - 11) more"
      : names.joined(separator: ", ")
  }
}

private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds) }
