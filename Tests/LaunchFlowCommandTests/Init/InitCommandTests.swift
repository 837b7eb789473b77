import Foundation
import LaunchFlowCommand
import Testing

@Suite struct InitCommandTests {
  @Test func `missing folders are created`() throws {
    let folder = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)/a/b c")
    defer {
      try? FileManager.default.removeItem(at: folder.deletingLastPathComponent().deletingLastPathComponent())
    }
    let path = folder.path(percentEncoded: false)
    let outcome = try Binary.run(["init", "--directory", path])
    #expect(outcome.status == 0)
    #expect(
      String(decoding: outcome.data, as: UTF8.self).contains("launchflow check '\(path)/launch.json'\n"))
    #expect(try Binary.run(["test", path]).status == 0)
  }
}
