/// A retry can start: more than one attempt, for some class of error, within the deadline.
enum IdleRetry: Warning {
  static let code = DiagnosticCode.idleRetry

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() where entry.step.canHang {
      guard let retry = entry.step.retry else { continue }
      check(retry, of: entry.step, index, flow, uses, &report)
    }
  }

  private static func check(
    _ retry: Flow.Retry, of step: Flow.Step, _ index: Int, _ flow: FlowIndex, _ uses: FlowUses,
    _ report: inout RuleReport
  ) {
    let path = flow.path(of: index) / "retry"
    if retry.attempts == 1 {
      report.add(
        "\"attempts\" counts the first one, so this never tries again", at: path / "attempts",
        hint: "write 2 or more, or take \"retry\" out")
      return
    }
    if retry.on == nil, case .http(let request) = step.work, ["POST", "PATCH"].contains(request.method) {
      report.add(
        "a \(request.method) is tried again only for what \"on\" names, so this never tries again", at: path,
        .key, hint: "add \"on\": [\"network\"] if the server may get it twice, or take \"retry\" out")
      return
    }
    let classes = retry.on ?? Flow.Retry.defaultClasses
    if classes.isEmpty {
      report.add(
        "no class of error is named, so this never tries again", at: path / "on",
        hint: "name some, such as [\"network\", \"timeout\"], or take \"on\" out")
      return
    }
    guard let bound = flow.bound(of: index, uses) else { return }
    let wait = min(retry.delay, retry.maxDelay ?? retry.delay)
    if retry.jitter == .none, wait >= bound.duration {
      report.add(
        "the wait of \(wait.documentText) before the second attempt outlasts \(bound.owner), so this "
          + "never tries again",
        at: path, .key, hint: "shorten the wait, or raise the deadline", notes: [bound.note])
    } else if classes == [.timeout], let timeout = step.timeout ?? flow.flow.defaults.timeout,
      timeout >= bound.duration
    {
      report.add(
        "only a time-out is tried again, and the first one (\(timeout.documentText)) leaves nothing of "
          + bound.owner,
        at: path, .key, hint: "shorten the time-out, or raise the deadline", notes: [bound.note])
    }
  }
}
