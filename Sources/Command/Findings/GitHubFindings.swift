import LaunchFlowAuthoring

/// Findings as workflow commands, from which GitHub makes annotations beside the lines of a change.
enum GitHubFindings {
  static func text(_ findings: Findings) -> String {
    findings.all.map(line).joined()
  }

  private static func line(
    _ file: Findings.File, _ check: Findings.Check, _ finding: Findings.Finding
  ) -> String {
    var properties = ["file=" + property(file.path.visible)]
    if let range = finding.place?.range {
      properties += ["line=\(range.start.line)", "col=\(range.start.column)"]
      // GitHub reads an end column only on the same line, and includes it.
      if range.start.line == range.end.line {
        properties.append("endColumn=\(max(range.end.column - 1, range.start.column))")
      } else {
        properties.append("endLine=\(range.end.line)")
      }
    }
    properties.append("title=" + property(finding.rule.id))
    let message = [finding.message, finding.help, check.again.map { "again: " + $0 }]
      .compactMap { $0?.visible }.joined(separator: "\n")
    return "::\(finding.severity.rawValue) \(properties.joined(separator: ","))::\(data(message))\n"
  }

  /// A message, in which a line end would end the command.
  private static func data(_ text: String) -> String { escaped(text, "%\r\n") }

  /// A property's value, which ends with a comma or a colon.
  private static func property(_ text: String) -> String { escaped(text, "%\r\n:,") }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.map { scalar in
      guard special.unicodeScalars.contains(scalar) else { return String(scalar) }
      return (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
    }.joined()
  }
}
