import Foundation
import LaunchFlow
import LaunchFlowLoopback
import Testing

/// A screen by the conventions of its app's network layer, for real.
@Suite struct ScreenLoadTests {
  /// An engine in the test environment, at an address that somebody has typed in by hand.
  static func engine(_ bench: FlowBench, slack: Int = 1_000) throws -> FlowEngine {
    let address = bench.server.address
    return try bench.engine("screen-load", slack: slack) { flow in
      EnvironmentChoice(
        environments: flow.environments, buildDefault: "pre-release",
        manual: EnvironmentChoice.Manual(
          environment: "test", addresses: ["house": address, "inbox": address])
      ).environment
    }
  }

  static func inputs() -> [String: JSONValue] { ["version": "7.1.0", "token": "t-1"] }

  @Test func `every request carries what all carry and nulls are dropped`() async throws {
    let bench = try FlowBench()
    bench.answer("/profile", #"{"name":"A","nickname":null}"#)
    bench.answer("/messages", #"{"messages":[{"text":"Hello","read":null}]}"#)
    bench.answer("/banner", "{}")
    let landing = await (try Self.engine(bench).start(inputs: Self.inputs())).landing
    #expect(landing.page == "content")
    #expect(landing["load-profile"]?.value == ["name": "A"])
    #expect(landing["load-messages"]?.value == ["messages": [["text": "Hello"]]])
    for path in ["/profile", "/messages", "/banner"] {
      let requests = bench.server.requests(for: path)
      #expect(requests.map(\.query) == ["version=7.1.0&platform=app"], "\(path)")
      #expect(requests.map { $0.header("X-Token") } == ["t-1"], "\(path)")
    }
  }

  @Test func `equal alerts are shown once`() async throws {
    let bench = try FlowBench()
    for path in ["/profile", "/messages", "/banner"] {
      bench.server.script(path, [.json(#"{"code":2,"msg":"This account is frozen."}"#)])
    }
    let run = try Self.engine(bench).start(inputs: Self.inputs())
    let landing = await run.landing
    #expect(landing.page == "problem")
    #expect(landing["load-profile"]?.result == "frozen")
    _ = await run.finished
    var alerts: [String] = []
    for await notice in run.notices { alerts.append(notice.text) }
    #expect(alerts == ["This account is frozen."])
  }

  @Test func `a screen that goes away takes its requests with it`() async throws {
    let bench = try FlowBench()
    for path in ["/profile", "/messages", "/banner"] { bench.server.script(path, [.hang]) }
    var screen: RunOwner? = RunOwner()
    // Longer than anything else in this process could hold up this test.
    let run = try Self.engine(bench).start(inputs: Self.inputs(), owner: screen)
    for await event in run.events {
      if case .attemptStarted = event.kind { break }
    }
    withExtendedLifetime(screen) {}
    screen = nil
    let landing = await run.landing
    #expect(landing.isCancelled)
    let ends = await run.finished.events.compactMap { event in
      if case .attemptEnded(_, _, let end) = event.kind { end } else { nil }
    }
    #expect(ends == [.cancelled, .cancelled, .cancelled])
  }

  @Test func `a release build calls its own servers whatever was typed in`() throws {
    let flow = try Flow(contentsOf: FlowBench.folder.appending(path: "screen-load.json"))
    let choice = EnvironmentChoice(
      environments: flow.environments, releaseConstant: "release", buildDefault: "test",
      manual: EnvironmentChoice.Manual(environment: "develop", addresses: ["house": "http://127.0.0.1:1"]))
    #expect(choice.environment == RequestEnvironment("release", isRelease: true))
  }
}
