import LaunchFlowMachine

/// Findings as one run in the Static Analysis Results Interchange Format (OASIS, version 2.1.0).
enum SARIFFindings {
  static func text(_ findings: Findings) -> String {
    let rules = rules(of: findings)
    let results = findings.all.map { file, check, finding in
      result(finding, check, in: file, rule: rules.firstIndex(of: finding.rule))
    }
    let run: JSONValue = [
      "tool": [
        "driver": [
          "name": "launchflow", "version": .string(Command.version), "rules": .array(rules.map(rule)),
        ]
      ],
      // The whole command counts columns in this way.
      "columnKind": "unicodeCodePoints",
      "results": .array(results),
    ]
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ]
    return log.text(.pretty) + "\n"
  }

  /// The rules of the findings, in order of their names.
  private static func rules(of findings: Findings) -> [Findings.Rule] {
    var rules: [Findings.Rule] = []
    for (_, _, finding) in findings.all where !rules.contains(finding.rule) { rules.append(finding.rule) }
    return rules.sorted { $0.id < $1.id }
  }

  private static func rule(_ rule: Findings.Rule) -> JSONValue {
    [
      "id": .string(rule.id),
      "shortDescription": ["text": .string(rule.title)],
      "fullDescription": ["text": .string(rule.what)],
      "help": ["text": .string(rule.fix)],
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
    ]
  }

  private static func result(
    _ finding: Findings.Finding, _ check: Findings.Check, in file: Findings.File, rule: Int?
  ) -> JSONValue {
    let message = [finding.message, finding.help, check.again.map { "again: " + $0 }].compactMap(\.self)
    let related = finding.notes.enumerated().map { index, note in
      location(note.place, in: file, id: .integer(Int64(index)), message: ["text": .string(note.message)])
    }
    return [
      "ruleId": .string(finding.rule.id),
      "ruleIndex": .integer(Int64(rule ?? -1)),
      "level": .string(finding.severity.rawValue),
      "message": ["text": .string(message.joined(separator: "\n"))],
      "locations": [location(finding.place, in: file)],
      "relatedLocations": .array(related),
    ]
  }

  private static func location(
    _ place: Place?, in file: Findings.File, id: JSONValue = .null, message: JSONValue = .null
  ) -> JSONValue {
    var region = JSONValue.null
    if let range = place?.range {
      region = [
        "startLine": .integer(Int64(range.start.line)), "startColumn": .integer(Int64(range.start.column)),
        "endLine": .integer(Int64(range.end.line)), "endColumn": .integer(Int64(range.end.column)),
      ]
    }
    let location: JSONValue = [
      "physicalLocation": ["artifactLocation": ["uri": .string(uri(file.path))], "region": region],
      "id": id, "message": message,
    ]
    return location.droppingNulls()
  }

  /// A path as a reference (RFC 3986).
  static func uri(_ path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "") + PercentEncoding.path(path)
  }
}
