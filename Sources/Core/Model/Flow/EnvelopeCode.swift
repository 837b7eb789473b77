package enum EnvelopeCode: Hashable, Sendable {
  case number(Int64)
  /// A text that the flow's file lists.
  case listed(String)
  /// A text that the flow's file does not list. It may contain any data, so it is not kept.
  case other
}

extension EnvelopeCode: CustomStringConvertible {
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

  package var value: JSONValue {
    if case .number(let number) = self { .integer(number) } else { .string(description) }
  }
}
