import LaunchFlowModel

/// An input of the flow, with its value in the run that the page shows.
struct StudioInput {
  private let input: Flow.Input
  /// The value in this run.
  private let value: JSONValue
  /// The value that the scenario, the input's default or a placeholder gives.
  private let original: JSONValue

  /// Every input of a flow, in file order.
  ///
  /// - Parameters:
  ///   - given: The values that the page's reader has set.
  ///   - scenario: The values of the scenario.
  static func all(
    of flow: Flow, given: [Flow.NamedValue], otherwise scenario: [Flow.NamedValue]
  ) -> [StudioInput] {
    flow.inputs.map { input in
      func value(in list: [Flow.NamedValue]) -> JSONValue? { list.first { $0.name == input.name }?.value }
      let original = value(in: scenario) ?? input.defaultValue ?? input.placeholder
      return StudioInput(input: input, value: value(in: given) ?? original, original: original)
    }
  }

  /// What the page makes its field from.
  var json: JSONValue {
    let values = input.kind == .boolean && input.values.isEmpty ? [true, false] : input.values
    return [
      "name": .string(input.name), "summary": input.summary.map(JSONValue.string) ?? .null,
      "type": .string(input.kind.rawValue), "values": .array(values.map { .string(Self.text($0)) }),
      "value": .string(Self.text(value)), "original": .string(Self.text(original)),
    ]
  }

  /// A value as `--input` takes it; unlike in messages, an empty text is empty.
  private static func text(_ value: JSONValue) -> String { value.string ?? InputSetting.text(value) }
}
