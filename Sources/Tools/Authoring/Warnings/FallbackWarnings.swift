extension FlowWarnings {
  /// Words that are true only if there is a value.
  private static let good = [Status.succeeded.rawValue, StatusGroup.available.rawValue]
  /// Words which show that the author has thought of the other case.
  private static let bad = [
    Status.failed.rawValue, Status.timedOut.rawValue, StatusGroup.unavailable.rawValue,
  ]

  /// Warns of a page that one failed call loses, unless a rule handles the failure.
  func landingWithoutFallback() {
    guard let last = flow.flow.landings.last, last.when == nil,
      // An author who declares an error page has thought of the failure.
      flow.flow.pages.first(where: { $0.name == last.page })?.kind != .error
    else { return }
    var told: Set<Int> = []
    for (position, landing) in flow.flow.landings.enumerated() {
      guard let condition = landing.when, landing.page != last.page else { continue }
      let path = JSONPointer(tokens: ["landings", String(position), "when"])
      for fact in condition.demandedFacts(at: path) {
        guard let step = flow.graph.index[fact.subject], !told.contains(step) else { continue }
        let document = flow.steps[step]
        guard document.isCall, document.fallback.isEmpty,
          fact.words.allSatisfy({ $0.string.map(Self.good.contains) ?? false }),
          uses.asked[step].isDisjoint(with: Self.bad)
        else { continue }
        told.insert(step)
        report.add(
          "no rule handles a failure of \"\(fact.subject)\", so the launch falls through to \"\(last.page)\"",
          at: fact.path, .key,
          notes: [Diagnostic.Note("it has no fallback", at: Place(flow.path(of: step), .key))])
      }
    }
  }

  /// Warns of a fallback that fails like the first try: the same request, cache or server.
  func likewiseFailingFallback() {
    for (index, step) in flow.steps.enumerated() where !step.fallback.isEmpty {
      checkFallbacks(of: step, index)
    }
  }

  private func checkFallbacks(of step: Flow.Step, _ index: Int) {
    let flow = flow
    let path = { (position: Int) in flow.path(of: index) / "fallback" / position }
    let isSavedLocally = step.fallback.contains(where: \.isLocal)
    for (position, fallback) in step.fallback.enumerated() {
      if let earlier = step.fallback[..<position].firstIndex(where: { $0.isSame(as: fallback) }) {
        report.add(
          "this repeats an earlier fallback", at: path(position),
          notes: [Diagnostic.Note("it is declared here", at: Place(path(earlier)))])
        continue
      }
      // Beside a slow attempt a second one helps, even at the same server.
      if step.hedges, !fallback.isLocal { continue }
      switch (step.work, fallback.work) {
      case (.cache(let own), .cache(let other)) where own == other:
        report.add(
          "the fallback reads the cache \"\(own)\", which the step itself has found empty",
          at: path(position))
      case (.http(let own), .http(let other)) where own == other:
        report.add("the fallback repeats the request that just failed", at: path(position))
      case (.action(let own), .action(let other)) where own == other:
        report.add("the fallback repeats the action that just failed", at: path(position))
      case (.http(let own), .http(let other)):
        guard !isSavedLocally, let server = flow.server(of: own), server == flow.server(of: other) else {
          break
        }
        report.add("the fallback asks the same server as the step and fails with it", at: path(position))
      default: break
      }
    }
  }
}

extension Flow.Fallback {
  /// Whether it tries the same thing, whatever its time-out.
  fileprivate func isSame(as other: Flow.Fallback) -> Bool {
    switch (work, other.work) {
    case (.cache(let one), .cache(let other)): one == other
    case (.http(let one), .http(let other)): one == other
    case (.action(let one), .action(let other)): one == other
    default: false
    }
  }
}

extension FlowIndex {
  /// The server of a request: the service's address, or the address up to its path.
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
