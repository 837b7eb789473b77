import LaunchFlowCommand
import LaunchFlowLoopback
import Testing

/// What `launchflow studio` says.
@Suite struct StudioCommandTests {
  private func run(_ words: String..., files: MemoryFiles? = nil) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.files = files ?? ["flows/small.json": StudioSample.flow]
    world.interrupts = 1
    return await world.run(["studio"] + words)
  }

  @Test func `it prints the address once`() async throws {
    let outcome = await run("flows")
    #expect(outcome.status == .fine)
    #expect(outcome.diagnostics == "")
    #expect(
      outcome.data.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/[0-9a-f]{32}\/\n/) != nil, "\(outcome.data)")
  }

  @Test func `a folder without flows and a port that is taken are errors`() async throws {
    let empty = await run("flows", files: ["flows/other.json": "{}"])
    #expect(empty.status == .couldNotRun)
    #expect(empty.diagnostics == "error: no flows found\n")
    let taken = try LoopbackServer()
    let port = await run("flows", "--port", "\(taken.port)")
    #expect(port.status == .couldNotRun)
    #expect(port.diagnostics.hasPrefix("error: the port \(taken.port) cannot be used: bind: "))
  }
}
