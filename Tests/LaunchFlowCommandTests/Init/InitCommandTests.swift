import Foundation
import LaunchFlowCommand
import Testing

@Suite struct InitCommandTests {
  @Test func `the starter passes check, verify, test with full coverage, and fmt`() async throws {
    let world = TestWorld()
    let outcome = await world.run("init", "shop-launch")
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        shop-launch.json
        shop-launch.scenarios.json

        Look at its worst day, change it, and see what breaks:
          launchflow simulate shop-launch.json --scenario everything-hangs
          launchflow check shop-launch.json
          launchflow verify shop-launch.json
          launchflow test shop-launch.json

        """)
    let files = ["shop-launch.json", "shop-launch.scenarios.json"]
    #expect(outcome.writtenFiles.keys.sorted() == ["launchflow.schema.json"] + files)
    let check = await world.run(["check"] + files)
    #expect(check.status == .fine)
    #expect(check.data == "")
    let verify = await world.run("verify", files[0])
    #expect(verify.status == .fine, "\(verify.data)")
    let test = await world.run("test", files[0], "--fail-under", "100")
    #expect(test.status == .fine, "\(test.data)\(test.diagnostics)")
    let format = await world.run(["fmt", "--check"] + files)
    #expect(format.status == .fine, "\(format.data)")
  }

  @Test func `the suggested commands work`() async throws {
    let world = TestWorld()
    let lines = await world.run("init").data.split(separator: "\n").filter { $0.hasPrefix("  launchflow ") }
    #expect(lines.count == 4)
    for line in lines {
      let outcome = await world.run(line.split(separator: " ").dropFirst().map(String.init))
      #expect(outcome.status == .fine, "\(line)")
    }
  }

  @Test(arguments: ["shop.json", "shop.scenarios.json"])
  func `an existing file is not overwritten, and no other file is written`(_ path: String) async {
    var world = TestWorld()
    world.files.contents["flows/" + path] = Array("{}".utf8)
    let outcome = await world.run("init", "shop", "--directory", "flows")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.writtenFiles.isEmpty)
    #expect(
      outcome.diagnostics == """
        error: flows/\(path): the file exists and is not overwritten
        Choose another name or another --directory.

        """)
  }

  @Test func `an existing schema is kept`() async {
    var world = TestWorld()
    world.files = ["flows/launchflow.schema.json": "mine"]
    let outcome = await world.run("init", "shop", "-d", "flows/")
    #expect(outcome.writtenFiles.keys.sorted() == ["flows/shop.json", "flows/shop.scenarios.json"])
  }

  @Test(arguments: ["Shop", "my flow", "../shop", ""])
  func `an invalid name is refused`(_ name: String) async {
    let outcome = await TestWorld().run("init", name)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.writtenFiles.isEmpty)
    #expect(
      outcome.diagnostics.hasPrefix("error: NAME must be in kebab-case, such as shop-launch, not '\(name)'\n")
    )
  }

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
