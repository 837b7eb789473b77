/// The codes in a server's answer. They are recorded, unlike the texts and values of an answer.
public struct AnswerCodes: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int?
  package var code: EnvelopeCode?
  /// The wait that the server asks for, in nanoseconds; nil for none.
  package var retryAfter: Int64?

  package init(status: Int? = nil, code: EnvelopeCode?, retryAfter: Int64? = nil) {
    self.status = status
    self.code = code
    self.retryAfter = retryAfter
  }

  /// Collects a status and the number in the envelope.
  public init(status: Int? = nil, number: Int64? = nil) {
    self.init(status: status, code: number.map(EnvelopeCode.number))
  }
}

extension AnswerCodes {
  /// The codes in words: `HTTP 200, code 500`, `HTTP 429, Retry-After 2s`.
  public var text: String {
    let wait = retryAfter.map { "Retry-After " + Duration.nanoseconds($0).documentText }
    return [status.map { "HTTP \($0)" }, code.map { "code \($0)" }, wait].compactMap { $0 }
      .joined(separator: ", ")
  }
}
