import Dispatch
import Foundation
import LaunchFlow
import LaunchFlowSwitch

enum MarkReading: Sendable {
  case marked, unmarked
  /// The store did not answer, or failed.
  case unknown
}

/// The world of a switch: the network and the store. All methods are called on the event loop and return at once.
struct SwitchWorld: Sendable {
  let plan: SwitchPlan
  let transport: any HTTPTransport
  let store: any CacheStore
  let environment: RequestEnvironment
  /// Called with each error of the store. It is the app's own code, so it is never called on the event loop.
  let onProblem: @Sendable (any Error) -> Void
  /// The queue for requests: an app's own transport that blocks must not delay the event loop, and with it the user's
  /// button. Nil in tests with a manual clock, where everything happens on the event loop.
  var queue: DispatchQueue? = DispatchQueue(label: "launchflow.offline.send", qos: .userInitiated)

  var markKey: CacheKey? { plan.document.marked.map { CacheKey($0.cache) } }

  /// Reads the mark and calls back once, on any thread, or never if the store hangs. Errors are reported.
  func readMark(_ completion: @escaping @Sendable (MarkReading) -> Void) {
    guard let key = markKey else { return completion(.unmarked) }
    let (store, onProblem) = (store, onProblem)
    ThreadPool.stores.run {
      store.read(key) { result in
        switch result {
        case .success(let entry): completion(entry?.value == true ? .marked : .unmarked)
        case .failure(let error):
          // Not on the thread of the store's callback, since the app's own code may block.
          ThreadPool.stores.run {
            onProblem(error)
            completion(.unknown)
          }
        }
      }
    }
  }

  /// Stores the mark. An error of the store is reported and returned.
  func storeMark(_ isMarked: Bool) async -> (any Error)? {
    guard let key = markKey else { return nil }
    do {
      try await store.store(CacheEntry(.bool(isMarked), storedAt: Date()), for: key)
      return nil
    } catch {
      onProblem(error)
      return error
    }
  }

  /// Sends a probe and passes on its answer; nil if there is no probe to send.
  func probe(_ completion: @escaping @Sendable (Answer?) -> Void) -> PendingExchange? {
    guard let network = plan.network,
      let request = try? renderer(domain: nil).render(network.probe)
    else {
      completion(nil)
      return nil
    }
    return send(request, timeout: network.timeout, completion)
  }

  /// Asks about a domain and passes on the answer; nil if there is no question to send.
  func ask(_ domain: Int, _ completion: @escaping @Sendable (Answer?) -> Void) -> PendingExchange? {
    guard let service = plan.service,
      let request = try? renderer(domain: plan.domains[domain]).render(service.confirm)
    else {
      completion(nil)
      return nil
    }
    return send(request, timeout: service.timeout, completion)
  }

  private func send(
    _ request: HTTPRequest, timeout: Duration, _ completion: @escaping @Sendable (Answer) -> Void
  ) -> PendingExchange {
    let exchange = PendingExchange()
    let begin: @Sendable () -> Void = { [transport] in
      exchange.begin {
        transport.send(request, timeout: timeout) { completion(Self.answer($0)) }
      }
    }
    if let queue { queue.async(execute: begin) } else { begin() }
    return exchange
  }

  func cancel(_ exchange: PendingExchange) {
    if queue == nil { exchange.cancel() } else { ThreadPool.cancellations.run { exchange.cancel() } }
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

extension SwitchPlan {
  /// Whether an answer to the probe is good: any 2xx whose body has the expected form.
  func isGood(_ answer: Answer) -> Bool {
    guard case .http(let status, let body, _) = answer, let network = document.network else { return false }
    return (200..<300).contains(status) && FlowPlan.whole(body, network.probe.expect) != nil
  }

  /// The verdict in an answer to a question. A refusal, and any answer that is not the quality-of-service server's own,
  /// counts as unreachable.
  func verdict(_ answer: Answer) -> SwitchMachine.Verdict {
    guard case .http(let status, let body, _) = answer, let service = document.service,
      (200..<300).contains(status), let value = FlowPlan.whole(body, service.confirm.expect)
    else { return .unreachable }
    let result = service.results.first { $0.when.holds(for: value, status: status) }
    return result?.name == OfflineSwitchDocument.Service.faulty ? .faulty : .fine
  }
}
