import LaunchFlow
import LaunchFlowLoopback
import Testing

/// The payment, for real: an order is unlocked when the bank says that it is unpaid, and only then.
@Suite struct PaymentTests {
  static func bench(bank: String = "unpaid", _ sheet: @escaping FlowActions.Body) throws -> FlowBench {
    var bench = try FlowBench()
    bench.actions.register("show-payment-sheet", sheet)
    bench.answer("/orders/117/lock", #"{"lock":"l-1"}"#)
    bench.answer("/orders/117/unlock", "{}")
    bench.answer("/orders/117/payment", #"{"state":"\#(bank)"}"#)
    return bench
  }

  static func unlocks(_ bench: FlowBench) -> Int {
    bench.server.requests(for: "/orders/117/unlock").count
  }

  @Test func `a paid order is not unlocked`() async throws {
    let record = CallRecord()
    let bench = try Self.bench { context in
      await record.note("sheet", context.input)
      return ["state": "paid"]
    }
    let run = try bench.engine("payment").start(inputs: ["order": "117"])
    #expect(await run.landing.page == "receipt")
    _ = await run.finished
    #expect(Self.unlocks(bench) == 0)
    #expect(await record.inputs == [["order": "117", "lock": ["lock": "l-1"]]])
  }

  @Test(arguments: ["processing", "unknown"])
  func `an order that the bank has charged is not unlocked`(sheet: String) async throws {
    let bench = try Self.bench(bank: "paid") { _ in ["state": .string(sheet)] }
    let run = try bench.engine("payment").start(inputs: ["order": "117"])
    #expect(await run.landing.page == "receipt")
    _ = await run.finished
    #expect(Self.unlocks(bench) == 0)
  }

  @Test func `a refused payment is unlocked with another try`() async throws {
    let bench = try Self.bench { _ in throw ActionRefusal("declined", message: "The card was declined.") }
    bench.server.script("/orders/117/unlock", [.status(503), .json(#"{"code":200,"data":{}}"#)])
    let run = try bench.engine("payment").start(inputs: ["order": "117"])
    let landing = await run.landing
    #expect(landing.page == "order")
    #expect(landing.notice == Flow.Notice("The card was declined.", style: .confirm))
    _ = await run.finished
    #expect(Self.unlocks(bench) == 2)
  }

  @Test func `somebody else's lock is left alone`() async throws {
    let bench = try Self.bench { _ in ["state": "paid"] }
    bench.server.script("/orders/117/lock", [.json(#"{"code":40901,"msg":"Being paid elsewhere."}"#)])
    let run = try bench.engine("payment").start(inputs: ["order": "117"])
    let landing = await run.landing
    #expect(landing.page == "order")
    #expect(landing.notice?.text == "Being paid elsewhere.")
    _ = await run.finished
    #expect(Self.unlocks(bench) == 0)
  }

  @Test(arguments: [true, false], ["unpaid", "paid"])
  func `a run that is given up closes the sheet and asks the bank`(byHand: Bool, bank: String) async throws {
    let (shown, showing) = AsyncStream.makeStream(of: Void.self)
    let (closed, closing) = AsyncStream.makeStream(of: Void.self)
    let bench = try Self.bench(bank: bank) { _ in
      showing.yield()
      // Returns at once when the task is cancelled.
      try? await Task.sleep(for: .seconds(3_600))
      closing.finish()
      throw CancellationError()
    }
    let engine = try bench.engine("payment")
    var run: FlowRun? = try engine.start(inputs: ["order": "117"])
    let events = try #require(run?.events)
    for await _ in shown { break }
    if byHand { run?.cancel() } else { run = nil }
    for await _ in closed {}
    // The tail is the engine's own: it goes on to its end without the app's hold on the run.
    var last: Trace.EventKind?
    for await event in events { last = event.kind }
    #expect(last == .finished)
    #expect(Self.unlocks(bench) == (bank == "unpaid" ? 1 : 0))
  }
}
