import Foundation
@testable import LaunchFlowCommand
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

  @Test(arguments: [
    ("\r\n", "-{\\u{d}\n-\"flow\": \"a\"\n+{\n"), ("\n\u{9}", "-\\u{9}\"flow\": \"a\"\n+  \"flow\": \"a\"\n"),
  ])
  func `invisible characters are shown`(_ separator: String, _ lines: String) async {
    var world = TestWorld()
    world.files = ["a.json": "{\(separator)\"flow\": \"a\"\n}\n"]
    let outcome = await world.run("fmt", "--check", "a.json")
    #expect(outcome.data.contains(lines))
  }

  @Test func `a missing final newline is a change`() async {
    var world = TestWorld()
    world.files = ["a.json": String(Self.tidy.dropLast())]
    let outcome = await world.run("fmt", "--check", "a.json")
    #expect(outcome.data.hasSuffix("-}\n\\ No newline at end of file\n+}\n"))
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
