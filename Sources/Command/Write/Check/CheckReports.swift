import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel

/// The output of `launchflow check --format json`: a list, in order of file and place. Lines and columns
/// count from 1, columns in Unicode scalars; an end is the position behind the last scalar. Values that do
/// not apply are null.
enum CheckJSON {
  static func text(_ files: [CheckedFile]) -> String {
    let found = files.flatMap { file in file.diagnostics.map { value($0, in: file) } }
    return JSONValue.array(found).text(.pretty) + "\n"
  }

  private static func value(_ diagnostic: Diagnostic, in file: CheckedFile) -> JSONValue {
    var value = JSONObject([
      JSONObject.Member(name: "code", value: .string(diagnostic.code.rawValue)),
      JSONObject.Member(name: "severity", value: .string(diagnostic.severity.rawValue)),
      JSONObject.Member(name: "message", value: .string(diagnostic.message)),
      JSONObject.Member(name: "file", value: .string(file.name)),
    ])
    add(diagnostic.place, to: &value)
    value["hint"] = diagnostic.advice.map(JSONValue.string) ?? .null
    value["notes"] = .array(
      diagnostic.notes.map { note in
        var value = JSONObject([JSONObject.Member(name: "message", value: .string(note.message))])
        add(note.place, to: &value)
        return .object(value)
      })
    return .object(value)
  }

  private static func add(_ place: Place, to value: inout JSONObject) {
    let range = place.range
    for (name, number) in [
      ("line", range?.start.line), ("column", range?.start.column), ("endLine", range?.end.line),
      ("endColumn", range?.end.column),
    ] {
      value[name] = number.map { .integer(Int64($0)) } ?? .null
    }
  }
}

/// The output of `launchflow check --format github`: workflow commands, from which GitHub makes annotations
/// beside the lines of a change.
enum CheckGitHub {
  static func text(_ files: [CheckedFile], unreadable: [FileError]) -> String {
    files.flatMap { file in file.diagnostics.map { line($0, in: file) } }.joined()
      + unreadable.map { error in
        "::error file=\(property(error.path.visible)),title=launchflow::\(data((error.path + ": " + error.reason).visible))\n"
      }.joined()
  }

  private static func line(_ diagnostic: Diagnostic, in file: CheckedFile) -> String {
    var properties = ["file=" + property(file.name.visible)]
    if let range = diagnostic.place.range {
      properties += ["line=\(range.start.line)", "col=\(range.start.column)"]
      // GitHub reads an end column only on the same line, and includes it.
      if range.start.line == range.end.line {
        properties.append("endColumn=\(max(range.end.column - 1, range.start.column))")
      } else {
        properties.append("endLine=\(range.end.line)")
      }
    }
    properties.append("title=" + property(diagnostic.code.rawValue))
    let message = [diagnostic.message, diagnostic.advice].compactMap { $0?.visible }.joined(separator: "\n")
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

/// The output of `launchflow check --format sarif`: one run in the Static Analysis Results Interchange Format
/// (OASIS, version 2.1.0).
enum CheckSARIF {
  static func text(_ files: [CheckedFile], unreadable: [FileError]) -> String {
    let found = files.flatMap(\.diagnostics)
    let rules = Explanation.all.filter { rule in found.contains { $0.code == rule.code } }
    let results = files.flatMap { file in
      file.diagnostics.map { found in
        result(found, in: file, rule: rules.firstIndex { $0.code == found.code })
      }
    }
    let run: JSONValue = [
      "tool": [
        "driver": [
          "name": "launchflow", "version": .string(Command.version), "rules": .array(rules.map(rule)),
        ]
      ],
      // The whole command counts columns in this way.
      "columnKind": "unicodeCodePoints",
      "invocations": [
        [
          "executionSuccessful": .bool(unreadable.isEmpty),
          "toolExecutionNotifications": .array(unreadable.map(notification)),
        ]
      ],
      "results": .array(results),
    ]
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ]
    return log.text(.pretty) + "\n"
  }

  private static func rule(_ explanation: Explanation) -> JSONValue {
    [
      "id": .string(explanation.code.rawValue),
      "shortDescription": ["text": .string(explanation.title)],
      "fullDescription": ["text": .string(explanation.what + " " + explanation.why)],
      "help": ["text": .string(explanation.fix)],
      "defaultConfiguration": ["level": .string(explanation.code.severity.rawValue)],
    ]
  }

  private static func result(_ diagnostic: Diagnostic, in file: CheckedFile, rule: Int?) -> JSONValue {
    let message = [diagnostic.message, diagnostic.advice].compactMap(\.self).joined(separator: "\n")
    let related = diagnostic.notes.enumerated().map { index, note in
      location(
        note.place, in: file,
        and: [
          ("id", .integer(Int64(index))), ("message", ["text": .string(note.message)]),
        ])
    }
    return [
      "ruleId": .string(diagnostic.code.rawValue),
      "ruleIndex": .integer(Int64(rule ?? -1)),
      "level": .string(diagnostic.severity.rawValue),
      "message": ["text": .string(message)],
      "locations": [location(diagnostic.place, in: file)],
      "relatedLocations": .array(related),
    ]
  }

  private static func location(
    _ place: Place, in file: CheckedFile, and more: [(String, JSONValue)] = []
  ) -> JSONValue {
    var physical = JSONObject([
      JSONObject.Member(name: "artifactLocation", value: ["uri": .string(uri(file.name))])
    ])
    if let range = place.range {
      physical["region"] = [
        "startLine": .integer(Int64(range.start.line)), "startColumn": .integer(Int64(range.start.column)),
        "endLine": .integer(Int64(range.end.line)), "endColumn": .integer(Int64(range.end.column)),
      ]
    }
    var location = JSONObject([JSONObject.Member(name: "physicalLocation", value: .object(physical))])
    for (name, value) in more { location[name] = value }
    return .object(location)
  }

  private static func notification(_ error: FileError) -> JSONValue {
    [
      "level": "error", "message": ["text": .string(error.path + ": " + error.reason)],
      "locations": [["physicalLocation": ["artifactLocation": ["uri": .string(uri(error.path))]]]],
    ]
  }

  /// A path as a reference (RFC 3986).
  static func uri(_ path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "") + PercentEncoding.path(path)
  }
}
