import Foundation
import LaunchFlow
import Testing

@Suite struct OfflineSwitchDocumentLoadingTests {
  @Test func `a switch file is read`() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../flows/offline-switch.json").standardizedFileURL
    #expect(try OfflineSwitchDocument(contentsOf: url).marked?.cache == "offline-marked")
  }

  @Test func `all errors of a bad one are thrown`() throws {
    let bad = Data(#"{ "switch": "x", "factors": { "marked": { "manual": 1 }, "newtork": {} } }"#.utf8)
    let error = #expect(throws: InvalidSwitch.self) { try OfflineSwitchDocument(data: bad) }
    #expect((error?.diagnostics.count ?? 0) >= 2)
  }
}
