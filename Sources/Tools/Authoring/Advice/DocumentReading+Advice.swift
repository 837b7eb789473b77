extension DocumentReading {
  /// Reads a text for authors: each diagnostic has advice, and a misspelt key is replaced by the intended
  /// one, so that it is not reported as missing, too.
  ///
  /// - Parameter flow: The flow of the scenarios.
  package static func advised(
    _ source: SourceText, for flow: Flow? = nil, _ read: (JSONDocument) -> Self
  ) -> Self {
    var reading = DocumentReading(source) { advised($0, for: flow, read) }
    if reading.json == nil { reading.diagnostics = reading.diagnostics.map { $0.advised(in: source) } }
    return reading
  }

  package static func advised(
    _ json: JSONDocument, for flow: Flow? = nil, _ read: (JSONDocument) -> Self
  ) -> Self {
    var json = json
    json.meaning = { json, node, name in
      guard let object = DeclaredObject(rawValue: name), !object.hasKey(json.key(of: node) ?? "") else {
        return nil
      }
      return KeyAdvice(json, node, in: object).meaning
    }
    var reading = read(json)
    guard !reading.diagnostics.isEmpty else { return reading }
    let root = (Document.self as? any FormatObject.Type)?.object
    let adviser = Adviser(json, root: root, flow: flow ?? reading.draft as? Flow)
    reading.diagnostics = reading.diagnostics.map { adviser.advised($0) }
    return reading
  }

  /// Adds diagnostics to a document without errors.
  func adding(_ find: (Document, JSONDocument) -> [Diagnostic]) -> Self {
    guard let document, let json else { return self }
    return Self(document, diagnostics + find(document, json), json)
  }
}

extension Diagnostic {
  /// The error of a text that is not JSON, with advice.
  package func advised(in source: SourceText) -> Diagnostic {
    var advised = Adviser(JSONDocument(unread: source), root: nil, flow: nil).advised(self)
    if message.hasPrefix("expected ','"), message.hasSuffix("but the text ends"), !notes.isEmpty,
      let start = SyntaxAdvice(source, at: 0).unclosed
    {
      advised.notes[0].place.range = source.range(start, start + 1)
    }
    return advised
  }
}
