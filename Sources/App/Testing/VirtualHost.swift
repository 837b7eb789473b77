import Foundation
import LaunchFlow
import LaunchFlowSimulator

/// The host of one tested run: virtual time, the scenario's answers, and the test's own.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class VirtualHost: EngineHost, HandlerPlace {
  let time: VirtualTime
  let script: ScenarioScript
  let test: LaunchTest
  /// The rendered requests and the problems.
  let record = Locked((requests: [SentRequest](), problems: [String]()))

  init(_ test: LaunchTest, _ script: ScenarioScript) {
    self.test = test
    self.script = script
    time = VirtualTime(orderSeed: test.orderSeed)
  }

  var loop: any EventLoop { time.loop }
  var date: Date { Date(timeIntervalSinceReferenceDate: Double(time.loop.now) / 1_000_000_000) }
  var handlers: any HandlerPlace { self }
  var stores: any HandlerPlace { self }
  // Each handler has its own number and turns.
  var reusesTasks: Bool { false }

  var clock: FlowClock { time.clock }

  func start(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void, of step: String, onMain: Bool
  ) -> Task<Void, Never> {
    time.start(body, of: step, onMain: onMain)
  }

  func cancel(_ task: Task<Void, Never>) {
    time.runApart { task.cancel() }
  }

  func perform(_ duty: HostDuty, _ work: @escaping @Sendable () -> Void) {
    time.loop.perform(work)
  }

  func deliver(on track: Int, _ work: @escaping @Sendable () -> Void) {
    time.schedule(at: time.loop.now, .answer(on: track)) { [loop = time.loop] in loop.perform(work) }
  }

  func world(_ app: any RunWorld) -> any RunWorld {
    ScenarioWorld(app, self)
  }

  func transport(of ticket: AttemptTicket) -> (any HTTPTransport)? {
    guard let answer = test.answer(to: ticket) else { return nil }
    return AnsweringTransport(host: self, ticket: ticket, answer: answer)
  }
}

/// Answers the requests of one attempt with a closure of the test, which runs in virtual time as a handler does.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct AnsweringTransport: HTTPTransport {
  let host: VirtualHost
  let ticket: AttemptTicket
  let answer: LaunchTest.Responder

  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    // The handler that prepared the request waits for this one, in virtual time.
    let waiting = CurrentHandler.value.flatMap { $0.time === host.time ? $0.number : nil }
    host.time.noteSleep(of: waiting, by: 1)
    host.note(request, of: ticket)
    let step = host.test.plan.stepNames[ticket.step]
    let context = RequestContext(step: step, attempt: ticket.attempt, clock: host.clock)
    let task = HandlerTask(on: host, of: step) { () -> Result<HTTPResponse, HTTPFailure> in
      do {
        return .success(try await answered(request, context))
      } catch let failure as HTTPFailure {
        return .failure(failure)
      } catch is CancellationError {
        return .failure(HTTPFailure(.network, "cancelled"))
      } catch {
        return .failure(HTTPFailure(.error, "the test's answer failed"))
      }
    } onEnd: { [time = host.time] result in
      completion(result)
      time.noteSleep(of: waiting, by: -1)
    }
    return { task.cancel() }
  }

  /// The closure's answer, or the failure of the scenario's network.
  private func answered(_ request: HTTPRequest, _ context: RequestContext) async throws -> HTTPResponse {
    let loop = host.time.loop
    let start = loop.now
    try await meetOutage(host.script.outage(sentAt: start, answeredAt: nil), context)
    let delay = host.script.linkDelay(ticket.attempt, of: ticket.step, ticket.origin)
    if delay > 0 { try await context.clock.sleep(for: .nanoseconds(delay)) }
    let response = try await answer(request, context)
    try await meetOutage(host.script.outage(sentAt: start, answeredAt: loop.now), context)
    return response
  }

  private func meetOutage(_ outage: Scenario.Outage.Kind?, _ context: RequestContext) async throws {
    switch outage {
    case .silent: try await context.hang()
    case .refused: throw HTTPFailure(.network, "the scenario's network refuses")
    case nil: break
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualHost {
  func note(_ request: HTTPRequest, of ticket: AttemptTicket) {
    let sent = SentRequest(
      step: test.plan.stepNames[ticket.step], attempt: ticket.attempt, time: .nanoseconds(time.loop.now),
      request: request)
    record.withLock { $0.requests.append(sent) }
  }

  /// Keeps a problem for the report, once.
  func note(problem: String) {
    record.withLock { if !$0.problems.contains(problem) { $0.problems.append(problem) } }
  }
}
