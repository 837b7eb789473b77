extension FlowPlan {
  /// Interprets an answer: first the failures test status and whole body; then the status, the envelope and `valid`
  /// count; then the results, in order.
  ///
  /// - Parameter origin: The work that made the attempt; a remote fallback may call another service.
  package func read(_ answer: Answer, of step: Int, origin: AttemptOrigin) -> AttemptAnswer {
    switch answer {
    case .error(let errorClass):
      return AttemptAnswer(.failed(errorClass))
    case .refusal(let name, let message):
      // A refusal that the step does not declare counts as any other error of the action.
      guard let number = nameNumber(name, of: step),
        names[Int(steps[step].names.lowerBound + number)].isFailure
      else { return AttemptAnswer(.failed(.error)) }
      return AttemptAnswer(.refused(name: number), message: message.map { .known(.string($0)) })
    case .value(let value):
      if !documents[step].failures.isEmpty, request(of: step, origin: origin) == nil,
        let refusal = refusal(documents[step].failures, status: nil, body: value, of: step)
      {
        return AttemptAnswer(.refused(name: refusal))
      }
      return reading(of: value, step)
    case .http(let status, let body, let retryAfter):
      guard let request = request(of: step, origin: origin) else {
        return AttemptAnswer(.failed(.malformed))
      }
      let service = request.service.flatMap { services[$0] }
      let failures = documents[step].failures + (service?.failures ?? [])
      let envelope = request.expect == .json ? service?.envelope : nil
      let whole = Self.whole(body, request.expect)
      let asked = status == 429 || status == 503 ? retryAfter : nil
      var answer = readHTTP(status, whole, failures, envelope, step)
      if let asked, case .failed(let errorClass) = answer.outcome {
        answer.outcome = .deferred(errorClass, nanoseconds: asked)
      }
      answer.codes = AnswerCodes(
        status: status, code: whole.flatMap { envelope?.code(in: $0, failures: failures) }, retryAfter: asked)
      return answer
    }
  }

  private func readHTTP(
    _ status: Int, _ body: JSONValue?, _ failures: [Flow.Failure], _ envelope: Flow.Envelope?, _ step: Int
  ) -> AttemptAnswer {
    let message = body.flatMap { envelope?.message(in: $0) }
    if let refusal = refusal(failures, status: status, body: body ?? .null, of: step) {
      return AttemptAnswer(.refused(name: refusal), message: message)
    }
    if let failure = ErrorClass(status: status) {
      return AttemptAnswer(.failed(failure), message: failure == .malformed ? nil : message)
    }
    guard let body else { return AttemptAnswer(.failed(.malformed)) }
    if let success = envelope?.success, !success.holds(for: body, status: status) {
      return AttemptAnswer(.failed(.business), message: message)
    }
    return reading(of: envelope?.data.map { body[$0] ?? .null } ?? body, step)
  }

  private func reading(of value: JSONValue, _ step: Int) -> AttemptAnswer {
    if let valid = documents[step].valid, !valid.holds(for: value) {
      return AttemptAnswer(.failed(.malformed))
    }
    return AttemptAnswer(.succeeded(name: documents[step].resultNumber(of: value)), value: .known(value))
  }

  private func refusal(
    _ failures: [Flow.Failure], status: Int?, body: JSONValue, of step: Int
  ) -> Int32? {
    let match = failures.first { $0.when?.holds(for: body, status: status) ?? false }
    return match.flatMap { nameNumber($0.name, of: step) }
  }

  /// The body in the form that the request expects, without null members; nil if it has another form.
  package static func whole(_ body: Answer.Body, _ expect: Flow.Request.Expectation) -> JSONValue? {
    switch (body, expect) {
    case (_, .none): .null
    case (.json(let value), .json): value.droppingNulls()
    case (.bytes(let bytes), .json): try? JSONValue(parsingAnswer: bytes)
    case (.json(let value), .text): .string(value.string ?? value.text())
    case (.bytes(let bytes), .text): String(validating: bytes, as: UTF8.self).map(JSONValue.string)
    }
  }
}

extension Flow.Envelope {
  fileprivate func message(in body: JSONValue) -> RunValue? {
    guard let message, let text = body[message]?.string, !text.isEmpty else { return nil }
    return .known(.string(text))
  }

  /// The code of an answer to record. A text is kept only if the flow lists it or compares the code with it.
  fileprivate func code(in body: JSONValue, failures: [Flow.Failure]) -> EnvelopeCode? {
    guard let place = codePlace, let value = body[place] else { return nil }
    return EnvelopeCode(value) { text in
      codes.contains(text) || success?.compares(place, with: text) ?? false
        || failures.contains { $0.when?.compares(place, with: text) ?? false }
    }
  }
}
