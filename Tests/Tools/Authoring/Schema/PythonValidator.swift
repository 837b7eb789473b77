import Foundation
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowModel

/// The validator that editors' own are like: `jsonschema` for Python, in one process for many documents.
enum PythonValidator {
  private static let script = #"""
    import json, sys
    from jsonschema import Draft7Validator
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    with open(sys.argv[2], encoding="utf-8") as documents:
        for line in documents:
            print(1 if validator.is_valid(json.loads(line)) else 0)
    """#

  /// Whether it is installed here.
  static let isInstalled = (try? run(["-c", "import jsonschema"]))?.status == 0

  /// Whether each document is of the schema's shape.
  static func verdicts(_ documents: [JSONValue]) throws -> [Bool] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appending(path: "schema.json")
    let input = folder.appending(path: "documents.jsonl")
    try Data(EditorSchema.text.utf8).write(to: schema)
    try Data(documents.map { $0.text() + "\n" }.joined().utf8).write(to: input)
    let (status, output) = try run(["-c", script, schema.path(), input.path()])
    try #require(status == 0)
    return output.split(separator: "\n").map { $0 == "1" }
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
