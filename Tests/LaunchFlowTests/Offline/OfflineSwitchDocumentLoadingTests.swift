import Foundation
import LaunchFlow
import Testing

@Suite struct OfflineSwitchDocumentLoadingTests {
  @Test func aSwitchFileIsRead() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../flows/offline-switch.json").standardizedFileURL
    #expect(try OfflineSwitchDocument(contentsOf: url).marked?.cache == "offline-marked")
  }

  @Test func allErrorsOfABadOneAreThrown() throws {
    let bad = Data(#"{ "switch": "x", "factors": { "marked": { "manual": 1 }, "newtork": {} } }"#.utf8)
    let error = #expect(throws: InvalidSwitch.self) { try OfflineSwitchDocument(data: bad) }
    #expect((error?.diagnostics.count ?? 0) >= 2)
  }
}
