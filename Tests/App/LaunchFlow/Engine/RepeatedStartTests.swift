import LaunchFlowServer
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

/// A second start of a flow while the first run has not landed.
@Suite struct RepeatedStartTests {
  /// A flow whose one action waits at a gate, and counts its calls.
  private struct Bench {
    let gate = Gate()
    let calls = Locked(0)
    let engine: FlowEngine

    init(_ repetition: Repetition) throws {
      var flow = FlowEngineTests.flow()
      flow.deadline = .seconds(7_200)
      flow.steps[0].timeout = .seconds(3_600)
      flow.steps[0].deadline = nil
      flow.inputs = [Flow.Input("user", .string)]
      flow.inputs[0].defaultValue = "a"
      flow.ifRunning = repetition
      let (gate, calls) = (gate, calls)
      engine = try FlowEngine(
        flow,
        actions: FlowEngineTests.actions { _ in
          let number = calls.withLock { count in
            count += 1
            return count
          }
          await gate.wait()
          return .integer(Int64(number))
        })
    }

    var callCount: Int { calls.withLock { $0 } }
  }

  @Test func `runs run beside each other`() async throws {
    let bench = try Bench(.beside)
    let runs = [try bench.engine.start(), try bench.engine.start()]
    #expect(await eventually { bench.callCount == 2 })
    bench.gate.open()
    for run in runs { #expect(await run.landing.page == "home") }
  }

  @Test func `a start joins the run with equal inputs, until that has landed`() async throws {
    let bench = try Bench(.join)
    let first = try bench.engine.start()
    let shown = Locked<[String]>([])
    let second = try bench.engine.start(
      inputs: ["user": "a"],
      pages: [
        "home": { landing in shown.withLock { $0.append(landing.page) } }, "other": { _ in },
      ])
    let other = try bench.engine.start(inputs: ["user": "b"])
    #expect(await eventually { bench.callCount == 2 })
    bench.gate.open()
    let (landing, same) = (await second.landing, await first.landing)
    #expect(landing["work"]?.value == same["work"]?.value)
    #expect(await other.landing["work"]?.value != landing["work"]?.value)
    #expect(await eventually { shown.withLock { $0 } == ["home"] })
    _ = await first.finished
    let later = try bench.engine.start()
    #expect(await later.landing.page == "home")
    #expect(bench.callCount == 3)
  }

  @Test func `the run goes on until its last holder has cancelled`() async throws {
    let bench = try Bench(.join)
    let owner = RunOwner()
    let first = try bench.engine.start(owner: owner)
    let second = try bench.engine.start()
    var third: FlowRun? = try bench.engine.start()
    #expect(await eventually { bench.callCount == 1 })
    first.cancel()
    // One who has left can leave no second time.
    first.cancel()
    owner.cancel()
    third?.cancel()
    third = nil
    let fourth = try bench.engine.start()
    #expect(bench.callCount == 1)
    bench.gate.open()
    #expect(await second.landing.isCancelled == false)
    #expect(await fourth.landing.page == "home")
    // Cancelled holders get the landing of those who stayed.
    #expect(await first.landing.page == "home")
  }

  @Test func `the last holder cancels the run, and the next start begins another`() async throws {
    let bench = try Bench(.join)
    let first = try bench.engine.start()
    let second = try bench.engine.start()
    first.cancel()
    second.cancel()
    #expect(await first.landing.isCancelled)
    #expect(await second.landing.isCancelled)
    bench.gate.open()
    #expect(await (try bench.engine.start()).landing.isCancelled == false)
  }

  @Test func `a start replaces the run with equal inputs`() async throws {
    let bench = try Bench(.replace)
    let first = try bench.engine.start()
    let other = try bench.engine.start(inputs: ["user": "b"])
    let second = try bench.engine.start()
    #expect(await first.landing.isCancelled)
    bench.gate.open()
    #expect(await second.landing.isCancelled == false)
    #expect(await other.landing.isCancelled == false)
  }

  @Test func `a start is refused, until the other run has landed`() async throws {
    let bench = try Bench(.refuse)
    let first = try bench.engine.start()
    #expect(throws: StartError.alreadyRunning) { try bench.engine.start() }
    let error = await #expect(throws: StartError.self) { try await bench.engine.land() }
    #expect(error == .alreadyRunning)
    let other = try bench.engine.start(inputs: ["user": "b"])
    bench.gate.open()
    #expect(await first.landing.page == "home")
    #expect(await other.landing.page == "home")
    #expect(await (try bench.engine.start()).landing.page == "home")
  }

  @Test func `a joined task that is cancelled lands with the others`() async throws {
    let bench = try Bench(.join)
    let first = try bench.engine.start()
    let task = Task { try await bench.engine.land() }
    #expect(await eventually { bench.engine.runHolders == 2 })
    task.cancel()
    #expect(await eventually { bench.engine.runHolders == 1 })
    bench.gate.open()
    #expect(try await task.value.page == "home")
    #expect(await first.landing.isCancelled == false)
  }

  /// Many starts at once: one run, and every start gets its landing.
  @Test(arguments: [Repetition.join, .refuse, .replace]) func `of many simultaneous starts, one run lands`(
    _ repetition: Repetition
  ) async throws {
    let bench = try Bench(repetition)
    let engine = bench.engine
    let starts = await withTaskGroup(of: Result<FlowRun, StartError>.self) { group in
      for _ in 0..<200 { group.addTask { Result { () throws(StartError) in try engine.start() } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let runs = starts.compactMap { try? $0.get() }
    #expect(runs.count == (repetition == .refuse ? 1 : 200))
    bench.gate.open()
    var cancelled = 0
    for run in runs where await run.landing.isCancelled { cancelled += 1 }
    #expect(cancelled == (repetition == .replace ? 199 : 0))
    if repetition != .replace { #expect(bench.callCount == 1) }
  }
}
