import LaunchFlowAuthoring
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
