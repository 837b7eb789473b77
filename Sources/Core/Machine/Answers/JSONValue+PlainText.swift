import LaunchFlowModel

extension JSONValue {
  /// What a value looks like within a text: a string as it is, null as nothing, anything else as JSON.
  package var plainText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .integer, .double, .array, .object: text()
    }
  }
}
