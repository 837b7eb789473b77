import Dispatch

// The requests of `http` steps, through the service's hooks where it has any.
extension AppWorld {
  func send(_ request: HTTPRequest, _ ticket: AttemptTicket, _ timeout: Int64, _ driver: RunDriver) {
    let service = engine.plan.service(of: ticket.step, origin: ticket.origin)
    let hooks = service.flatMap { engine.configuration.services[$0] }
    let due = engine.host.clock.now + .nanoseconds(timeout)
    let left = deadlineHeader(of: service, ticket, timeout, driver)
    let call = NetworkCall(method: request.method, url: request.url)
    let completion = completion(of: ticket, call, hooks?.decode, driver)
    if let prepare = hooks?.prepare {
      work[ticket] = .handler(prepared(request, prepare, due, left, ticket, driver, completion))
    } else {
      work[ticket] = .exchange(begun(request, due, left, ticket, completion))
    }
  }

  /// The header that tells the server of an attempt's remaining time; nil where its service has none.
  private func deadlineHeader(
    of service: String?, _ ticket: AttemptTicket, _ timeout: Int64, _ driver: RunDriver
  ) -> DeadlineHeader? {
    guard let name = service.flatMap({ engine.plan.services[$0]?.propagateDeadline }) else { return nil }
    let left = driver.timeLeft(of: ticket.step, timeout: timeout)
    return DeadlineHeader(name: name, due: engine.host.clock.now + .nanoseconds(left))
  }

  private typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

  /// Sends a request as it is. Not from the event loop: a first request takes a while to begin, and the transport may
  /// be the app's own.
  private func begun(
    _ request: HTTPRequest, _ due: ContinuousClock.Instant, _ left: DeadlineHeader?, _ ticket: AttemptTicket,
    _ completion: @escaping Completion
  ) -> PendingExchange {
    let exchange = PendingExchange()
    let transport = engine.host.transport(of: ticket) ?? engine.transport
    let clock = engine.host.clock
    engine.host.perform(.sending) {
      exchange.begin {
        let request = left?.added(to: request, at: clock.now) ?? request
        return transport.send(request, timeout: max(.zero, due - clock.now), completion: completion)
      }
    }
    return exchange
  }

  /// Lets the app prepare a request, then sends it; all in one handler.
  private func prepared(
    _ request: HTTPRequest, _ prepare: @escaping @Sendable (HTTPRequest) async throws -> HTTPRequest,
    _ due: ContinuousClock.Instant, _ left: DeadlineHeader?, _ ticket: AttemptTicket, _ driver: RunDriver,
    _ completion: @escaping Completion
  ) -> HandlerTask {
    let transport = engine.host.transport(of: ticket) ?? engine.transport
    let clock = engine.host.clock
    return HandlerTask(on: engine.host, of: engine.plan.stepNames[ticket.step]) {
      () -> Result<HTTPResponse, HTTPFailure> in
      do {
        var prepared = try await prepare(request)
        // What the app adds, such as a signature, is for this origin alone.
        let added = prepared.headers.filter { !request.headers.contains($0) }
        prepared.boundHeaders.formUnion(added.map { $0.name.lowercased() })
        if let left { prepared = left.added(to: prepared, at: clock.now) }
        return .success(try await transport.response(to: prepared, timeout: max(.zero, due - clock.now)))
      } catch let failure as HTTPFailure {
        return .failure(failure)
      } catch {
        return .failure(HTTPFailure(.error, "the service's hook failed"))
      }
    } onEnd: { [weak self, weak driver, host = engine.host] result in
      completion(result)
      host.deliver(of: ticket.step) { [weak self, weak driver] in self?.handlerEnded(ticket, driver) }
    }
  }

  /// What is done with a request's end: the app decodes the body where it wants to, and the run hears of the answer.
  private func completion(
    of ticket: AttemptTicket, _ call: NetworkCall,
    _ decode: (@Sendable (HTTPResponse) throws -> JSONValue)?, _ driver: RunDriver
  ) -> Completion {
    let engine = engine
    let read: @Sendable (Answer) -> Void = { [weak self, weak driver] answer in
      let reading = engine.plan.read(answer, of: ticket.step, origin: ticket.origin)
      engine.report(reading, of: call)
      engine.host.deliver(of: ticket.step) { [weak self, weak driver] in
        driver?.answered(ticket, AttemptAnswer(reading))
        guard let self else { return }
        self.engine.host.loop.perform { self.work[ticket] = nil }
      }
    }
    return { result in
      switch (result, decode) {
      case (.failure(let failure), _): read(.error(failure.errorClass))
      case (.success(let response), nil): read(.http(status: response.status, body: .bytes(response.body)))
      case (.success(let response), let decode?):
        // Not where answers come in: the app's own code may take its time.
        _ = HandlerTask(on: engine.host, of: engine.plan.stepNames[ticket.step]) {
          Self.decoded(response, decode)
        } onEnd: {
          read($0)
        }
      }
    }
  }

  private static func decoded(
    _ response: HTTPResponse, _ decode: @Sendable (HTTPResponse) throws -> JSONValue
  ) -> Answer {
    do {
      return .http(status: response.status, body: .json(try decode(response)))
    } catch {
      return .error(.malformed)
    }
  }
}
