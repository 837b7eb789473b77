import Foundation
import LaunchFlowCommand
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

/// The requests of a switch, tried for real against a server on loopback.
@Suite struct SwitchRunTests {
  private static func world(_ server: LoopbackServer) throws -> TestWorld {
    let path = Binary.package.appending(path: "flows/offline-switch.json")
    let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
      .replacing("https://probe.example.com", with: server.address)
      .replacing("https://qos.example.com", with: server.address)
    var world = TestWorld()
    world.files.contents["switch.json"] = Array(text.utf8)
    return world
  }

  /// A server that has an opinion about each domain.
  private static func server() throws -> LoopbackServer {
    let server = try LoopbackServer()
    server.script("/204", [.status(204)])
    server.decide("/decide") { request in
      switch request.query {
      case "domain=trade": .json(#"{"fault":true}"#)
      case "domain=member": .status(503)
      case "domain=order": .garbage
      default: .json(#"{"fault":false}"#)
      }
    }
    return server
  }

  @Test func `each request is sent once and its answer explained`() async throws {
    let server = try Self.server()
    let outcome = await (try Self.world(server)).run(["run", "switch.json"])
    #expect(outcome.status == .problemsFound)
    // Cells are padded with spaces.
    let lines: [String] = outcome.data.split(separator: "\n").map { line in
      let words: [Substring] = line.split(separator: " ")
      return words.map(String.init).joined(separator: " ")
    }
    #expect(lines.first == "point-of-sale")
    let starts = [
      "✓ probe 204 after", "✓ question about trade 200 after", "✗ question about member 503 after",
    ]
    let ends = [
      "the network works", "the service is faulty", "no verdict", "the service is fine", "no verdict",
    ]
    for (line, start) in zip(lines.dropFirst(), starts) { #expect(line.hasPrefix(start), "\(line)") }
    for (line, end) in zip(lines.dropFirst(), ends) { #expect(line.hasSuffix(end), "\(line)") }
    #expect(lines.count == 6)
    #expect(server.requests.map(\.method) == ["HEAD", "GET", "GET", "GET", "GET"])
    // No address is shown, since it may hold a secret.
    #expect(!outcome.data.contains(server.address))
  }

  @Test func `a switch whose requests are all answered is fine`() async throws {
    let server = try Self.server()
    server.script("/decide", [.json(#"{"fault":false}"#)])
    #expect(await (try Self.world(server)).run(["run", "switch.json"]).status == .fine)
    server.script("/204", [.status(500)])
    let outcome = await (try Self.world(server)).run(["run", "switch.json"])
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.contains("the network does not work"))
  }
}
