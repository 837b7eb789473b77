import LaunchFlowAuthoring
import LaunchFlowModel

/// The inputs of a flow, with their values in the run that the page shows.
enum StudioInput {
  /// The data of the page's input fields, in file order. The original value is that of the scenario, the
  /// input's default or a placeholder.
  ///
  /// - Parameters:
  ///   - given: The values that the page's reader has set.
  ///   - scenario: The values of the scenario.
  static func json(
    of flow: Flow, given: [Flow.NamedValue], otherwise scenario: [Flow.NamedValue]
  ) -> [JSONValue] {
    flow.inputs.map { input in
      func value(in list: [Flow.NamedValue]) -> JSONValue? { list.first { $0.name == input.name }?.value }
      let original = value(in: scenario) ?? input.defaultValue ?? input.placeholder
      let values = input.kind == .boolean && input.values.isEmpty ? [true, false] : input.values
      return [
        "name": .string(input.name), "summary": input.summary.map(JSONValue.string) ?? .null,
        "type": .string(input.kind.rawValue), "values": .array(values.map { .string(text($0)) }),
        "value": .string(text(value(in: given) ?? original)), "original": .string(text(original)),
      ]
    }
  }

  /// A value in the form of `--input`; unlike in messages, an empty text is empty.
  private static func text(_ value: JSONValue) -> String { value.string ?? InputSetting.text(value) }
}
