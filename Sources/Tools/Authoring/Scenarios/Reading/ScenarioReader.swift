import LaunchFlowModel

extension ScenarioFile {
  /// Reads a scenarios file: the scenarios, or all of its problems.
  ///
  /// - Parameters:
  ///   - source: The file's text.
  ///   - flow: The flow of the scenarios; every name is looked up in it.
  ///   - given: The names of inputs that are set elsewhere, so that scenarios may omit them.
  package static func read(
    _ source: SourceText, for flow: Flow? = nil, inputsGiven given: Set<String> = []
  ) -> DocumentReading<ScenarioFile> {
    DocumentReading(source) { read($0, for: flow, inputsGiven: given) }
  }

  /// Reads a text that was parsed as JSON already.
  package static func read(
    _ json: JSONDocument, for flow: Flow?, inputsGiven given: Set<String> = []
  ) -> DocumentReading<ScenarioFile> {
    DocumentReading(json) { file, _ in file.diagnostics(for: flow, inputsGiven: given) }
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

extension Scenario {
  /// The scenario as JSON, without its name.
  package var json: JSONValue { Visitor.json(of: self) }
}
