import LaunchFlowModel

/// What comes of a file that is to be laid out.
enum FormattedDocument {
  case sound([UInt8])
  /// It cannot be laid out, for this reason.
  case flawed(Diagnostic)
  /// A file that only lies in the same folder.
  case somebodyElses

  /// - Parameter isNamed: Whether the command line names the file itself, so that it must be a document.
  init(_ file: DocumentFile, isNamed: Bool) {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(file.source)
    } catch {
      self = .flawed(Diagnostic(error, in: file.source))
      return
    }
    if DocumentKind(json) == nil {
      self = isNamed ? .flawed(Self.unknownKind(json)) : .somebodyElses
    } else if let text = JSONLayout.text(of: json) {
      self = .sound(text)
    } else {
      self = .flawed(
        Diagnostic(
          .badValue, "laid out, the text would be larger than \(JSONLimits.standard.bytes) bytes",
          at: json.wholePlace))
    }
  }

  private static func unknownKind(_ json: JSONDocument) -> Diagnostic {
    Diagnostic(
      .missingKey, "this is neither a flow, a switch nor scenarios", at: json.wholePlace,
      hint: "a flow has the key \"flow\", a switch \"switch\", scenarios \"scenariosFor\"")
  }
}
