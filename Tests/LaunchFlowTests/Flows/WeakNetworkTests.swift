import LaunchFlow
import LaunchFlowLoopback
import Testing

/// A shop's launch over a network that loses, resets and delays, for real.
@Suite struct WeakNetworkTests {
  static func bench(_ record: CallRecord) throws -> FlowBench {
    var bench = try FlowBench()
    bench.actions.register("take-off-cover") { _ in
      await record.note("take-off-cover")
      return .null
    }
    bench.answer("/config", "{}")
    bench.answer("/home", #"{"sections":[1]}"#)
    bench.answer("/cart", #"{"items":[]}"#)
    bench.server.script("/batch", [.status(204)])
    return bench
  }

  @Test func `lost and torn answers are asked for again`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(record)
    let home = CannedAnswer.json(#"{"code":200,"data":{"sections":[1]}}"#)
    bench.server.script(
      "/home",
      [
        .reset, Behaviour(.truncate(home, missing: 5)),
        Behaviour(.drip(home, piece: 8, every: .milliseconds(10)), delay: .milliseconds(50)),
      ])
    bench.server.script("/config", [.close, .status(503), .json(#"{"code":200,"data":{}}"#)])
    let run = try bench.engine("weak-network").start(inputs: ["signed-in": true])
    let landing = await run.landing
    #expect(landing.page == "home")
    #expect(landing["get-home"]?.source == .live)
    _ = await run.finished
    #expect(bench.server.requests(for: "/home").count == 3)
    #expect(bench.server.requests(for: "/config").count == 3)
    #expect(bench.server.requests(for: "/batch").map(\.text) == ["event=launch"])
    #expect(await record.calls == ["take-off-cover"])
  }

  @Test func `a fatal status is not asked for again and the cover comes off`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(record)
    bench.server.script("/home", [.status(403)])
    let run = try bench.engine("weak-network").start(inputs: ["signed-in": false])
    #expect(await run.landing.page == "home-offline")
    _ = await run.finished
    #expect(bench.server.requests(for: "/home").count == 1)
    #expect(await record.calls == ["take-off-cover"])
  }

  @Test func `a network that is silent lands in time`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(record)
    for path in ["/home", "/config", "/cart", "/batch"] { bench.server.script(path, [.hang]) }
    // In the real seven seconds.
    let run = try bench.engine("weak-network", slack: 1).start(inputs: ["signed-in": true])
    let landing = await run.landing
    #expect(landing.page == "home-offline")
    #expect(landing["get-home"]?.status == .timedOut)
  }
}
