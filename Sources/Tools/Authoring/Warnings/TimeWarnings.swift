extension FlowWarnings {
  /// Warns of a retry without a second attempt or without an error class.
  func idleRetry() {
    for (index, step) in flow.steps.enumerated() where step.isCall {
      guard let retry = step.retry else { continue }
      check(retry, of: index, at: flow.path(of: index) / "retry")
    }
  }

  private func check(_ retry: Flow.Retry, of index: Int, at path: JSONPointer) {
    if retry.attempts == 1 {
      report.add("\"attempts\" includes the first one, so nothing is retried", at: path / "attempts")
      return
    }
    let method = flow.steps[index].work.request?.method
    let failures = flow.steps[index].failures + flow.serviceFailures(of: index)
    if let on = retry.on, retry.maxDelay != nil, on.contains(.server), !on.contains(.throttled),
      method != nil, !failures.contains(where: { $0.when?.holds(for: .null, status: 429) ?? false })
    {
      report.add(
        "\"on\" has \"server\" but not \"throttled\", so an answer of status 429 is not retried",
        at: path / "on")
    }
    guard retry.classes(for: method).isEmpty else { return }
    if retry.on != nil {
      report.add("no class of error is named, so nothing is retried", at: path / "on")
    } else if let method {
      report.add(
        "a \(method) is retried only for the error classes in \"on\", so nothing is retried", at: path, .key)
    }
  }

  /// Warns of a time-out or deadline that is never reached, because a shorter deadline around it comes first.
  func shadowedTime() {
    checkDefault()
    for (index, step) in flow.steps.enumerated() {
      let hasTimes =
        step.timeout != nil || step.deadline != nil || step.fallback.contains { !$0.isLocal }
      guard hasTimes else { continue }
      let path = flow.path(of: index)
      let outer = flow.outerBound(of: index)
      compare(step.timeout, "time-out", with: flow.bound(of: index), at: path / "timeout")
      compare(step.deadline, "deadline", with: outer, at: path / "deadline")
      for (position, fallback) in step.fallback.enumerated() {
        compare(fallback.timeout, "time-out", with: outer, at: path / "fallback" / position / "timeout")
      }
    }
  }

  private func compare(
    _ time: Duration?, _ what: String, with bound: TimeBound?, at path: JSONPointer
  ) {
    guard let time, let bound, time > bound.duration else { return }
    report.add(
      "the \(what) of \(time.documentText) is never reached: \(bound.owner) comes first, "
        + "after \(bound.duration.documentText)",
      at: path,
      notes: [bound.note])
  }

  /// The default time-out is reported once, and only if the flow's own deadline is shorter.
  private func checkDefault() {
    guard let timeout = flow.flow.defaults.timeout, timeout > flow.flow.deadline else { return }
    let takesIt = flow.steps.indices.contains { index in
      let step = flow.steps[index]
      return step.isCall && step.timeout == nil
        && flow.outerBound(of: index)?.duration ?? timeout < timeout
    }
    guard takesIt else { return }
    let bound = TimeBound(
      duration: flow.flow.deadline, owner: "the flow's deadline", path: JSONPointer(tokens: ["deadline"]))
    compare(timeout, "time-out", with: bound, at: JSONPointer(tokens: ["defaults", "timeout"]))
  }

  func zeroTimeout() {
    checkTimeout(flow.flow.defaults.timeout, at: JSONPointer(tokens: ["defaults", "timeout"]))
    for (index, step) in flow.steps.enumerated() {
      let path = flow.path(of: index)
      if step.awaitedSignal == nil {
        checkTimeout(step.timeout, at: path / "timeout")
      } else if step.timeout == .zero, startsWithRun(index) {
        report.add(
          "\"\(step.name)\" asks for its signal at the start, before any is given", at: path / "timeout")
      }
      for (position, fallback) in step.fallback.enumerated() {
        checkTimeout(fallback.timeout, at: path / "fallback" / position / "timeout")
      }
    }
  }

  private func startsWithRun(_ step: Int) -> Bool {
    flow.graph.waits(of: step).isEmpty && flow.graph.groups(of: step).allSatisfy { _ in false }
      && !flow.steps[step].after.contains(ReservedWord.landing.rawValue)
  }

  private func checkTimeout(_ timeout: Duration?, at path: JSONPointer) {
    guard timeout == .zero else { return }
    report.add("a time-out of 0s ends every attempt at once", at: path)
  }

  /// Warns of a `useFallbackAfter` without a fallback that may begin then, or after the step's own end, and of a bound on
  /// hedges without any.
  func idleFallbackTime() {
    for (index, step) in flow.steps.enumerated() {
      guard let after = step.useFallbackAfter, step.isCall else { continue }
      let path = flow.path(of: index) / "useFallbackAfter"
      guard step.hedges || step.fallback.contains(where: \.isLocal) else {
        report.add(
          step.hasRemoteFallback
            ? "\"useFallbackAfter\" uses only caches and constants where nothing is hedged, but \"\(step.name)\" has none"
            : "\"useFallbackAfter\" has no effect, since \"\(step.name)\" has no fallback", at: path)
        continue
      }
      if let end = end(of: index), after >= end.duration {
        report.add(
          "\"useFallbackAfter\" of \(after.documentText) has no effect: \(end.owner) comes at the same time or earlier, "
            + "after \(end.duration.documentText)",
          at: path,
          notes: [end.note])
      }
    }
    let hasHedge = flow.steps.indices.contains {
      flow.steps[$0].hedges && flow.steps[$0].hasRemoteFallback && !flow.graph.isInTail[$0]
    }
    if flow.flow.hedges != nil, !hasHedge {
      report.add(
        "\"hedges\" has no effect, since no fallback begins beside a request or an action before the landing",
        at: JSONPointer(tokens: ["hedges"]), .key)
    }
  }

  /// The latest end of the step's own work: its deadlines, or its only time-out.
  private func end(of index: Int) -> TimeBound? {
    let step = flow.steps[index]
    let bound = flow.bound(of: index)
    guard step.poll == nil, flow.flow.retry(of: step)?.attempts ?? 1 == 1,
      let timeout = step.timeout,
      timeout <= bound?.duration ?? timeout
    else { return bound }
    return TimeBound(duration: timeout, owner: "its time-out", path: flow.path(of: index) / "timeout")
  }
}

