import Foundation
import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

@testable import LaunchFlowDelivery

/// Downloads from a real server that misbehaves.
@Suite struct PackageSourceTests {
  private static let body = CannedAnswer(
    status: 200, headers: [("ETag", "\"v1\"")], body: Array(repeating: 0x7B, count: 5_000))

  private static func fetch(
    _ server: ScriptedServer, etag: String? = nil, timeout: Duration = .seconds(20)
  ) async throws -> PackageSource.Answer {
    let source = PackageSource.address(server.address + "/pack.json", timeout: timeout)
    return try await source.fetch(PackageSource.Request(etag: etag, limit: 100_000))
  }

  @Test func `a file is sent with its tag, and not again while it is unchanged`() async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    server.script("/pack.json", Behaviour(.answer(Self.body)), .status(304))
    #expect(try await Self.fetch(server) == .package(Self.body.body, etag: "\"v1\""))
    #expect(try await Self.fetch(server, etag: "\"v1\"") == .unchanged)
    #expect(server.requests.map { $0.header("If-None-Match") } == [nil, "\"v1\""])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var behaviour: Behaviour
    var timeout: Duration = .seconds(20)
  }

  static let faults: [Fault] = [
    Fault(testDescription: "a gigabyte", behaviour: Behaviour(.flood(bytes: 1 << 30, chunked: false))),
    Fault(
      testDescription: "a gigabyte without a length",
      behaviour: Behaviour(.flood(bytes: 1 << 30, chunked: true))),
    Fault(testDescription: "a truncated body", behaviour: Behaviour(.truncate(body, missing: 100))),
    Fault(
      testDescription: "drips", behaviour: Behaviour(.drip(body, piece: 1, every: .milliseconds(50))),
      timeout: .milliseconds(400)),
    Fault(testDescription: "a hang", behaviour: .hang, timeout: .milliseconds(400)),
    Fault(
      testDescription: "a hang in the middle", behaviour: Behaviour(.hangMidBody(body, after: 100)),
      timeout: .milliseconds(400)),
    Fault(testDescription: "an error", behaviour: .status(500)),
    Fault(testDescription: "unchanged, unasked", behaviour: .status(304)),
    Fault(testDescription: "a reset", behaviour: .reset),
    Fault(testDescription: "no HTTP", behaviour: .garbage),
  ]

  @Test(arguments: faults)
  func `a fault of the server gives no package`(_ fault: Fault) async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    server.script("/pack.json", fault.behaviour)
    await #expect(throws: SourceFailure.self) { try await Self.fetch(server, timeout: fault.timeout) }
    // On a busy machine a short time-out ends before the request arrives.
    let least = fault.timeout < .seconds(20) ? 0 : 1
    #expect((least...1).contains(server.requests.count))
  }

  @Test func `a redirect is refused, even to the same host`() async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    server.script("/pack.json", .redirect(to: "/other.json"))
    server.script("/other.json", Behaviour(.answer(Self.body)))
    await #expect(throws: SourceFailure("HTTP 302")) { try await Self.fetch(server) }
    #expect(server.requests(for: "/other.json").isEmpty)
  }

  @Test func `an address without encryption is never asked`() async {
    let source = PackageSource.address("http://example.com/pack.json")
    await #expect(throws: SourceFailure("the address is not https")) {
      try await source.fetch(PackageSource.Request(etag: nil, limit: 1000))
    }
  }

  @Test func `a launch asks once, and a delivery works over HTTP`() async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    let bench = DeliveryBench()
    let bytes = DeliveryBench.package(4, DeliveryBench.flow(work: #""value": 4"#))
    server.script(
      "/pack.json", Behaviour(.answer(CannedAnswer(status: 200, headers: [("ETag", "\"4\"")], body: bytes))),
      .status(304))
    bench.source = .address(server.address + "/pack.json")
    try await bench.launch()
    #expect(server.requests.count == 1)
    #expect(try await bench.launch() == "4")
    #expect(bench.events.contains(.unchanged))
    #expect(server.requests.map { $0.header("If-None-Match") } == [nil, "\"4\""])
  }
}
