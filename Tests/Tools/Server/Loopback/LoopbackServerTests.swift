import Foundation
import LaunchFlowServer
import LaunchFlowTestClients
import LaunchFlowTestServers
import Testing

@Suite struct LoopbackServerTests {
  @Test func `answers one scripted behaviour a request and repeats the last`() throws {
    let server = try ScriptedServer()
    server.script("/a", .json("[1]"), .status(500), .json("[3]"))
    let client = try #require(RawClient(port: server.port))
    var texts: [String] = []
    for stop in ["[1]", "\r\n\r\n", "[3]", "[3]"] {
      client.get("/a")
      texts.append(client.read(until: stop).text)
    }
    #expect(texts[0].hasPrefix("HTTP/1.1 200 \r\n") && texts[0].hasSuffix("Content-Length: 3\r\n\r\n[1]"))
    #expect(texts[1].hasPrefix("HTTP/1.1 500 "))
    #expect(texts[2] == texts[3])
    #expect(server.connectionCount == 1, "one connection is kept alive")
  }

  @Test func `a client beyond the limit ends the one that has waited longest`() throws {
    let server = try ScriptedServer { $0.connections = 2 }
    server.script("/a", .json("[1]"))
    let idle = [try #require(RawClient(port: server.port)), try #require(RawClient(port: server.port))]
    wait { server.openConnections == 2 }
    let client = try #require(RawClient(port: server.port))
    client.get("/a")
    #expect(client.read(until: "[1]").text.hasPrefix("HTTP/1.1 200 "))
    #expect(idle[0].read().end == .closed)
    idle[1].get("/a")
    #expect(idle[1].read(until: "[1]").text.hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `a client beyond the limit is refused while the others are served`() throws {
    let server = try ScriptedServer { $0.connections = 1 }
    server.script("/a", .hang)
    let client = try #require(RawClient(port: server.port))
    client.get("/a")
    wait { server.requests.count == 1 }
    let second = try #require(RawClient(port: server.port))
    #expect(second.read().end != .silent)
    #expect(server.openConnections == 1)
  }

  @Test func `records what it was asked`() throws {
    let server = try ScriptedServer()
    server.script("/p", .json("{}"))
    let client = try #require(RawClient(port: server.port))
    client.send("POST /p?a=%20b&c HTTP/1.1\r\nX-One: 1\r\nContent-Length: 4\r\n\r\nbody")
    _ = client.read(until: "{}")
    client.send(
      "PUT /p HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: r\r\n\r\n")
    _ = client.read(until: "{}")
    let requests = server.requests(for: "/p")
    #expect(requests.map(\.method) == ["POST", "PUT"])
    #expect(requests.map(\.query) == ["a=%20b&c", nil])
    #expect(requests.map(\.text) == ["body", "abcde"])
    #expect(requests.first?.header("x-one") == "1")
  }

  @Test func `an unknown path is not found`() throws {
    let server = try ScriptedServer()
    let client = try #require(RawClient(port: server.port))
    client.get("/nowhere")
    #expect(client.read(until: "}").text.hasPrefix("HTTP/1.1 404 "))
  }

  @Test(arguments: [
    (Behaviour.garbage, "\u{1}\u{2} this is no HTTP \r\n\r\n", RawClient.End.closed),
    (.close, "", .closed),
    (.reset, "", .reset),
    (Behaviour(.truncate(.json("[1,2,3]"), missing: 4)), "[1,", .closed),
    (Behaviour(.resetMidBody(.json("[1,2,3]"), after: 2)), "[1", .reset),
    (Behaviour(.drip(.json("[1]"), piece: 1, every: .milliseconds(1))), "[1]", .silent),
  ])
  func misbehaves(_ behaviour: Behaviour, _ text: String, _ end: RawClient.End) throws {
    let server = try ScriptedServer()
    server.script("/a", behaviour)
    let client = try #require(RawClient(port: server.port))
    client.get("/a")
    let answer = client.read(until: end == .silent ? text : nil)
    #expect(answer.text.hasSuffix(text))
    #expect(answer.end == end)
  }

  @Test(arguments: [Behaviour.hang, Behaviour(.hangMidBody(.json("[1,2]"), after: 2))])
  func `hangs until the client leaves`(_ behaviour: Behaviour) throws {
    let server = try ScriptedServer()
    server.script("/a", behaviour)
    var client = RawClient(port: server.port)
    client?.get("/a")
    #expect(client?.read(patience: 1).end == .silent)
    wait { server.requests.count == 1 }
    #expect(server.openConnections == 1)
    client = nil
    wait { server.openConnections == 0 }
  }

  @Test func `a delay ends when the client leaves`() throws {
    let server = try ScriptedServer()
    server.script("/a", .json("1", after: .seconds(3600)))
    var client = RawClient(port: server.port)
    client?.get("/a")
    wait { server.requests.count == 1 }
    client = nil
    wait { server.openConnections == 0 }
  }

  @Test(arguments: [false, true])
  func floods(chunked: Bool) throws {
    let server = try ScriptedServer()
    server.script("/a", Behaviour(.flood(bytes: 1_000_000, chunked: chunked)))
    let client = try #require(RawClient(port: server.port))
    client.send("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n")
    let text = client.read().text
    #expect(text.utf8.count { $0 == 0x20 } >= 1_000_000)
    #expect(text.contains("Content-Length: 1000000") == !chunked)
  }

  @Test func `stops and starts on the same port`() throws {
    let server = try ScriptedServer()
    server.script("/a", .hang)
    let client = try #require(RawClient(port: server.port))
    client.get("/a")
    wait { server.requests.count == 1 }
    server.stop()
    #expect(server.openConnections == 0)
    #expect(client.read().end != .silent)
    #expect(RawClient(port: server.port) == nil)
    try server.start()
    #expect(RawClient(port: server.port) != nil)
  }

  @Test func `a closed port refuses`() throws {
    let closed = try ClosedPort()
    #expect(RawClient(port: closed.port) == nil)
  }

  /// Waits until something holds, however long a busy machine takes.
  private func wait(_ holds: () -> Bool) {
    while !holds() { usleep(5000) }
  }
}
