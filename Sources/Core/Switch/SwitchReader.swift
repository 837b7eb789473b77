extension OfflineSwitchDocument {
  /// Reads a switch file: the switch, or all of its errors.
  package static func read(_ source: SourceText) -> DocumentReading<OfflineSwitchDocument> {
    DocumentReading(source) { read($0) }
  }

  package static func read(_ json: JSONDocument) -> DocumentReading<OfflineSwitchDocument> {
    DocumentReading(json) { document, reader in
      document.diagnostics()
    }
  }

  /// The switch as a file's JSON. Reading it gives the same switch.
  package var json: JSONValue { Visitor.json(of: self) }
}
