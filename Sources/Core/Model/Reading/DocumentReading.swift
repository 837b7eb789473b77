/// The result of reading a document: the document, or nil with errors, and all diagnostics.
package struct DocumentReading<Document: Sendable>: Sendable {
  /// The document as far as it could be read; nil if the text is not JSON.
  package let draft: Document?
  /// Everything found, in the text's order.
  package var diagnostics: [Diagnostic]
  /// The text as JSON; nil if it is not JSON.
  package let json: JSONDocument?

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  package var document: Document? { hasErrors ? nil : draft }

  package func get() throws(InvalidDocument) -> Document {
    guard let document else { throw InvalidDocument(diagnostics: diagnostics) }
    return document
  }
}

extension DocumentReading {
  package init(_ source: SourceText, _ read: (JSONDocument) -> Self) {
    do throws(JSONSyntaxError) {
      self = read(try JSONDocument(source))
    } catch {
      (draft, json, diagnostics) = (nil, nil, [Diagnostic(error, in: source)])
    }
  }

  package init(_ document: Document, _ diagnostics: [Diagnostic], _ json: JSONDocument) {
    draft = document
    self.diagnostics = diagnostics.sortedByPosition()
    self.json = json
  }
}

extension DocumentReading where Document: FormatObject {
  /// Reads as much of a document as possible, and checks it by its rules.
  ///
  /// - Parameter check: Adds the parts from other files, too.
  package init(_ json: JSONDocument, check: (inout Document, DocumentReader) -> [Diagnostic]) {
    let reader = DocumentReader(json)
    var document = Document(named: "")
    // In a newer format the keys may have another meaning.
    if reader.kind(0) != .object || reader.isReadableFormat(),
      let read = Visitor(reader).object(nil as Document?)
    {
      document = read
      reader.finish(check(&document, reader))
    }
    self.init(document, reader.diagnostics, json)
  }
}

extension Diagnostic {
  package init(_ error: JSONSyntaxError, in source: SourceText) {
    let place = Place(.whole, range: source.range(error.bytes.lowerBound, error.bytes.upperBound))
    var notes: [Note] = []
    if let opening = error.opening {
      notes.append(
        Note("this is never closed", at: Place(.whole, range: source.range(opening, opening + 1))))
    }
    self.init(.syntax, error.message, at: place, notes: notes)
  }
}
