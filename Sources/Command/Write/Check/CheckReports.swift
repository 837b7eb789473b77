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
