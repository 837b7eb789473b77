/// The details of a step, line by line: for the pointer, the keyboard and screen readers.
struct StepDetails {
  private let chart: RunChart
  private let index: Int
  private let past: TraceSummary.Step
  private var step: Trace.Step { chart.trace.steps[index] }

  static func lines(of index: Int, in chart: RunChart) -> [Scene.Details.Line] {
    StepDetails(chart: chart, index: index, past: chart.summary.steps[index]).lines()
  }

  private var times: String {
    let end = past.end ?? chart.summary.end
    return past.start.map { "\(time($0)) to \(time(end)), \(time(end - $0))" } ?? "never started"
  }

  private func lines() -> [Scene.Details.Line] {
    var lines: [Scene.Details.Line] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { lines.append(.init(label: label, text: text)) }
    }
    let end = past.end ?? chart.summary.end
    add("about", chart.run.summaries[step: step.name])
    add("status", status)
    add("time", times)
    let holder = past.laneHolder.map { ", behind \(chart.titles.step($0))" } ?? ""
    add("queued", past.queued.map { "\(time($0)) to \(time(past.start ?? end))\(holder)" })
    add("started by", past.start == nil ? nil : past.startCause.map(words))
    let hidden = past.attempts.middle(beyond: Scene.Row.mostAttempts(in: chart.trace))
    for (place, attempt) in past.attempts.enumerated() where !hidden.contains(place) {
      add("attempt \(attempt.number)", words(of: attempt))
    }
    add("left out", hidden.isEmpty ? nil : "\(hidden.count) attempts between the first and the last ones")
    add("ended by", past.settlement == nil ? nil : past.endCause.map(words))
    add("rounds", past.rounds.count > 1 ? "\(past.rounds.count)" : nil)
    add("stored", past.storedTo)
    if let slack = chart.slack(of: index) { add("slack", time(slack)) }
    add("critical path", chart.summary.criticalPath.contains(index) ? "yes" : nil)
    add("needs", labels(step.needs))
    add("after", labels(step.after))
    add("waited for by", labels(chart.dependents[index]))
    add("lane", step.lane)
    add("in the file", place)
    return lines
  }

  private var status: String {
    guard let settlement = past.settlement else { return past.start == nil ? "open" : "running" }
    let reason = chart.trace.skipReason(settlement.reason, of: index, name: chart.titles.step)
    return [
      settlement.status.rawValue, settlement.name, settlement.source.map { "from \($0.rawValue)" }, reason,
    ]
    .compactMap(\.self).joined(separator: ", ")
  }

  private var place: String {
    var names: [String] = []
    var current: Int? = index
    while let index = current {
      names.append("steps/" + chart.trace.steps[index].name)
      current = chart.trace.group(of: index)
    }
    return "/" + names.reversed().joined(separator: "/")
  }

  private func words(_ cause: Cause) -> String {
    switch cause {
    case .step(index): "the answer to the other attempt"
    case .step(let step): chart.titles.step(step)
    case .lane(let holder): "\(chart.titles.step(holder)), which held the lane"
    case .group(let group): "the group \(chart.titles.step(group))"
    case .landing: "the landing"
    case .softDeadline: "its soft deadline"
    case .deadline(index): "its own deadline"
    case .deadline(let group): "the deadline of \(chart.titles.step(group))"
    case .flowDeadline: "the flow's deadline"
    case .cancellation: "the run's cancellation"
    }
  }

  private func words(of attempt: TraceSummary.Attempt) -> String {
    let ending = [attempt.outcomeWord ?? "running", attempt.endCause.map { "by " + words($0) }]
    let parts = [
      "\(time(attempt.start)) to \(attempt.end.map(time) ?? "now")",
      attempt.origin == .own ? nil : attempt.isBeside ? "fallback beside the step's own attempt" : "fallback",
      ending.compactMap(\.self).joined(separator: " "),
      attempt.outcome == .cut ? nil : attempt.error, attempt.codes?.text,
      attempt.lateSince.map { "late since \(time($0))" },
      attempt.isAbandoned
        ? "ignored its cancellation" + (attempt.abandonedEnd.map { " until \(time($0))" } ?? "") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private func labels(_ steps: [Int]) -> String {
    let labels = steps.filter(chart.trace.steps.indices.contains).map(chart.titles.step)
    return labels.count > 12
      ? labels.prefix(11).joined(separator: ", ") + " and \(labels.count - 11) more"
      : labels.joined(separator: ", ")
  }
}

private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds) }
