import LaunchFlowModel

/// All explanations as an article of the library's documentation. A test compares the article in the catalog with
/// this text.
enum ExplanationArticle {
  static var text: String {
    var text = """
      # Diagnostics

      All diagnostics of flow and switch files, by code.

      ## Overview

      `launchflow check` reports errors and warnings. A file with an *error* cannot be used. A *warning* marks something
      pointless or unwise in a file that can be used. Warnings are reported only for files without errors. An app reports
      errors only, by `Flow.read(_:including:)`; the warnings are part of the command.

      To silence a warning, add `"ignore"` to the step, group, landing rule, input, cache or service that it is about, or
      to the flow. In a switch, add it to the factor `"network"` or `"service"`, or to the switch. Scenarios have errors
      only. The reason is required, and an `"ignore"` without its warning is reported too:

      ```json
      "caches": { "city": { "ignore": { "LF028": "The map on the home page reads it." } } }
      ```

      Each example below is a whole file. On a terminal, `launchflow explain` with a code shows the same text.

      """
    for severity in Diagnostic.Severity.allCases {
      text += "\n## \(severity == .error ? "Errors" : "Warnings")\n"
      for explanation in Explanation.all where explanation.code.severity == severity {
        text += section(explanation)
      }
    }
    return text
  }

  /// The section of one diagnostic.
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

      \(explanation.fix)

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
