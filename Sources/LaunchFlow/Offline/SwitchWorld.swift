import Foundation
import LaunchFlowMachine
import LaunchFlowModel

/// What a switch acts on: the network and the store. All of it is called on the driver and returns at once.
struct SwitchWorld: Sendable {
  let plan: SwitchPlan
  let transport: any HTTPTransport
  let store: any CacheStore
  let environment: RequestEnvironment
  /// Hears of marks that could not be read or stored; the app's own code, so never called on the driver.
  let onProblem: @Sendable (any Error) -> Void
  var place = TransportPlace.queues()

  /// Where the mark stands; nil for a switch without one.
  var markKey: CacheKey? { plan.document.marked.map { CacheKey($0.cache) } }

  /// Since when the app is marked; nil where it is not. A mark that cannot be read is reported, and is none.
  func storedMark() async -> Date? {
    guard let key = markKey else { return nil }
    do {
      guard let entry = try await store.entry(for: key), entry.value == .bool(true) else { return nil }
      return entry.storedAt
    } catch {
      onProblem(error)
      return nil
    }
  }

  /// Stores the mark; nil for unmarked. What the store throws is reported and returned.
  func storeMark(since: Date?) async -> (any Error)? {
    guard let key = markKey else { return nil }
    do {
      try await store.store(CacheEntry(.bool(since != nil), storedAt: since ?? Date()), for: key)
      return nil
    } catch {
      onProblem(error)
      return error
    }
  }

  /// Sends a probe; the answer is whether it was good.
  func probe(_ completion: @escaping @Sendable (Bool) -> Void) -> PendingExchange? {
    guard let network = plan.document.network,
      let request = try? renderer(domain: nil).render(network.probe)
    else {
      completion(false)
      return nil
    }
    return send(request, timeout: network.timeout) { [plan] in completion(plan.isGood($0)) }
  }

  /// Asks about a domain.
  func ask(
    _ domain: Int, _ completion: @escaping @Sendable (SwitchMachine.Verdict) -> Void
  ) -> PendingExchange? {
    guard let service = plan.document.service,
      let request = try? renderer(domain: plan.domains[domain]).render(service.confirm)
    else {
      completion(.unreachable)
      return nil
    }
    return send(request, timeout: service.timeout) { [plan] in completion(plan.verdict($0)) }
  }

  private func send(
    _ request: HTTPRequest, timeout: Duration, _ completion: @escaping @Sendable (Answer) -> Void
  ) -> PendingExchange {
    let exchange = PendingExchange()
    let transport = transport
    place.begin {
      exchange.begin { transport.send(request, timeout: timeout) { completion(Self.answer($0)) } }
    }
    return exchange
  }

  func cancel(_ exchange: PendingExchange) {
    place.cancel { exchange.cancel() }
  }

  private func renderer(domain: String?) -> RequestRenderer {
    RequestRenderer(service: nil, environment: environment) { reference in
      guard reference.subject == OfflineSwitchDocument.Service.domainReference else { return nil }
      return domain.map(JSONValue.string)
    }
  }

  private static func answer(_ result: Result<HTTPResponse, HTTPFailure>) -> Answer {
    switch result {
    case .success(let response): .http(status: response.status, body: .bytes(response.body))
    case .failure(let failure): .error(failure.errorClass)
    }
  }
}
