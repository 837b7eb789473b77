import LaunchFlowModel

/// What `launchflow check --format github` writes: workflow commands, from which GitHub makes annotations beside
/// the lines of a change.
enum CheckGitHub {
  static func text(_ files: [CheckedFile], unreadable: [FileError]) -> String {
    files.flatMap { file in file.diagnostics.map { line($0, in: file) } }.joined()
      + unreadable.map { error in
        "::error file=\(property(error.path)),title=launchflow::\(data(error.path + ": " + error.reason))\n"
      }.joined()
  }

  private static func line(_ diagnostic: Diagnostic, in file: CheckedFile) -> String {
    var properties = ["file=" + property(file.name)]
    if let range = diagnostic.place.range {
      properties += ["line=\(range.start.line)", "col=\(range.start.column)"]
      // A column at the end is understood only on the same line; it is the last one that belongs to it.
      if range.start.line == range.end.line {
        properties.append("endColumn=\(max(range.end.column - 1, range.start.column))")
      } else {
        properties.append("endLine=\(range.end.line)")
      }
    }
    properties.append("title=" + property(diagnostic.code.rawValue))
    let message = [diagnostic.message, diagnostic.hint].compactMap(\.self).joined(separator: "\n")
    return "::\(diagnostic.severity.rawValue) \(properties.joined(separator: ","))::\(data(message))\n"
  }

  /// A message, in which a line end would end the command.
  private static func data(_ text: String) -> String {
    escaped(text, beside: [])
  }

  /// A property's value, which ends with a comma or a colon.
  private static func property(_ text: String) -> String {
    escaped(text, beside: [":", ","])
  }

  private static func escaped(_ text: String, beside others: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if ["%", "\r", "\n"].contains(scalar) || others.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: ("%" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
