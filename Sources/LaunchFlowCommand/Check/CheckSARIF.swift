import LaunchFlowModel

/// What `launchflow check --format sarif` writes: one run in the Static Analysis Results Interchange Format
/// (OASIS, version 2.1.0).
enum CheckSARIF {
  static func text(_ files: [CheckedFile], unreadable: [FileError]) -> String {
    let found = files.flatMap(\.diagnostics)
    let codes = DiagnosticCode.allCases.filter { code in found.contains { $0.code == code } }
      .sorted { $0.rawValue < $1.rawValue }
    let results = files.flatMap { file in
      file.diagnostics.map { result($0, in: file, rule: codes.firstIndex(of: $0.code)) }
    }
    let run: JSONValue = [
      "tool": [
        "driver": [
          "name": "launchflow", "version": .string(Command.version), "rules": .array(codes.map(rule)),
        ]
      ],
      // Columns are counted as they are everywhere in the command.
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

  private static func rule(_ code: DiagnosticCode) -> JSONValue {
    let explanation = Explanation(code)
    return [
      "id": .string(code.rawValue),
      "shortDescription": ["text": .string(explanation.title)],
      "fullDescription": ["text": .string(explanation.what + " " + explanation.why)],
      "help": ["text": .string(explanation.mend)],
      "defaultConfiguration": ["level": .string(code.severity.rawValue)],
    ]
  }

  private static func result(_ diagnostic: Diagnostic, in file: CheckedFile, rule: Int?) -> JSONValue {
    let message = [diagnostic.message, diagnostic.hint].compactMap(\.self).joined(separator: "\n")
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

  /// A path as a reference (RFC 3986): what may not stand in one is percent-encoded.
  static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}
