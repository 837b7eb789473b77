import Dispatch
import Foundation
import LaunchFlow
import LaunchFlowSwitch

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

  /// Reads the mark and calls back once, on any thread, or never if the store hangs. An error of the store is reported,
  /// and passed on as nil.
  func readMark(_ completion: @escaping @Sendable (Bool?) -> Void) {
    guard let key = markKey else { return completion(false) }
    let (store, onProblem) = (store, onProblem)
    ThreadPool.stores.run {
      store.read(key) { result in
        switch result {
        case .success(let entry): completion(entry?.value == true)
        case .failure(let error):
          // Not on the thread of the store's callback, since the app's own code may block.
          ThreadPool.stores.run {
            onProblem(error)
            completion(nil)
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

  /// Sends a probe, or a question about a domain, and passes on the answer; nil for no answer.
  func send(
    to domain: Int?, _ completion: @escaping @Sendable (HTTPResponse?) -> Void
  ) -> PendingExchange? {
    let network = plan.network.map { ($0.probe, $0.timeout) }
    let service = plan.service.map { ($0.confirm, $0.timeout) }
    let name = domain.map { JSONValue.string(plan.domains[$0]) }
    let renderer = RequestRenderer(service: nil, environment: environment) { reference in
      reference.subject == OfflineSwitchDocument.Service.domainReference ? name : nil
    }
    guard let (planned, timeout) = domain == nil ? network : service,
      let request = try? renderer.render(planned)
    else {
      completion(nil)
      return nil
    }
    let exchange = PendingExchange()
    let begin: @Sendable () -> Void = { [transport] in
      exchange.begin { transport.send(request, timeout: timeout) { completion(try? $0.get()) } }
    }
    if let queue { queue.async(execute: begin) } else { begin() }
    return exchange
  }

  func cancel(_ exchange: PendingExchange) {
    if queue == nil { exchange.cancel() } else { ThreadPool.cancellations.run { exchange.cancel() } }
  }
}

extension SwitchPlan {
  /// Whether an answer to the probe is good: any 2xx whose body has the expected form.
  func isGood(_ response: HTTPResponse?) -> Bool {
    network.flatMap { Self.value(of: response, $0.probe.expect) } != nil
  }

  /// The verdict in an answer to a question. A refusal, and any answer that is not the quality-of-service server's own,
  /// counts as unreachable.
  func verdict(_ response: HTTPResponse?) -> SwitchMachine.QuestionEnd {
    guard let service, let response, let value = Self.value(of: response, service.confirm.expect) else {
      return .unreachable
    }
    let result = service.results.first { $0.when.holds(for: value, status: response.status) }
    return result?.name == OfflineSwitchDocument.Service.faulty ? .faulty : .fine
  }

  private static func value(
    of response: HTTPResponse?, _ expect: Flow.Request.Expectation
  ) -> JSONValue? {
    guard let response, (200..<300).contains(response.status) else { return nil }
    return FlowPlan.whole(.bytes(response.body), expect)
  }
}
