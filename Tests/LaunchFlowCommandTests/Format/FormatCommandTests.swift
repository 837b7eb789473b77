import Foundation
import LaunchFlowCommand
import Testing

@Suite struct FormatCommandTests {
  private static let untidy = #"{"flow":"a" , "pages":["home"], "x-note": 1.0}"#
  private static let tidy = """
    {
      "flow": "a",
      "pages": ["home"],
      "x-note": 1.0
    }

    """

  private static var world: TestWorld {
    var world = TestWorld()
    world.files = [
      "flows/a.json": untidy, "flows/b.json": tidy, "flows/other.json": "{\"name\":1}",
      "flows/bad.json": "{\"flow\": \"a\",}",
    ]
    return world
  }

  @Test func `changed documents are written and listed, other files are left alone`() async {
    let outcome = await Self.world.run("fmt", "flows")
    #expect(outcome.writtenFiles == ["flows/a.json": Self.tidy])
    #expect(outcome.data == "flows/a.json\n")
    #expect(outcome.diagnostics.hasPrefix("flows/bad.json:1:13: error: "))
    #expect(outcome.diagnostics.hasSuffix("3 files: 1 changed, 1 not formatted\n"))
    #expect(outcome.status == .problemsFound)
  }

  @Test func `fmt --check lists the files that would change`() async {
    let outcome = await Self.world.run("fmt", "--check", "flows/a.json", "flows/b.json")
    #expect(outcome.writtenFiles.isEmpty)
    #expect(
      outcome.data == """
        flows/a.json:1: would change, and up to 5 more
          - {"flow":"a" , "pages":["home"], "x-note": 1.0}
          + {

        """)
    #expect(
      outcome.diagnostics == "2 files: 1 would change; fix with: launchflow fmt flows/a.json flows/b.json\n")
    #expect(outcome.status == .problemsFound)
    let fine = await Self.world.run("fmt", "--check", "flows/b.json")
    #expect(fine.status == .fine)
    #expect(fine.data == "")
    #expect(fine.diagnostics == "1 file: none would change\n")
  }

  @Test(arguments: [
    ("\r\n", "  - {\\r\n  + {\n"), (" \n", "  - {·\n  + {\n"),
    ("\n\u{9}", "  - \\t\"flow\": \"a\"\n  +   \"flow\": \"a\"\n"),
  ])
  func `invisible characters are shown`(_ separator: String, _ lines: String) async {
    var world = TestWorld()
    world.files = ["a.json": "{\(separator)\"flow\": \"a\"\n}\n"]
    let outcome = await world.run("fmt", "--check", "a.json")
    #expect(outcome.data.hasSuffix(lines))
  }

  @Test func `a missing final newline is a change`() async {
    var world = TestWorld()
    world.files = ["a.json": String(Self.tidy.dropLast())]
    let outcome = await world.run("fmt", "--check", "a.json")
    #expect(outcome.data == "a.json:6: would change\n  - (the end of the file)\n  + \n")
  }

  @Test func `standard input goes to standard output`() async {
    var world = TestWorld()
    world.files.standardInput = Array(Self.untidy.utf8)
    let outcome = await world.run("fmt", "-")
    #expect(outcome.status == .fine)
    #expect(outcome.data == Self.tidy)
    #expect(outcome.diagnostics == "")
    let check = await world.run("fmt", "--check", "-")
    #expect(check.status == .problemsFound)
    #expect(check.data.hasPrefix("<stdin>:1: would change"))
  }

  @Test func `a named file that is not a document is refused`() async {
    let outcome = await Self.world.run("fmt", "flows/other.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics.contains("this is neither a flow, a switch nor scenarios"))
    #expect(outcome.writtenFiles.isEmpty)
  }

  @Test func `formatting no file, or an unreadable one, is not a success`() async {
    let nothing = await TestWorld().run("fmt")
    #expect(nothing.status == .couldNotRun)
    let missing = await Self.world.run("fmt", "flows/missing.json", "flows/b.json")
    #expect(missing.status == .couldNotRun)
    #expect(missing.diagnostics.hasPrefix("error: flows/missing.json: No such file or directory\n"))
  }

  @Test func `all flows of the repository are formatted`() async throws {
    let outcome = try Binary.run(["fmt", "--check", "flows"])
    let message =
      "lay them out: swift run launchflow fmt flows\n" + String(decoding: outcome.data, as: UTF8.self)
    #expect(outcome.status == 0, "\(message)")
  }

  @Test func `a file keeps its permissions, its links and, where it may not be written, its content`() throws
  {
    let folder = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a file.json")
    let link = folder.appending(path: "link.json")
    try Data(Self.untidy.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: file.path(percentEncoded: false))
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try Binary.run(["fmt", link.path(percentEncoded: false)]).status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.tidy)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path()).hasSuffix("a file.json"))
    // Nothing of what it was written by is left behind.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() == [
        "a file.json", "link.json",
      ])
  }
}
