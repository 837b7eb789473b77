import Foundation
import LaunchFlow
import LaunchFlowOffline
import LaunchFlowSwitch
import Testing

/// Files that are no files, in place of a document.
@Suite struct DocumentBytesTests {
  private func withFolder(_ work: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(folder)
  }

  /// A pipe that nobody writes to has no end, a device has none either.
  @Test(arguments: ["pipe.json", "folder.json", "device.json", "none.json"])
  func `only a regular file is read`(_ name: String) throws {
    try withFolder { folder in
      let url = folder.appending(path: name)
      switch name {
      case "pipe.json": #expect(mkfifo(url.path, 0o600) == 0)
      case "folder.json": try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      case "device.json":
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/dev/zero")
      default: break
      }
      #expect(throws: POSIXError.self) { try Flow(contentsOf: url) }
      #expect(throws: POSIXError.self) { try OfflineSwitchDocument(contentsOf: url) }
      let outer = folder.appending(path: "outer.json")
      let text = """
        { "flow": "outer", "deadline": "1s", "pages": ["home"],
          "steps": [{ "name": "inner", "include": "\(name)" }], "landings": [{ "page": "home" }] }
        """
      try Data(text.utf8).write(to: outer)
      #expect(throws: InvalidDocument.self) { try Flow(contentsOf: outer) }
    }
  }

  @Test func `all errors of a bad switch are thrown`() throws {
    let bad = Data(#"{ "switch": "x", "factors": { "marked": { "manual": 1 }, "newtork": {} } }"#.utf8)
    try withFolder { folder in
      let url = folder.appending(path: "switch.json")
      try bad.write(to: url)
      let error = #expect(throws: InvalidDocument.self) { try OfflineSwitchDocument(contentsOf: url) }
      #expect((error?.diagnostics.count ?? 0) >= 2)
    }
  }

  @Test func `an address that is not a file's is refused`() throws {
    let url = try #require(URL(string: "https://example.com/flow.json"))
    #expect(throws: CocoaError.self) { try Flow(contentsOf: url) }
  }

  @Test func `an error of the whole document has no place before it`() {
    let text = #"{ "flow": "f", "deadline": "1s", "pages": ["p"], "steps": { "a": {} } }"#
    let error = #expect(throws: InvalidDocument.self) { try Flow(data: Data(text.utf8)) }
    let lines = (error?.description ?? "").split(separator: "\n")
    #expect(lines.contains("the flow has no \"landings\" [LF012]"))
    #expect(lines.contains { $0.hasPrefix("/steps/a: ") })
  }
}
