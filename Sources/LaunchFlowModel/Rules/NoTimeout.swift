/// What can hang has a time-out.
enum NoTimeout: Rule {
  static let code = DiagnosticCode.noTimeout

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    guard flow.flow.defaults.timeout == nil else { return }
    for (index, entry) in flow.entries.enumerated() {
      let step = entry.step
      if step.canHang, step.timeout == nil {
        report.add(
          "the step \"\(step.name)\" has no time-out, and so might never end", at: flow.path(of: index), .key,
          hint: "add \"timeout\": \"10s\", or one for all under \"defaults\"")
      }
      for (position, fallback) in step.fallback.enumerated() {
        switch fallback {
        case .http(_, timeout: nil), .action(_, timeout: nil):
          report.add(
            "a fallback of \"\(step.name)\" has no time-out, and so might never end",
            at: flow.path(of: index) / "fallback" / position, hint: "add \"timeout\": \"10s\"")
        case .http, .action, .cache, .value: break
        }
      }
    }
  }
}

extension Flow.Step {
  /// Whether its own work asks somebody who might not answer.
  var canHang: Bool {
    switch work {
    case .http, .action: true
    case .cache, .value, .group: false
    }
  }
}
