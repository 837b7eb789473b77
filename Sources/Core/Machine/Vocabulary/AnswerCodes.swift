import LaunchFlowModel

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

/// The code in the envelope of an answer.
package enum EnvelopeCode: Hashable, Sendable {
  case number(Int64)
  /// A text that the flow's file lists.
  case listed(String)
  /// A text that the flow's file does not list. It may contain any data, so it is not kept.
  case other
}

extension EnvelopeCode: CustomStringConvertible {
  /// The number or the listed text; `other` for any other text.
  package var description: String {
    switch self {
    case .number(let number): String(number)
    case .listed(let text): text
    case .other: Self.otherWord
    }
  }

  package static let otherWord = "other"
}

extension EnvelopeCode {
  /// Reads the code of an answer; nil for a value that is neither a whole number nor a text.
  ///
  /// - Parameter isListed: Whether the flow's file lists a text.
  package init?(_ value: JSONValue, isListed: (String) -> Bool) {
    switch value {
    case .integer(let number): self = .number(number)
    case .string(let text): self = isListed(text) ? .listed(text) : .other
    case .null, .bool, .double, .array, .object: return nil
    }
  }

  /// Reads a code of a file, a whole number or a text; nil for any other value.
  package init?(listed value: JSONValue) {
    self.init(value) { _ in true }
  }

  /// The code as a number or text of JSON.
  package var value: JSONValue {
    if case .number(let number) = self { .integer(number) } else { .string(description) }
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
