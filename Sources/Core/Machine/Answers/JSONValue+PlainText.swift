extension JSONValue {
  /// The value within a text: a string without quotes, an empty text for null, JSON for anything else.
  package var plainText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .integer, .double, .array, .object: text()
    }
  }
}
