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
    let progress = progress(of: request, ticket, driver)
    if hooks?.prepare != nil || request.unencodedBody != nil {
      work[ticket] = .handler(
        prepared(request, hooks?.prepare, due, left, ticket, driver, progress, completion))
    } else {
      work[ticket] = .exchange(begun(request, due, left, ticket, progress, completion))
    }
  }

  private typealias Progress = @Sendable (TransferProgress) -> Void

  /// Where a request's progress is reported: a body that the app encodes as the attempt's percents, and all of it to the
  /// one who makes a single call. Nil if nobody asks for it.
  private func progress(
    of request: HTTPRequest, _ ticket: AttemptTicket, _ driver: RunDriver
  ) -> Progress? {
    let onTransfer = engine.configuration.onTransfer
    guard request.unencodedBody != nil else { return onTransfer }
    let percents = ActionProgress { [weak driver, host = engine.host] percent in
      host.deliver(of: ticket.step) { [weak driver] in driver?.progressed(ticket, percent: percent) }
    }
    return { progress in
      onTransfer?(progress)
      guard progress.direction == .upload, let total = progress.total, total > 0 else { return }
      percents.report(Double(progress.bytes) / Double(total))
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
    _ progress: Progress?, _ completion: @escaping Completion
  ) -> PendingExchange {
    let exchange = PendingExchange()
    let transport = engine.host.transport(of: ticket) ?? engine.transport
    let clock = engine.host.clock
    engine.host.perform(.sending) {
      exchange.begin {
        let request = left?.added(to: request, at: clock.now) ?? request
        return transport.send(
          request, timeout: max(.zero, due - clock.now), reporting: progress, completion: completion)
      }
    }
    return exchange
  }

  /// Lets the app encode and prepare a request, then sends it; all in one handler.
  private func prepared(
    _ request: HTTPRequest, _ prepare: (@Sendable (HTTPRequest) async throws -> HTTPRequest)?,
    _ due: ContinuousClock.Instant, _ left: DeadlineHeader?, _ ticket: AttemptTicket, _ driver: RunDriver,
    _ progress: Progress?, _ completion: @escaping Completion
  ) -> HandlerTask {
    let encoder = BodyEncoder(encoders: engine.actions.encoders, limit: engine.configuration.uploadLimit)
    let transport = engine.host.transport(of: ticket) ?? engine.transport
    let clock = engine.host.clock
    return HandlerTask(on: engine.host, of: engine.plan.stepNames[ticket.step]) {
      () -> Result<HTTPResponse, HTTPFailure> in
      do {
        let request = try await encoder.encoded(request)
        var prepared = try await prepare?(request) ?? request
        // What the app adds, such as a signature, is for this origin alone.
        let added = prepared.headers.filter { !request.headers.contains($0) }
        prepared.boundHeaders.formUnion(added.map { $0.name.lowercased() })
        if let left { prepared = left.added(to: prepared, at: clock.now) }
        return .success(
          try await transport.response(
            to: prepared, timeout: max(.zero, due - clock.now), reporting: progress))
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
