import Foundation
import LaunchFlow
@testable import LaunchFlowCommand
import LaunchFlowServer
import LaunchFlowTestClients
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

  /// Reads a file only once it may, as an answer that takes long.
  private final class SlowFiles: FileAccess {
    private let files: MemoryFiles = ["flows/small.json": StudioSample.flow]
    private let isSlow = Locked(false)
    private let isAsked = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)

    func slowDown() { isSlow.withLock { $0 = true } }
    func awaitQuestion() { isAsked.wait() }
    func goOn() { mayGoOn.signal() }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
      if isSlow.withLock({ $0 }) {
        isAsked.signal()
        mayGoOn.wait()
      }
      return try files.read(path, limit: limit)
    }

    func write(_ next: () -> [UInt8]?, to path: String) throws(FileError) {}
    func replace(_ bytes: [UInt8], at path: String) throws(FileError) {}
    func makeFolder(_ path: String) throws(FileError) {}
    func kind(of path: String) -> FileKind? { files.kind(of: path) }
    func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
      try files.entries(inFolder: path)
    }
  }

  @Test func `an interrupt ends it although an answer takes long`() async throws {
    let files = SlowFiles()
    let output = RecordedOutput()
    let (interrupts, source) = AsyncStream.makeStream(of: Void.self)
    let world = World(environment: [:], files: files, output: output) { interrupts }
    let command = Task { await Command.run(["studio", "flows"], in: world) }
    while output.data.isEmpty { await Task.yield() }
    files.slowDown()
    let address = try #require(URL(string: output.data.trimmingCharacters(in: .newlines)))
    let port = UInt16(try #require(address.port))
    let client = try #require(RawClient(port: port))
    let body = #"{ "flow": "flows/small.json" }"#
    client.send(
      """
      POST /ask/state HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-LaunchFlow-Token: \(address.lastPathComponent)\r
      Content-Length: \(body.utf8.count)\r\n\r\n\(body)
      """)
    await Task.detached { files.awaitQuestion() }.value
    source.yield()
    // Before the answer is made.
    #expect(await command.value == .fine)
    files.goOn()
  }
}
