extension OfflineSwitchDocument {
  /// Reads a switch file: the switch, or all that is wrong with it.
  package static func read(_ source: SourceText) -> DocumentReading<OfflineSwitchDocument> {
    DocumentReading(source) { read($0) }
  }

  /// The same for a text that was read as JSON already.
  package static func read(_ json: JSONDocument) -> DocumentReading<OfflineSwitchDocument> {
    DocumentReading(json) { document, reader in
      document.diagnostics()
    }
  }

  /// The switch as a file's JSON; reading it gives the same switch.
  package var json: JSONValue { Visitor.json(of: self) }
}
