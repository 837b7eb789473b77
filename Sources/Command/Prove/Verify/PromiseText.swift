import LaunchFlowModel

/// A promise as the flow's file writes it.
enum PromiseText {
  static func value(_ promise: Flow.Promise) -> JSONValue { Visitor.json(of: promise) }

  /// On one line, with the spaces that people set.
  static func text(_ promise: Flow.Promise) -> String { spaced(value(promise)) }

  private static func spaced(_ value: JSONValue) -> String {
    switch value {
    case .object(let object):
      let members = object.members.map { JSONValue.string($0.name).text() + ": " + spaced($0.value) }
      return "{ " + members.joined(separator: ", ") + " }"
    case .array(let elements): return "[" + elements.map(spaced).joined(separator: ", ") + "]"
    default: return value.text()
    }
  }
}
