import LaunchFlowModel

/// A promise as the flow's file writes it.
enum PromiseText {
  static func value(_ promise: Flow.Promise) -> JSONValue {
    switch promise {
    case .within(let limit): ["within": .string(limit.documentText)]
    case .never(let condition): ["never": value(condition)]
    case .always(let condition): ["always": value(condition)]
    case .implies(let premise, let conclusion): ["if": value(premise), "then": value(conclusion)]
    }
  }

  /// On one line, with the spaces that people set.
  static func text(_ promise: Flow.Promise) -> String {
    spaced(value(promise))
  }

  private static func value(_ condition: Condition) -> JSONValue {
    .object(
      JSONObject(
        condition.terms.map { term in
          switch term {
          case .fact(let subject, let words):
            JSONObject.Member(name: subject, value: words.count == 1 ? words[0] : .array(words))
          case .error(let subject, let classes):
            JSONObject.Member(
              name: subject,
              value: ["error": classes.count == 1 ? word(classes[0]) : .array(classes.map(word))])
          case .cached(let subject, let isCached):
            JSONObject.Member(name: subject, value: ["cached": .bool(isCached)])
          case .any(let parts): JSONObject.Member(name: "any", value: .array(parts.map(value)))
          case .all(let parts): JSONObject.Member(name: "all", value: .array(parts.map(value)))
          case .atLeast(let count, let parts):
            JSONObject.Member(
              name: "atLeast", value: ["count": .integer(Int64(count)), "of": .array(parts.map(value))])
          case .not(let part): JSONObject.Member(name: "not", value: value(part))
          }
        }))
  }

  private static func word(_ errorClass: ErrorClass) -> JSONValue { .string(errorClass.rawValue) }

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
