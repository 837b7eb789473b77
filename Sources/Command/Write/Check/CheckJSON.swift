import LaunchFlowAuthoring

/// The output of `launchflow check --format json`: a list, in order of file and place. Lines and columns count from 1,
/// columns in Unicode scalars; an end is the position behind the last scalar. Values that do not apply are null.
enum CheckJSON {
  static func text(_ files: [CheckedFile]) -> String {
    let found = files.flatMap { file in file.diagnostics.map { value($0, in: file) } }
    return JSONValue.array(found).text(.pretty) + "\n"
  }

  private static func value(_ diagnostic: Diagnostic, in file: CheckedFile) -> JSONValue {
    let (start, end) = (diagnostic.place.range?.start, diagnostic.place.range?.end)
    return [
      "code": .string(diagnostic.code.rawValue), "severity": .string(diagnostic.severity.rawValue),
      "message": .string(diagnostic.message), "file": .string(file.name),
      "line": number(start?.line), "column": number(start?.column), "endLine": number(end?.line),
      "endColumn": number(end?.column), "hint": diagnostic.advice.map(JSONValue.string) ?? .null,
      "notes": .array(diagnostic.notes.map(value)),
    ]
  }

  private static func value(_ note: Diagnostic.Note) -> JSONValue {
    let (start, end) = (note.place.range?.start, note.place.range?.end)
    return [
      "message": .string(note.message), "line": number(start?.line), "column": number(start?.column),
      "endLine": number(end?.line), "endColumn": number(end?.column),
    ]
  }

  private static func number(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }
}
