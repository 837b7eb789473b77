/// A promise in the notation of the flow's file.
package enum PromiseText {
  package static func value(_ promise: Flow.Promise) -> JSONValue { Visitor.json(of: promise) }

  /// The promise on one line, with spaces for readability.
  package static func text(_ promise: Flow.Promise) -> String { spaced(value(promise)) }

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
