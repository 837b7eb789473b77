import Foundation
import LaunchFlow
import LaunchFlowTestFlows
import LaunchFlowTestHandlers
import LaunchFlowTesting
import Testing

/// The app's own handlers in virtual time.
@Suite struct HandlerTests {
  /// A flow whose steps are all actions, with the same time-out each.
  static func test(
    _ steps: [String], main: Set<String> = [], retry: Int = 1, most: String? = nil
  ) throws -> LaunchTest {
    let written = steps.map { step in
      let lane = main.contains(step) ? #", "lane": "main""# : ""
      let again = retry > 1 ? #", "retry": { "attempts": \#(retry), "delay": "0s" }"# : ""
      let most = most.map { #", "maxTimeout": "\#($0)""# } ?? ""
      return #""\#(step)": { "action": "\#(step)", "timeout": "10s"\#(most)\#(lane)\#(again) }"#
    }
    let text = #"""
      { "flow": "launch", "deadline": "1m", "pages": ["home"], "steps": { \#(written.joined(separator: ", ")) },
        "landings": [ { "page": "home", "after": [\#(steps.map { "\"\($0)\"" }.joined(separator: ", "))] },
          { "page": "home" } ] }
      """#
    return try LaunchTest(Flow(data: Data(text.utf8)))
  }

  @Test func `sleeps cost no real time and add up`() async throws {
    var test = try Self.test(["work"])
    test.actions.register("work") { context in
      #expect(context.deadline - context.time.now == .seconds(10))
      try await context.clock.sleep(for: .seconds(4))
      try await context.clock.sleep(for: .seconds(5))
      return 9
    }
    let report = try await test.play()
    #expect(report.page == "home")
    #expect(report.time == .seconds(9))
    #expect(report["work"]?.status == .succeeded)
    #expect(report.problems == [])
  }

  @Test func `a handler that hangs is timed out`() async throws {
    var test = try Self.test(["work"])
    let wasCancelled = Gate()
    test.actions.register("work") { context in
      do { try await context.clock.sleep(for: .seconds(3600)) } catch { wasCancelled.open() }
      return .null
    }
    let report = try await test.play()
    #expect(report["work"]?.status == .timedOut)
    #expect(report.time == .seconds(10))
    #expect(wasCancelled.isOpen)
  }

  /// The first attempt answers while the second is under way, which alone counts.
  @Test func `the late answer of an earlier attempt is ignored`() async throws {
    var test = try Self.test(["work"], retry: 2)
    test.actions.register("work") { context in
      // In a task of its own, which the time-out does not cancel.
      await Task { try? await context.clock.sleep(for: .seconds(context.attempt == 1 ? 12 : 7)) }.value
      return .integer(Int64(context.attempt))
    }
    let report = try await test.play()
    #expect(try report.landing?.value(of: "work", as: Int.self) == 2)
    #expect(report.time == .seconds(17))
    #expect(report.trace.events.contains { $0.kind == .abandonedEnded(step: 0, attempt: 1) })
    #expect(report.problems == [])
  }

  /// An action that a user is at work on: the app extends its attempt, up to the longest time-out.
  @Test(arguments: [("work", 40, Status.succeeded), ("work", 99, .timedOut), ("plain", 15, .timedOut)])
  func `an attempt may be extended`(_ step: String, _ seconds: Int, _ status: Status) async throws {
    var test = try Self.test([step], most: step == "work" ? "50s" : nil)
    test.actions.register(step) { context in
      context.extend(by: .seconds(seconds))
      // An earlier time changes nothing.
      context.extend(by: .zero)
      context.extend(by: .seconds(-5))
      try await context.clock.sleep(for: .seconds(seconds - 1))
      return .null
    }
    let report = try await test.play()
    #expect(report[step]?.status == status)
    #expect(report.time == .seconds(status == .succeeded ? 39 : step == "work" ? 50 : 10))
  }

  @Test func `child tasks, actors and unstructured tasks use the clock`() async throws {
    var test = try Self.test(["children", "task"])
    let counter = Counter()
    test.actions.register("children") { context in
      await withTaskGroup(of: Void.self) { group in
        for second in 1...3 {
          group.addTask {
            try? await context.clock.sleep(for: .seconds(second))
            await counter.add(second)
          }
        }
      }
      return .null
    }
    test.actions.register("task") { context in
      await Task { try? await context.clock.sleep(for: .seconds(6)) }.value
      return .null
    }
    let report = try await test.play()
    #expect(report["children"]?.time == .seconds(3))
    #expect(report["task"]?.time == .seconds(6))
    #expect(await counter.sum == 6)
    #expect(report.problems == [])
  }

  @Test func `handlers of the lane main run on the main actor`() async throws {
    var test = try Self.test(["first", "second"], main: ["first", "second"])
    for name in ["first", "second"] {
      test.actions.register(name) { context in
        // Not by `===`, which the compiler breaks in release builds of Swift 6.3.
        let isMain = (#isolation).map { ObjectIdentifier($0) } == ObjectIdentifier(MainActor.shared)
        try await context.clock.sleep(for: .seconds(2))
        return .bool(isMain)
      }
    }
    let report = try await test.play()
    #expect(report["first"]?.time == .seconds(2))
    #expect(report["second"]?.time == .seconds(4))
    #expect(try report.landing?.value(of: "second", as: Bool.self) == true)
    #expect(report.problems == [])
  }

  @Test func `the same handlers give the same events in every order`() async throws {
    let names = (1...6).map { "step-\($0)" }
    var reports: Set<String> = []
    for seed in seeds(4) {
      var test = try Self.test(names, main: ["step-2", "step-3"])
      test.orderSeed = seed
      for (index, name) in names.enumerated() {
        test.actions.register(name) { context in
          context.report(progress: 0.5)
          for _ in 0...index { try await context.clock.sleep(for: .seconds(1)) }
          try await context.clock.sleep(for: .seconds(6 - index))
          return .null
        }
      }
      let report = try await test.play()
      #expect(report.problems == [])
      reports.insert("\(report.trace.events)")
    }
    #expect(reports.count == 1)
  }

  @Test func `a handler that waits outside of virtual time is named`() async throws {
    var test = try Self.test(["away", "here"])
    let gate = Gate()
    test.actions.register("away") { _ in
      await gate.wait()
      return .null
    }
    test.actions.register("here") { context in
      try await context.clock.sleep(for: .seconds(1))
      return .null
    }
    let report = try await test.play()
    gate.open()
    #expect(report["here"]?.status == .succeeded)
    #expect(report["away"]?.status == .timedOut)
    #expect(
      report.problems == [
        "The handler of away waits for something outside of virtual time, such as the network or Task.sleep. "
          + "The run continued without it. Let it wait by the context's clock or by LaunchTest.clock, "
          + "and answer its requests by closures of the test."
      ])
  }

  /// A busy machine is no problem of the app: what runs is waited for.
  @Test(arguments: [false, true])
  func `the run waits for a handler that takes real time`(isOnMain: Bool) async throws {
    var test = try Self.test(["slow", "other"], main: isOnMain ? ["slow"] : [])
    test.actions.register("slow") { _ in
      usleep(20_000)
      return .null
    }
    test.actions.register("other") { context in
      try await context.clock.sleep(for: .seconds(9))
      return .null
    }
    let report = try await test.play()
    #expect(report["slow"]?.status == .succeeded)
    #expect(report["slow"]?.time == .zero)
    #expect(report.problems == [])
  }

  /// Whatever the handler waits for here can still wake it.
  @Test func `a handler that waits for a thread that works is not named`() async throws {
    var test = try Self.test(["works"])
    test.actions.register("works") { _ in
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var random = SeededRandom(seed: 1)
          var sum: UInt64 = 0
          for _ in 0..<2_000_000 { sum &+= random.next() }
          if sum != 0 { continuation.resume() }
        }
      }
      return .null
    }
    let report = try await test.play()
    #expect(report["works"]?.status == .succeeded)
    #expect(report.problems == [])
  }

  @Test func `a handler that spins is named`() async throws {
    var test = try Self.test(["spins"])
    test.actions.register("spins") { _ in
      while !Task.isCancelled { await Task.yield() }
      return .null
    }
    let report = try await test.play()
    #expect(report["spins"]?.status == .timedOut)
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.hasPrefix("The handler of spins runs without ever waiting.") == true)
  }

  /// A handler that another one wakes has not left.
  @Test func `a handler that waits for another is not named`() async throws {
    var test = try Self.test(["waits", "wakes"])
    let gate = Gate()
    test.actions.register("waits") { _ in
      await gate.wait()
      return .null
    }
    test.actions.register("wakes") { context in
      try await context.clock.sleep(for: .seconds(3))
      gate.open()
      return .null
    }
    let report = try await test.play()
    #expect(report["waits"]?.time == .seconds(3))
    #expect(report.problems == [])
  }

  @Test func `the scenario plays what is not registered`() async throws {
    var test = try Self.test(["own", "scripted"])
    test.actions.register("own") { _ in .null }
    test.actions.register("old") { _ in .null }
    let report = try await test.play(Scenario().with("scripted", .hang).with("own", .hang))
    #expect(report["own"]?.status == .succeeded)
    #expect(report["scripted"]?.status == .timedOut)
    #expect(test.unusedActions == ["old"])
  }

  @Test func `a report has a one-line description`() async throws {
    let report = try await Flows.test("rider-launch").play("login-hangs")
    #expect(report["login"]?.source == .cache)
    #expect(report.timeline.contains("login"))
    #expect(report.description == "home after 3s800ms, degraded")
  }

  @Test func `an unknown scenario is an error`() async throws {
    let test = try Flows.test("rider-launch")
    await #expect(throws: LaunchTest.Problem.self) { try await test.play("no-such-day") }
    await #expect(throws: (any Error).self) { try await test.play(Scenario().with("no-such-step", .hang)) }
    var wrong = test
    wrong.answer("hulk-checks") { _, _ in .json(.null) }
    await #expect(throws: LaunchTest.Problem.noRequest(["hulk-checks"])) {
      try await wrong.play("login-hangs")
    }
  }
}

actor Counter {
  private(set) var sum = 0

  func add(_ number: Int) { sum += number }
}
