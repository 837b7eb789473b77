import LaunchFlowAuthoring

/// A file in its canonical layout, or the reason why it has none.
enum FormattedDocument {
  case sound([UInt8])
  /// The error that prevents a layout.
  case flawed(Diagnostic)
  /// A file of another kind in a folder.
  case unrelated

  /// - Parameter isNamed: Whether the command line names the file itself, so that it must be a document.
  init(_ file: DocumentFile, isNamed: Bool) {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(file.source)
    } catch {
      self = .flawed(Diagnostic(error, in: file.source).advised(in: file.source))
      return
    }
    if DocumentKind(json) == nil {
      self = isNamed ? .flawed(.unknownKind(json)) : .unrelated
    } else if let text = JSONLayout.text(of: json) {
      self = .sound(text)
    } else {
      self = .flawed(
        Diagnostic(
          .badValue, "the canonical layout would be larger than \(JSONLimits.standard.bytes) bytes",
          at: json.wholePlace))
    }
  }
}
