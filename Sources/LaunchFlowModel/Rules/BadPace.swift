/// A poll takes not too many rounds, its waits have a longest, and an attempt that the app extends is no shorter than
/// a plain one.
enum BadPace: Rule {
  static let code = DiagnosticCode.badValue
  /// Bounds the work of a run.
  private static let mostRounds = 100_000

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for (index, step) in flow.steps.enumerated() {
      if let poll = step.poll {
        let path = flow.path(of: index) / "poll"
        checkRounds(of: poll, within: step.deadline, at: path, &report)
        checkGrowth(of: poll, at: path, &report)
      }
      if step.maxTimeout != nil, step.timeInputs.timeout != nil {
        report.add(
          "\"maxTimeout\" does not go with a time-out that an input gives",
          at: flow.path(of: index) / "maxTimeout", .key)
      } else if let most = step.maxTimeout, let timeout = step.timeout ?? flow.flow.defaults.timeout,
        most < timeout
      {
        report.add(
          "\"maxTimeout\" must not be shorter than the time-out of \(timeout.documentText)",
          at: flow.path(of: index) / "maxTimeout")
      }
    }
  }

  private static func checkRounds(
    of poll: Flow.Poll, within deadline: Duration?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard poll.every >= .milliseconds(1), let deadline, deadline <= .longestInDocuments,
      deadline / poll.every > Double(mostRounds)
    else { return }
    report.add(
      "\(poll.every.documentText) is too often for a deadline of \(deadline.documentText): a poll has at most "
        + "\(mostRounds) rounds", at: path / "every")
  }

  private static func checkGrowth(of poll: Flow.Poll, at path: JSONPointer, _ report: inout RuleReport) {
    if let longest = poll.maxEvery, longest < poll.every {
      report.add("\"maxEvery\" must not be shorter than \"every\"", at: path / "maxEvery")
    } else if poll.factor > 1, poll.maxEvery == nil {
      report.add("the waits grow without a limit", at: path / "factor")
    } else if poll.growth > Flow.Poll.mostGrowth {
      report.add(
        "the waits grow too slowly: the longest must be reached within \(Flow.Poll.mostGrowth) waits",
        at: path / "factor")
    }
  }
}
