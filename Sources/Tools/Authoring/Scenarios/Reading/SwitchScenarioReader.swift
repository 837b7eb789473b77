import LaunchFlowModel

extension SwitchScenarioFile {
  /// Reads the scenarios of a switch: the scenarios, or all of its problems. Every name is looked up in the
  /// switch, if it is given.
  package static func read(
    _ source: SourceText, for document: OfflineSwitchDocument? = nil
  ) -> DocumentReading<SwitchScenarioFile> {
    DocumentReading(source) { read($0, for: document) }
  }

  /// Reads a text that was parsed as JSON already.
  package static func read(
    _ json: JSONDocument, for document: OfflineSwitchDocument?
  ) -> DocumentReading<SwitchScenarioFile> {
    DocumentReading(json) { file, _ in file.diagnostics(for: document) }
  }

  /// The file as JSON; reading it gives the same scenarios. Scenarios without a name are numbered.
  package var json: JSONValue {
    var named = self
    for index in scenarios.indices where scenarios[index].name == nil {
      named.scenarios[index].name = "scenario-\(index + 1)"
    }
    return Visitor.json(of: named)
  }
}