/// A deadline that limits a step, with its place.
struct TimeBound {
  var duration: Duration
  /// The owner of the deadline, in words.
  var owner: String
  var path: JSONPointer

  var note: Diagnostic.Note { Diagnostic.Note("\(owner) is here", at: Place(path)) }
}

extension FlowIndex {
  /// The shortest outer deadline of a step: its groups', and the flow's unless the step continues after the landing.
  func outerBound(of step: Int) -> TimeBound? {
    var shortest: TimeBound?
    for group in graph.groups(of: step) {
      let document = steps[group]
      if let deadline = document.deadline, deadline < shortest?.duration ?? .longestInDocuments {
        shortest = TimeBound(
          duration: deadline, owner: "the deadline of its group \"\(document.name)\"",
          path: path(of: group) / "deadline")
      }
    }
    let endsAtLanding = !graph.isInTail[step] && !graph.continues[step]
    if endsAtLanding, flow.deadline < shortest?.duration ?? .longestInDocuments {
      shortest = TimeBound(
        duration: flow.deadline, owner: "the flow's deadline", path: JSONPointer(tokens: ["deadline"]))
    }
    return shortest
  }

  /// The shortest deadline of a step's own work, its own included.
  func bound(of step: Int) -> TimeBound? {
    let outer = outerBound(of: step)
    guard let own = steps[step].deadline, own <= outer?.duration ?? own else { return outer }
    return TimeBound(duration: own, owner: "its deadline", path: path(of: step) / "deadline")
  }
}
