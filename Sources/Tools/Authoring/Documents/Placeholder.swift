extension Flow.Input {
  /// A value that the input may have, for use if none is given.
  package var placeholder: JSONValue {
    if let value = values.first { return value }
    return switch kind {
    case .boolean: false
    case .string: ""
    case .number: 0
    case .duration: .string((maximum ?? .seconds(1)).documentText)
    }
  }
}
