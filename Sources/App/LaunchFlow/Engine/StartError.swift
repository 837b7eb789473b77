/// The reason why a run cannot start.
public enum StartError: Error, Hashable, Sendable {
  /// Inputs without a value and without a default.
  case missingInputs([String])
  /// Inputs that the flow does not declare.
  case unknownInputs([String])
  /// An input with a value of another type, or with a value that the flow does not list.
  case badInput(String)
  /// A run with equal inputs has not landed, and the flow says `"ifRunning": "refuse"`.
  case alreadyRunning
  /// Pages without a handler.
  case missingPages([String])

  /// Checks the inputs and returns their values in file order.
  static func check(
    _ inputs: [String: JSONValue], pages: Set<String>, for flow: Flow
  ) throws(StartError) -> [JSONValue] {
    let unshown = pages.isEmpty ? [] : flow.pages.map(\.name).filter { !pages.contains($0) }
    guard unshown.isEmpty else { throw .missingPages(unshown) }
    let declared = Set(flow.inputs.map(\.name))
    let unknown = inputs.keys.filter { !declared.contains($0) }.sorted()
    guard unknown.isEmpty else { throw .unknownInputs(unknown) }
    let missing = flow.inputs.filter { inputs[$0.name] == nil && $0.defaultValue == nil }.map(\.name)
    guard missing.isEmpty else { throw .missingInputs(missing) }
    var values: [JSONValue] = []
    for input in flow.inputs {
      let value = inputs[input.name] ?? input.defaultValue ?? .null
      guard input.problem(with: value) == nil else { throw .badInput(input.name) }
      values.append(value)
    }
    return values
  }
}
