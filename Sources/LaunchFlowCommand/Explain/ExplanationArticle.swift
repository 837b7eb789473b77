import LaunchFlowModel

/// All explanations as an article of the library's documentation. The article in the catalog is this text; a test
/// holds it to it.
enum ExplanationArticle {
  static var text: String {
    var text = """
      # Diagnostics

      What the checks say about flow and switch files, by their codes.

      ## Overview

      `launchflow check` reports *errors*, with which a file never becomes a flow, and *warnings*: what is pointless or
      unwise, and yet runs. Warnings are looked for once there are no errors. An app reports errors alone, by
      `Flow.read(_:including:)`; the warnings stay in the command.

      A warning that does not matter is silenced in the file, on the step, group, landing rule, input, cache or service
      that it is about, or on the flow as a whole; in a switch, on the factor "network" or "service", or on the
      switch. Scenarios have errors alone. The reason is part of it, and a silence of what is not there is reported
      itself:

      ```json
      "caches": { "city": { "ignore": { "LF028": "The map on the home page reads it." } } }
      ```

      Each example below is a whole file; `launchflow explain` with a code shows the same on a terminal.

      """
    for severity in Diagnostic.Severity.allCases {
      text += "\n## \(severity == .error ? "Errors" : "Warnings")\n"
      for explanation in Explanation.all where explanation.code.severity == severity {
        text += section(explanation)
      }
    }
    return text
  }

  /// One diagnostic in full.
  static func section(_ explanation: Explanation) -> String {
    let messages = explanation.findings.map { finding in
      let start = finding.place.range.map { "\($0.start.line):\($0.start.column): " } ?? ""
      let hint = finding.hint.map { "\n  help: " + $0 } ?? ""
      return start + finding.severity.rawValue + ": " + finding.message + " [\(finding.code.rawValue)]" + hint
    }
    return """

      ### \(explanation.code.rawValue): \(explanation.title)

      \(explanation.what)

      \(explanation.why)

      \(explanation.mend)

      Wrong:

      ```json
      \(explanation.wrong)```

      ```
      \(messages.joined(separator: "\n"))
      ```

      Right:

      ```json
      \(explanation.right)```

      """
  }
}
