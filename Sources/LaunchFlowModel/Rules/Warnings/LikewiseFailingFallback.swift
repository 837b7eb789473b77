/// A fallback does not rest on the very thing that failed: the same request, cache or server.
enum LikewiseFailingFallback: Warning {
  static let code = DiagnosticCode.likewiseFailingFallback

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, entry) in flow.entries.enumerated() where !entry.step.fallback.isEmpty {
      check(entry.step, index, flow, &report)
    }
  }

  private static func check(
    _ step: Flow.Step, _ index: Int, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    let path = { (position: Int) in flow.path(of: index) / "fallback" / position }
    let isSavedLocally = step.fallback.contains(where: \.isLocal)
    for (position, fallback) in step.fallback.enumerated() {
      if let earlier = step.fallback[..<position].firstIndex(where: { $0.isSame(as: fallback) }) {
        report.add(
          "the same fallback stands there already", at: path(position), hint: "take it out",
          notes: [Diagnostic.Note("it stands here", at: Place(path(earlier)))])
        continue
      }
      switch (step.work, fallback) {
      case (.cache(let own), .cache(let other)) where own == other:
        report.add(
          "the fallback reads the cache \"\(own)\", in which the step itself has found nothing",
          at: path(position), hint: "read another cache, or give it a \"value\"")
      case (.http(let own), .http(let other, _)) where own == other:
        report.add(
          "the fallback asks the very question that has just failed", at: path(position),
          hint: "\"retry\" asks again; a fallback asks somebody else")
      case (.action(let own), .action(let other, _)) where own == other:
        report.add(
          "the fallback calls the very action that has just failed", at: path(position),
          hint: "\"retry\" calls it again; a fallback calls something else")
      case (.http(let own), .http(let other, _)):
        guard !isSavedLocally, let server = flow.server(of: own), server == flow.server(of: other) else {
          break
        }
        report.add(
          "the fallback asks the server that the step itself asks, and fails with it", at: path(position),
          hint: "put { \"cache\": … } or { \"value\": … } behind it, or ask another server")
      default: break
      }
    }
  }
}

extension Flow.Fallback {
  /// Whether it tries the same; its time-out aside.
  fileprivate func isSame(as other: Flow.Fallback) -> Bool {
    switch (self, other) {
    case (.cache(let one), .cache(let other)): one == other
    case (.http(let one, _), .http(let other, _)): one == other
    case (.action(let one, _), .action(let other, _)): one == other
    default: false
    }
  }
}

extension FlowIndex {
  /// Where a request goes, as far as the flow says: the service's address, or the address up to its path.
  fileprivate func server(of request: Flow.Request) -> Flow.Service.BaseURL? {
    switch request.target {
    case .service(let name, _):
      return serviceIndex[name].flatMap { services[$0].baseURL }.flatMap { flow.services[$0].baseURL }
    case .url(let text):
      guard let address = WebAddress(text) else { return nil }
      return .address(address.scheme + "://" + address.host + (address.port.map { ":\($0)" } ?? ""))
    }
  }
}
