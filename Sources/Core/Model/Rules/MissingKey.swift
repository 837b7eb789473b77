extension FlowRules {
  /// Failures have tests, and services that are called have addresses.
  func missingKeys() {
    for service in flow.flow.services {
      checkTests(of: service.failures, at: JSONPointer(tokens: ["services", service.name]))
    }
    for index in flow.steps.indices {
      // An action reports its failures by name.
      if !flow.steps[index].failures.isEmpty, flow.steps[index].actions.isEmpty,
        !flow.unread.work.contains(flow.steps[index].name)
      {
        checkTests(of: flow.steps[index].failures, at: flow.path(of: index))
      }
      checkAddresses(of: index)
    }
  }

  private func checkTests(of failures: [Flow.Failure], at path: JSONPointer) {
    for failure in failures where failure.when == nil {
      report.add(
        "no test detects the failure \"\(failure.name)\"", at: path / "failures" / failure.name, .key)
    }
  }

  private func checkAddresses(of index: Int) {
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
