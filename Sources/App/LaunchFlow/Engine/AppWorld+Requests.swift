import Foundation

// The requests of `http` steps, with the service's hooks.
extension AppWorld {
  private typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

  func send(_ request: HTTPRequest, _ ticket: AttemptTicket, _ due: Int64, _ driver: RunDriver) {
    let service = engine.plan.service(of: ticket.step, origin: ticket.origin)
    let prepare = service.flatMap { engine.configuration.prepare[$0] }
    let decode = service.flatMap { engine.configuration.decode[$0] }
    let end = instant(of: due)
    let completion = completion(of: ticket, request, decode)
    if let prepare {
      begun(.handler(prepared(request, prepare, end, ticket, completion)), ticket)
    } else {
      begun(.exchange(exchange(request, end, ticket, completion)), ticket)
    }
  }

  /// Sends a request without hooks, on another thread than the event loop: the first request of a process starts
  /// slowly, and the app's own transport may block.
  private func exchange(
    _ request: HTTPRequest, _ due: ContinuousClock.Instant, _ ticket: AttemptTicket,
    _ completion: @escaping Completion
  ) -> PendingExchange {
    let exchange = PendingExchange()
    let transport = engine.host.transport(of: ticket) ?? engine.transport
    let clock = engine.host.clock
    engine.host.perform(.sending) {
      exchange.begin {
        transport.send(request, timeout: max(.zero, due - clock.now), completion: completion)
      }
    }
    return exchange
  }

  /// Lets the app prepare the request, then sends it; both in one handler.
  private func prepared(
    _ request: HTTPRequest, _ prepare: @escaping @Sendable (HTTPRequest) async throws -> HTTPRequest,
    _ due: ContinuousClock.Instant, _ ticket: AttemptTicket, _ completion: @escaping Completion
  ) -> HandlerTask {
    let transport = engine.host.transport(of: ticket) ?? engine.transport
    let clock = engine.host.clock
    return HandlerTask(
      on: engine.host.handlers, of: engine.plan.stepNames[ticket.step],
      { () -> Result<HTTPResponse, HTTPFailure> in
        do {
          var prepared = try await prepare(request)
          // Headers that the app adds, such as a signature, are for this origin only.
          let added = prepared.headers.filter { !request.headers.contains($0) }
          prepared.boundHeaders.formUnion(added.map { $0.name.lowercased() })
          return .success(
            try await transport.response(to: prepared, timeout: max(.zero, due - clock.now)))
        } catch let failure as HTTPFailure {
          return .failure(failure)
        } catch {
          return .failure(HTTPFailure(.error, "the service's hook failed"))
        }
      }, onEnd: completion)
  }

  /// Handles a request's end: a hook may decode the body, then the run gets the answer.
  private func completion(
    of ticket: AttemptTicket, _ request: HTTPRequest,
    _ decode: (@Sendable (HTTPResponse) throws -> JSONValue)?
  ) -> Completion {
    let read: @Sendable (Answer) -> Void = { answer in
      let reading = self.engine.plan.read(answer, of: ticket.step, origin: ticket.origin)
      self.engine.report(reading, of: request)
      self.ended(ticket, reading)
    }
    return { result in
      switch (result, decode) {
      case (.failure(let failure), _): read(.error(failure.errorClass))
      case (.success(let response), nil): read(self.answer(response, .bytes(response.body)))
      case (.success(let response), let decode?):
        // Not on the thread of answers, since the app's own code may block.
        _ = HandlerTask(
          on: self.engine.host.handlers, of: self.engine.plan.stepNames[ticket.step],
          { self.decoded(response, decode) },
          onEnd: read)
      }
    }
  }

  /// The answer, with the wait that its server asks for.
  private func answer(_ response: HTTPResponse, _ body: Answer.Body) -> Answer {
    guard [429, 503].contains(response.status) else { return .http(status: response.status, body: body) }
    let now = Int64(exactly: (engine.host.date.timeIntervalSince1970 * 1e9).rounded())
    return .http(
      status: response.status, body: body,
      retryAfter: RetryAfter.nanoseconds(in: response.headers, now: now ?? .max))
  }

  private func decoded(
    _ response: HTTPResponse, _ decode: @Sendable (HTTPResponse) throws -> JSONValue
  ) -> Answer {
    do {
      return answer(response, .json(try decode(response)))
    } catch {
      return .error(.malformed)
    }
  }
}
