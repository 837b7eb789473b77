extension Flow {
  /// Reads a flow file: the flow, or all of its errors. It makes no warnings.
  ///
  /// - Parameter including: Returns the text of an included file by its name; nil if it cannot be read.
  package static func read(
    _ source: SourceText, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> DocumentReading<Flow> {
    DocumentReading(source) { read($0, including: including) }
  }

  package static func read(
    _ json: JSONDocument, including: @escaping (String) -> SourceText?
  ) -> DocumentReading<Flow> {
    read(json, FlowIncluder(of: json.source, including))
  }

  static func read(_ json: JSONDocument, _ includer: FlowIncluder) -> DocumentReading<Flow> {
    DocumentReading(json) { flow, reader in
      reader.include(into: &flow, includer)
      reader.includeModules(into: &flow, includer)
      flow.takeLongestTimes()
      flow.keepGraph()
      return flow.diagnostics(unread: reader.unread)
    }
  }
}
