import LaunchFlowModel

extension FlowPlan {
  /// Interprets an answer: first the failures test status and whole body; then the status, the envelope and `valid`
  /// count; then the results, in order.
  ///
  /// - Parameters:
  ///   - answer: The raw answer.
  ///   - step: The step, by its index.
  ///   - origin: The work that made the attempt. A remote fallback has its own request, and perhaps its own service.
  package func read(_ answer: Answer, of step: Int, origin: AttemptOrigin) -> AttemptAnswer {
    switch answer {
    case .error(let errorClass):
      return AttemptAnswer(.failed(errorClass))
    case .refusal(let name, let message):
      // A refusal that the step does not declare counts as any other error of the action.
      guard let number = nameNumber(name, of: step),
        names[Int(steps[step].names.lowerBound + number)].isFailure
      else { return AttemptAnswer(.failed(.error)) }
      return AttemptAnswer(.refused(name: number), message: message.map(StepMessage.known))
    case .value(let value):
      if !documents[step].failures.isEmpty, request(of: step, origin: origin) == nil,
        let refusal = refusal(documents[step].failures, status: nil, body: value, of: step)
      {
        return AttemptAnswer(.refused(name: refusal))
      }
      return reading(of: value, step)
    case .http(let status, let body):
      guard let request = request(of: step, origin: origin) else {
        return AttemptAnswer(.failed(.malformed))
      }
      return readHTTP(status, body, step, request)
    }
  }

  private func readHTTP(
    _ status: Int, _ body: Answer.Body, _ step: Int, _ request: Flow.Request
  ) -> AttemptAnswer {
    let service = request.service.flatMap { services[$0] }
    let answer = HTTPAnswer(
      status: status, body: Self.whole(body, request.expect),
      envelope: request.expect == .json ? service?.envelope : nil,
      failures: documents[step].failures + (service?.failures ?? []))
    var reading = reading(of: answer, step)
    reading.codes = answer.codes
    return reading
  }

  private func reading(of answer: HTTPAnswer, _ step: Int) -> AttemptAnswer {
    if let refusal = refusal(answer.failures, status: answer.status, body: answer.body ?? .null, of: step) {
      return AttemptAnswer(.refused(name: refusal), message: answer.message)
    }
    switch answer.status {
    case 200..<300: break
    case 400..<500: return AttemptAnswer(.failed(.client), message: answer.message)
    case 500..<600: return AttemptAnswer(.failed(.server), message: answer.message)
    default: return AttemptAnswer(.failed(.malformed))
    }
    guard var value = answer.body else { return AttemptAnswer(.failed(.malformed)) }
    if let success = answer.envelope?.success, !success.holds(for: value, status: answer.status) {
      return AttemptAnswer(.failed(.business), message: answer.message)
    }
    if let data = answer.envelope?.data { value = value[data] ?? .null }
    return reading(of: value.droppingNulls(), step)
  }

  private func reading(of value: JSONValue, _ step: Int) -> AttemptAnswer {
    if let valid = documents[step].valid, !valid.holds(for: value) {
      return AttemptAnswer(.failed(.malformed))
    }
    let result = documents[step].results.firstIndex { $0.when.holds(for: value) }
    return AttemptAnswer(.succeeded(name: Int32(result ?? -1)), value: .known(value))
  }

  private func refusal(
    _ failures: [Flow.Failure], status: Int?, body: JSONValue, of step: Int
  ) -> Int32? {
    let match = failures.first { $0.when?.holds(for: body, status: status) ?? false }
    return match.flatMap { nameNumber($0.name, of: step) }
  }

  /// The body in the form that the request expects; nil if it has another form.
  static func whole(_ body: Answer.Body, _ expect: Flow.Request.Expectation) -> JSONValue? {
    switch (body, expect) {
    case (_, .none): .null
    case (.json(let value), .json): value
    case (.bytes(let bytes), .json): try? JSONValue(parsing: bytes)
    case (.json(let value), .text): .string(value.string ?? value.text())
    case (.bytes(let bytes), .text): String(validating: bytes, as: UTF8.self).map(JSONValue.string)
    }
  }
}
