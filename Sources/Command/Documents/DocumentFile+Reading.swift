import LaunchFlowTimeline

// Documents for commands that need them free of errors. Warnings do not matter.
extension DocumentFile {
  /// - Throws: A `UsageError` for a document of another kind, instead of its errors as a flow.
  func flow() throws -> Flow {
    let reading = DocumentReading.advised(source) { Flow.read($0, including: included) }
    if reading.hasErrors, reading.json?.member("trace") != nil {
      throw UsageError("\(source.name) is not a flow but a trace; draw it with 'launchflow show'")
    }
    if reading.hasErrors, let kind = reading.json.flatMap(DocumentKind.init), kind != .flow {
      throw UsageError("\(source.name) is not a flow; it has the key \"\(kind.rawValue)\"")
    }
    return try sound(reading)
  }

  func offlineSwitch() throws(FlawedDocument) -> OfflineSwitchDocument {
    try sound(.advised(source) { OfflineSwitchDocument.read($0) })
  }

  func scenarios(for flow: Flow) throws(FlawedDocument) -> ScenarioFile {
    try sound(.advised(source, for: flow) { ScenarioFile.read($0, for: flow) })
  }

  func scenarios(for document: OfflineSwitchDocument) throws(FlawedDocument) -> SwitchScenarioFile {
    try sound(.advised(source) { SwitchScenarioFile.read($0, for: document) })
  }

  /// - Throws: A `UsageError` for a document of another kind, instead of its errors as a trace.
  func trace() throws -> Trace {
    let reading = DocumentReading.advised(source) { Trace.read($0) }
    if reading.hasErrors, let kind = reading.json.flatMap(DocumentKind.init) {
      let hint = kind == .flow ? "; '--resolved' prints a flow in full" : ""
      throw UsageError("\(source.name) is not a trace; it has the key \"\(kind.rawValue)\"\(hint)")
    }
    return try sound(reading)
  }

  func sound<Document>(_ reading: DocumentReading<Document>) throws(FlawedDocument) -> Document {
    guard let document = reading.document else { throw FlawedDocument(source, reading.diagnostics) }
    return document
  }
}
