import LaunchFlowMachine
import LaunchFlowModel

/// One answer to each request of a switch: the probe, and the question about each domain. For trying its addresses.
package struct SwitchTrial: Sendable {
  /// One request and what came of it.
  package struct Reply: Hashable, Sendable {
    /// The domain that was asked about; nil for the probe.
    package var domain: String?
    /// The HTTP status, or nil without an answer.
    package var status: Int?
    /// Why there is no answer; nil if there is one.
    package var error: ErrorClass?
    /// How long it took, in nanoseconds.
    package var time: Int64
    /// What the switch takes the answer for.
    package var meaning: Meaning
  }

  /// What the switch takes an answer for.
  package enum Meaning: String, Hashable, Sendable {
    case works = "the network works"
    case doesNotWork = "the network does not work"
    case fine = "the service is fine"
    case faulty = "the service is faulty"
    case noVerdict = "no verdict"

    /// Whether the request did its work.
    package var isAnswer: Bool { self != .doesNotWork && self != .noVerdict }
  }

  private let world: SwitchWorld

  /// Prepares the requests.
  package init(
    _ document: OfflineSwitchDocument, transport: any HTTPTransport, environment: RequestEnvironment
  ) {
    world = SwitchWorld(
      plan: SwitchPlan(document), transport: transport, store: MemoryCacheStore(),
      environment: environment, onProblem: { _ in })
  }

  /// Sends each request once, one after another.
  package func replies() async -> [Reply] {
    var replies: [Reply] = []
    if let network = world.plan.document.network {
      let answer = await timed(network.timeout) { world.probe($0) }
      let isGood = answer.answer.map(world.plan.isGood) ?? false
      replies.append(answer.reply(about: nil, isGood ? .works : .doesNotWork))
    }
    guard let service = world.plan.document.service else { return replies }
    for (index, domain) in world.plan.domains.enumerated() {
      let answer = await timed(service.timeout) { world.ask(index, $0) }
      let meaning: Meaning =
        switch answer.answer.map(world.plan.verdict) ?? .unreachable {
        case .faulty: .faulty
        case .fine: .fine
        case .unreachable: .noVerdict
        }
      replies.append(answer.reply(about: domain, meaning))
    }
    return replies
  }

  /// An answer with the time that it took.
  private struct TimedAnswer {
    var answer: Answer?
    var time: Int64

    func reply(about domain: String?, _ meaning: Meaning) -> Reply {
      var reply = Reply(domain: domain, time: time, meaning: meaning)
      switch answer {
      case .http(let status, _): reply.status = status
      case .error(let error): reply.error = error
      default: reply.error = .malformed
      }
      return reply
    }
  }

  /// Sends a request; a transport that is late is not waited for.
  private func timed(
    _ timeout: Duration, _ send: (@escaping @Sendable (Answer?) -> Void) -> PendingExchange?
  ) async -> TimedAnswer {
    let begun = ContinuousClock.now
    let promise = Promise<TimedAnswer>()
    let exchange = send { answer in
      promise.fulfil(TimedAnswer(answer: answer, time: begun.duration(to: .now).nanoseconds))
    }
    let late = Task {
      try await Task.sleep(for: timeout)
      promise.fulfil(TimedAnswer(answer: .error(.timeout), time: timeout.nanoseconds))
    }
    let answer = await promise.value
    late.cancel()
    if let exchange { world.cancel(exchange) }
    return answer
  }
}
