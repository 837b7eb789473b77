/// Failures have tests, and services that are called have addresses.
enum MissingKey: Rule {
  static let code = DiagnosticCode.missingKey

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for service in flow.flow.services {
      checkTests(of: service.failures, at: JSONPointer(tokens: ["services", service.name]), &report)
    }
    for index in flow.steps.indices {
      if !flow.steps[index].failures.isEmpty, !flow.steps[index].isAskedByName,
        !flow.unread.work.contains(flow.steps[index].name)
      {
        checkTests(of: flow.steps[index].failures, at: flow.path(of: index), &report)
      }
      checkAddresses(flow, step: index, &report)
    }
  }

  private static func checkTests(
    of failures: [Flow.Failure], at path: JSONPointer, _ report: inout RuleReport
  ) {
    for failure in failures where failure.when == nil {
      report.add(
        "no test detects the failure \"\(failure.name)\"", at: path / "failures" / failure.name, .key)
    }
  }

  private static func checkAddresses(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    for call in flow.requests(of: index) {
      guard let name = call.request.service, let service = flow.serviceIndex[name],
        flow.services[service].baseURL == nil, !flow.unread.contains(.services)
      else { continue }
      let place = Place(JSONPointer(tokens: ["services", name]), .key)
      report.add(
        "the service \"\(name)\" has no address", at: call.path / "service",
        notes: [Diagnostic.Note("it is declared here", at: place)])
    }
  }
}

extension Flow.Step {
  /// Whether its failures may have no test, since an action reports them by name.
  var isAskedByName: Bool {
    if case .action = work { return true }
    return fallback.contains { if case .action = $0 { true } else { false } }
  }

  var hasStatus: Bool {
    if case .http = work { return true }
    return fallback.contains { if case .http = $0 { true } else { false } }
  }
}
