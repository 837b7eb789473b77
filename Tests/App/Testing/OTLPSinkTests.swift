import Foundation
import LaunchFlow
import LaunchFlowTelemetry
import Testing

/// Runs as spans, from an app.
@Suite struct OTLPSinkTests {
  @Test func `each run is sent after its end`() async throws {
    let bodies = AsyncStream<Data>.makeStream()
    let sink = OTLPSink(
      service: "shop", version: "1.2", now: { 5_000_000_000 }, identity: { 7 },
      send: { bodies.continuation.yield($0) })
    let text = #"""
      { "flow": "launch", "deadline": "2h", "pages": ["home"],
        "steps": { "work": { "action": "work", "timeout": "1h" } },
        "landings": [{ "page": "home", "after": ["work"] }, { "page": "home" }] }
      """#
    var actions = FlowActions()
    actions.register("work") { _ in "secret-value" }
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(sink)]
    let engine = try FlowEngine(
      Flow(data: Data(text.utf8)), actions: actions, configuration: configuration)
    _ = try await engine.land()
    var sent = bodies.stream.makeAsyncIterator()
    let body = try #require(await sent.next())
    let written = String(decoding: body, as: UTF8.self)
    #expect(try JSONValue(parsing: Array(body)).object?["resourceSpans"] != nil)
    #expect(written.contains(#""startTimeUnixNano":"5000000000""#))
    #expect(written.contains(#"{"key":"service.name","value":{"stringValue":"shop"}}"#))
    #expect(written.contains(#"{"key":"launchflow.page","value":{"stringValue":"home"}}"#))
    #expect(!written.contains("secret-value"))
  }
}
