import Foundation
@testable import LaunchFlowCommand
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
      String(decoding: outcome.data, as: UTF8.self).contains("launchflow check '\(path)/launch.flow.json'\n"))
    #expect(try Binary.run(["test", path]).status == 0)
  }

  @Test func `nothing is written through a link that leads to nothing`() throws {
    let folder = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["launch.flow.json", "launchflow.schema.json"]
    for name in names {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: folder.appending(path: "outside-" + name))
    }
    let path = folder.path(percentEncoded: false)
    for (words, name) in zip([[], ["other"]], names) {
      let outcome = try Binary.run(["init", "--directory", path] + words)
      #expect(outcome.status == 3)
      #expect(outcome.diagnostics == "error: \(path)/\(name): No such file or directory\n")
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(Set(found) == Set(names + ["other.flow.json", "other.scenarios.json"]))
  }
}
