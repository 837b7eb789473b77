// The row of a step.
extension Scene.Row {
  init(step index: Int, depth: Int, in summary: TraceSummary, _ titles: StepTitles) {
    let (step, past) = (summary.trace.steps[index], summary.steps[index])
    let caption = StepCaption.caption(of: index, in: summary, titles)
    let isCritical = summary.criticalPath.contains(index)
    self.init(
      label: titles.step(index), depth: depth,
      emphasis: isCritical || step.kind == .group ? .strong : caption.outcome == .skipped ? .faint : .plain,
      isCritical: isCritical, caption: caption)
    if step.kind == .group, let start = past.start {
      bars.append(.init(sign: .group, start: start, end: past.end ?? summary.end))
    }
    let most = Self.mostAttempts(in: summary.trace)
    addWaiting(past, most, now: summary.end)
    if step.kind != .group { addAttempts(step, past, most, summary) }
    addMarks(step, past, now: summary.end)
    let isLate = bars.contains { $0.sign == .late || $0.sign == .abandoned }
    details.step = index
    details.isNotable =
      isCritical || isLate || caption.outcome == .failed || caption.outcome == .recovered
  }

  /// How many attempts of one step are drawn: a page of all attempts of a long run would have tens of megabytes.
  static func mostAttempts(in trace: Trace) -> Int { max(8, 5_000 / max(1, trace.steps.count)) }

  private mutating func addWaiting(_ past: TraceSummary.Step, _ most: Int, now: Int64) {
    if let queued = past.queued {
      bars.append(.init(sign: .queued, start: queued, end: past.start ?? past.end ?? now))
    }
    let hidden = past.waits.middle(beyond: most)
    for (place, wait) in past.waits.enumerated() where !hidden.contains(place) {
      let end = past.end == nil ? min(wait.end, now) : wait.end
      var bar = Scene.Bar(sign: wait.reason.sign, start: wait.start, end: end)
      if wait.reason == .retryAfter { bar.words = "waits to retry, as the server asks" }
      if wait.reason == .wait, past.settlement?.status == .timedOut { bar.ending = .timedOut }
      bars.append(bar)
    }
  }

  private mutating func addAttempts(
    _ step: Trace.Step, _ past: TraceSummary.Step, _ most: Int, _ summary: TraceSummary
  ) {
    let hidden = past.attempts.middle(beyond: most)
    for (place, attempt) in past.attempts.enumerated() where !hidden.contains(place) {
      let end = attempt.end ?? summary.end
      if attempt.isAbandoned {
        bars.append(.init(sign: .abandoned, start: end, end: attempt.abandonedEnd ?? summary.end))
      }
      var bar = Scene.Bar(
        sign: attempt.origin == .own ? .work : .fallbackWork, start: attempt.start, end: end,
        label: past.attempts.count > 1 ? "\(attempt.number)" : nil)
      if attempt.isBeside {
        bar.half = .lower
      } else if past.attempts.contains(where: {
        $0.isBeside && $0.start < end && $0.end ?? .max > attempt.start
      }) {
        bar.half = .upper
      }
      (bar.outcome, bar.ending) = Self.outcome(of: attempt, settled: caption?.outcome)
      var late = attempt.lateSince
      // Work after the landing is late, except in the tail.
      if let landedAt = summary.landedAt, !step.isTail { late = min(late ?? landedAt, landedAt) }
      if let late, late < end {
        var rest = bar
        (rest.sign, rest.start, rest.label) = (.late, max(late, attempt.start), nil)
        bars.append(rest)
        guard late > attempt.start else { continue }
        // An attempt has one colour, except that a fallback may have replaced it before its end.
        if caption?.outcome == .recovered { bar.outcome = .recovered }
        (bar.end, bar.ending) = (late, nil)
      }
      bars.append(bar)
    }
    guard let first = past.attempts[hidden].first, let last = past.attempts[hidden].last else { return }
    var bar = Scene.Bar(
      sign: .folded, start: first.start, end: last.end ?? summary.end, label: "\(first.number)–\(last.number)"
    )
    bar.words = "\(hidden.count) attempts that are not drawn"
    bars.append(bar)
  }

  /// The look of an attempt's bar, and the sign at its end.
  private static func outcome(
    of attempt: TraceSummary.Attempt, settled: Scene.Outcome?
  ) -> (Scene.Outcome, Sign?) {
    switch attempt.outcome {
    case .succeeded: (outcome(settled: settled), nil)
    case .failed(.timeout), .cut: (.failed, .timedOut)
    case .refused, .failed: (.failed, .failed)
    case .cancelled: (.cancelled, .cancelled)
    case nil: (.open, nil)
    }
  }

  /// The look of work that did not fail itself, by the step's outcome.
  private static func outcome(settled: Scene.Outcome?) -> Scene.Outcome {
    settled == .recovered || settled == .open ? settled ?? .open : .succeeded
  }

  private mutating func addMarks(_ step: Trace.Step, _ past: TraceSummary.Step, now: Int64) {
    let isRecovered = past.settlement?.status == .recovered
    guard let start = past.start else {
      if isRecovered, let end = past.end { marks.append(.init(sign: .recovered, time: end)) }
      return
    }
    let end = past.end ?? now
    if let deadline = step.deadline, case let (time, overflow) = start.addingReportingOverflow(deadline),
      !overflow, time > max(end, past.lateEnd ?? end)
    {
      marks.append(.init(sign: .stepDeadline, time: time))
    }
    for attempt in past.attempts where attempt.isBeside {
      marks.append(.init(sign: .fallbackDue, time: attempt.start))
    }
    if past.endCause == .softDeadline { marks.append(.init(sign: .fallbackDue, time: end)) }
    if isRecovered { marks.append(.init(sign: .recovered, time: end)) }
    if past.attempts.isEmpty, past.waits.isEmpty, step.kind != .group, !isRecovered {
      marks.append(.init(sign: .instant, time: end, outcome: caption?.outcome ?? .succeeded))
    }
  }
}

extension Array {
  /// The places between the first and the last elements of a list that is longer than the limit.
  func middle(beyond most: Int) -> Range<Int> {
    count > most ? most / 2..<count - most / 2 : 0..<0
  }
}

extension WaitReason {
  fileprivate var sign: Sign {
    switch self {
    case .retry, .retryAfter: .backoff
    case .poll: .poll
    case .wait: .waiting
    }
  }
}
