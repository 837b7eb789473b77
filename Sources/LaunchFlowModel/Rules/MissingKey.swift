/// Used things are complete: there are pages, services have addresses, predicates have tests.
enum MissingKey: Rule {
  static let code = DiagnosticCode.missingKey

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for service in flow.flow.services {
      let path = JSONPointer(tokens: ["services", service.name])
      if let success = service.envelope?.success {
        check(success, at: path / "envelope" / "success", &report)
      }
      for failure in service.failures {
        guard let predicate = failure.when else {
          report.add(
            "no test detects the failure \"\(failure.name)\"", at: path / "failures" / failure.name, .key,
            hint: "give it a \"status\", or a test of the body")
          continue
        }
        check(predicate, at: path / "failures" / failure.name, &report)
      }
    }
    for index in flow.steps.indices {
      checkPredicates(flow, step: index, &report)
      checkAddresses(flow, step: index, &report)
    }
  }

  private static func checkPredicates(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    let step = flow.steps[index]
    if let valid = step.valid { check(valid, at: flow.path(of: index) / "valid", &report) }
    for failure in step.failures {
      if let predicate = failure.when {
        check(predicate, at: flow.path(of: index) / "failures" / failure.name, &report)
      } else if !step.isAskedByName, !flow.unread.work.contains(step.name) {
        report.add(
          "no test detects the failure \"\(failure.name)\"",
          at: flow.path(of: index) / "failures" / failure.name, .key,
          hint: "give it a \"status\", or a test of the body")
      }
    }
    for result in step.results {
      check(result, at: { flow.path(of: index) / "results" / result.name }, &report)
    }
  }

  static func check(_ result: Flow.NamedResult, at path: () -> JSONPointer, _ report: inout RuleReport) {
    // A result without any test matches whatever is left.
    if result.when.tests.isEmpty, result.when.at == .whole { return }
    check(result.when, at: path(), &report)
  }

  static func check(_ predicate: Predicate, at path: JSONPointer, _ report: inout RuleReport) {
    if predicate.tests.isEmpty {
      let message =
        predicate.at == .whole ? "nothing is tested" : "nothing is tested at \"\(predicate.at)\""
      report.add(message, at: path, .key, hint: "add \"exists\": true, \"equals\" or another test")
    }
    for test in predicate.tests {
      switch test {
      case .all(let nested):
        for (place, predicate) in nested.enumerated() { check(predicate, at: path / "all" / place, &report) }
      case .any(let nested):
        for (place, predicate) in nested.enumerated() { check(predicate, at: path / "any" / place, &report) }
      case .not(let nested): check(nested, at: path / "not", &report)
      default: break
      }
    }
  }

  private static func checkAddresses(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    for (request, path) in flow.requests(of: index) {
      guard let name = request.service, let service = flow.serviceIndex[name],
        flow.services[service].baseURL == nil, !flow.unread.names.contains(.services)
      else { continue }
      let place = Place(JSONPointer(tokens: ["services", name]), .key)
      report.add(
        "the service \"\(name)\" has no address", at: path / "service", hint: "give it a \"baseURL\"",
        notes: [Diagnostic.Note("it is declared here", at: place)])
    }
  }
}

extension Flow.Step {
  /// Whether its failures may have no test, as an action reports them by name.
  var isAskedByName: Bool {
    if case .action = work { return true }
    return fallback.contains { if case .action = $0 { true } else { false } }
  }

  package var hasRemoteFallback: Bool { fallback.contains { !$0.isLocal } }

  /// Whether any answer that it gets has an HTTP status.
  var hasStatus: Bool {
    if case .http = work { return true }
    return fallback.contains { if case .http = $0 { true } else { false } }
  }
}
