import Foundation
import LaunchFlow
import LaunchFlowTestHandlers
import LaunchFlowUI
import Observation
import Testing

/// A launch as views observe it.
@MainActor @Suite struct LaunchModelTests {
  static let flow = #"""
    { "flow": "launch", "deadline": "1h", "pages": ["home", "login"],
      "caches": { "feed": {} },
      "steps": {
        "login": { "action": "login", "timeout": "30m", "failures": { "refused": {} } },
        "feed": { "action": "feed", "timeout": "30m", "useFallbackAfter": "1ms", "afterLanding": "continue",
          "fallback": [{ "value": "old" }] } },
      "landings": [
        { "page": "login", "when": { "login": "refused" }, "notice": { "text": "${login.message}", "style": "confirm" } },
        { "page": "home", "after": ["feed"] }, { "page": "login" }] }
    """#

  static func launch(_ login: @escaping FlowActions.Body, feed: @escaping FlowActions.Body) -> Launch {
    Launch {
      var actions = FlowActions()
      actions.register("login", login)
      actions.register("feed", feed)
      return try FlowEngine(Flow(data: Data(flow.utf8)), actions: actions)
    }
  }

  @Test func `the phase follows the run and fresh values arrive`() async throws {
    let gate = Gate()
    let launch = Self.launch { _ in
      1
    } feed: { _ in
      await gate.wait()
      return "new"
    }
    #expect(launch.landing == nil && launch.needsRun)
    let changed = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = launch.phase
    } onChange: {
      changed.continuation.yield()
    }
    let run = Task { await launch.run() }
    for await _ in changed.stream { break }
    while launch.landing == nil { await Task.yield() }
    #expect(launch.landing?.page == "home")
    // A view that reappears now shows the landing.
    #expect(!launch.needsRun)
    #expect(launch.value(of: "feed") == "old")
    gate.open()
    await run.value
    #expect(launch.value(of: "feed") == "new")
  }

  @Test func `a link before the launch is part of it and a later one is told`() async throws {
    let text = #"""
      { "flow": "link", "deadline": "1h", "pages": ["order", "home"], "signals": ["link"],
        "steps": { "link": { "await": "link", "timeout": "1h" } },
        "landings": [{ "page": "order", "when": { "link": "available" }, "with": "${link}" }, { "page": "home" }] }
      """#
    let launch = Launch { try FlowEngine(Flow(data: Data(text.utf8))) }
    launch.signal("link", 7) { _ in Issue.record("late") }
    await launch.run()
    #expect(launch.landing?.page == "order" && launch.landing?.input == 7)
    let told = await withCheckedContinuation { continuation in
      launch.signal("link", 8) { continuation.resume(returning: $0.input) }
    }
    #expect(told == 7)
  }

  /// Equal messages that wait together are one. Once the user has read it, a new answer is a new message.
  @Test func `a message is shown once until it is dismissed`() async {
    let launch = Self.launch { _ in
      throw ActionRefusal("refused", message: "Closed today.")
    } feed: { _ in
      1
    }
    for _ in 0..<2 {
      for _ in 0..<2 { await launch.run() }
      #expect(launch.landing?.page == "login")
      #expect(launch.notices.map(\.text) == ["Closed today."])
      #expect(launch.notices.map(\.style) == [.confirm])
      launch.dismissNotice()
      launch.dismissNotice()
      #expect(launch.notices.isEmpty)
    }
  }

  @Test func `a flow that the app cannot run is a phase`() async {
    let launch = Launch { try FlowEngine(Flow(data: Data(Self.flow.utf8))) }
    await launch.run()
    guard case .broken(let reason) = launch.phase else {
      Issue.record("the launch is not broken")
      return
    }
    #expect(reason.contains("the app has not registered the action \"login\""))
  }
}
