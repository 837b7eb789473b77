import LaunchFlowModel

/// An HTTP answer with all parts of the flow that interpret it.
struct HTTPAnswer {
  let status: Int
  /// The body in the form that the request expects; nil if it has another form.
  let body: JSONValue?
  /// The service's envelope; nil if the body has none.
  let envelope: Flow.Envelope?
  /// The failures of the step, then those of its service.
  let failures: [Flow.Failure]

  /// The message of a refusal.
  var message: StepMessage? {
    guard let pointer = envelope?.message, let text = body?[pointer]?.string, !text.isEmpty else {
      return nil
    }
    return .known(text)
  }

  /// The codes of the answer, which may be recorded.
  var codes: AnswerCodes {
    guard let envelope, let place = envelope.codePlace, let value = body?[place] else {
      return AnswerCodes(status: status)
    }
    return AnswerCodes(status: status, code: EnvelopeCode(value) { lists($0, envelope, at: place) })
  }

  /// Whether the flow lists a text as a code or compares the code with it.
  private func lists(_ text: String, _ envelope: Flow.Envelope, at place: JSONPointer) -> Bool {
    envelope.codes.contains(text) || envelope.success?.compares(place, with: text) ?? false
      || failures.contains { $0.when?.compares(place, with: text) ?? false }
  }
}
