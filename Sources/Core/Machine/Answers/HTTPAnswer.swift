import LaunchFlowModel

/// An HTTP answer beside everything in the flow that says what it means.
struct HTTPAnswer {
  let status: Int
  /// The body as the request expects it; nil where it is not that.
  let body: JSONValue?
  /// The service's envelope, where the body is one.
  let envelope: Flow.Envelope?
  /// The refusals of the step, then those of its service.
  let failures: [Flow.Failure]

  /// The message of a refusal.
  var message: StepMessage? {
    guard let pointer = envelope?.message, let text = body?[pointer]?.string, !text.isEmpty else {
      return nil
    }
    return .known(text)
  }

  /// What may be recorded of the answer.
  var codes: AnswerCodes {
    guard let envelope, let place = envelope.codePlace, let value = body?[place] else {
      return AnswerCodes(status: status)
    }
    return AnswerCodes(status: status, code: EnvelopeCode(value) { lists($0, envelope, at: place) })
  }

  /// Whether the file lists a text as a code, or compares the code with it.
  private func lists(_ text: String, _ envelope: Flow.Envelope, at place: JSONPointer) -> Bool {
    envelope.codes.contains(text) || envelope.success?.compares(place, with: text) ?? false
      || failures.contains { $0.when?.compares(place, with: text) ?? false }
  }
}
