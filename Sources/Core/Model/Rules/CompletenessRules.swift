extension FlowRules {
  /// Every request, action and wait has a time-out.
  func noTimeout() {
    guard flow.flow.defaults.timeout == nil else { return }
    let steps = flow.steps
    // Only a step that may break the rule is copied, since copies take longer than most rules.
    for index in steps.indices where steps[index].timeout == nil || !steps[index].fallback.isEmpty {
      let step = steps[index]
      if step.isTimed, step.timeout == nil,
        !flow.unread.contains(flow.path(of: index) / "timeout")
      {
        report.add(
          "the step \"\(step.name)\" has no time-out and may never end", at: flow.path(of: index), .key)
      }
      for (position, fallback) in step.fallback.enumerated()
      where !fallback.isLocal && fallback.timeout == nil {
        report.add(
          "a fallback of \"\(step.name)\" has no time-out and may never end",
          at: flow.path(of: index) / "fallback" / position)
      }
    }
  }

  /// Limits the work of a run.
  private static let mostRounds = 100_000

  /// A poll has a limited number of rounds, and an extended attempt is not shorter than a plain one.
  func badTimes() {
    let steps = flow.steps
    for index in steps.indices
    where steps[index].poll != nil || steps[index].maxTimeout != nil || steps[index].isUnbounded {
      let step = steps[index]
      if let every = step.poll?.every, every >= .milliseconds(1), let deadline = step.deadline,
        deadline / every > Double(Self.mostRounds)
      {
        report.add(
          "\(every.documentText) is too often for a deadline of \(deadline.documentText): a poll has at most "
            + "\(Self.mostRounds) rounds", at: flow.path(of: index) / "poll" / "every")
      }
      if step.isUnbounded, !flow.graph.isInTail[index] {
        report.add(
          "only a step after the landing may be unbounded", at: flow.path(of: index) / "unbounded", .key)
      }
      guard let most = step.maxTimeout else { continue }
      let path = flow.path(of: index) / "maxTimeout"
      if step.timeInputs.timeout != nil {
        report.add("\"maxTimeout\" does not go with a time-out that an input gives", at: path, .key)
      } else if let timeout = step.timeout ?? flow.flow.defaults.timeout, most < timeout {
        report.add(
          "\"maxTimeout\" must not be shorter than the time-out of \(timeout.documentText)", at: path)
      }
    }
  }

  /// The last landing rule has no condition, so every run lands on a page.
  func noUnconditionalLanding() {
    guard !flow.unread.contains(JSONPointer(tokens: ["landings"])) else { return }
    guard let last = flow.flow.landings.last else {
      return report.add("the flow has no landing", at: JSONPointer(tokens: ["landings"]), .key)
    }
    guard last.when != nil else { return }
    report.add(
      "the last landing has a condition, so a run may reach no page",
      at: FlowIndex.path(ofLanding: flow.flow.landings.count - 1) / "when", .key)
  }
}
