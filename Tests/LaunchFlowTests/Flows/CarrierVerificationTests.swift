import LaunchFlow
import LaunchFlowLoopback
import Testing

/// The carrier verification, for real: rounds of questions over HTTP, with codes in between.
@Suite struct CarrierVerificationTests {
  static func bench(_ codes: [String], _ record: CallRecord, states: [String]) throws -> FlowBench {
    var bench = try FlowBench()
    bench.actions.register("ask-for-code") { context in
      await record.note("ask", context.input)
      let count = await record.calls.count
      guard count <= codes.count else { throw ActionRefusal("closed") }
      return .string(codes[count - 1])
    }
    bench.answer("/verifications", #"{"task":"t-5"}"#)
    bench.server.script(
      "/verifications/t-5/state", states.map { .json(#"{"code":200,"data":{"state":"\#($0)"}}"#) })
    bench.server.script(
      "/verifications/t-5/code",
      [.json(#"{"code":60003,"msg":"This code is not right."}"#), .json(#"{"code":200,"data":{}}"#)])
    return bench
  }

  @Test func `a second code is asked for where the first one was wrong`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(
      ["1111", "2222"], record, states: ["pending", "code-wanted", "code-wanted", "pending", "approved"])
    let run = try bench.engine("carrier-verification").start(inputs: ["phone": "138"])
    let landing = await run.landing
    #expect(landing.page == "approved")
    #expect(landing["verification"]?.result == "approved")
    #expect(landing["check-state"]?.result == "approved")
    #expect(landing["ask-for-code"]?.status == .skipped)
    #expect(
      bench.server.requests(for: "/verifications/t-5/code").map(\.text) == [
        #"{"code":"1111"}"#, #"{"code":"2222"}"#,
      ])
    #expect(bench.server.requests(for: "/verifications/t-5/state").count == 5)
    #expect(await record.inputs == [["phone": "138"], ["phone": "138"]])
    let group = try #require(run.trace.steps.firstIndex { $0.name == "verification" })
    #expect(TraceSummary(await run.finished).steps[group].rounds.count == 5)
  }

  @Test func `who closes the question gives up`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(["1111"], record, states: ["code-wanted"])
    let run = try bench.engine("carrier-verification").start(inputs: ["phone": "138"])
    let landing = await run.landing
    #expect(landing.page == "later")
    #expect(landing["verification"]?.result == "given-up")
    #expect(landing.notice == nil)
    _ = await run.finished
    var told: [String] = []
    for await notice in run.notices { told.append(notice.text) }
    #expect(told == ["This code is not right."])
  }

  @Test func `a server that breaks down for a round ends nothing`() async throws {
    let bench = try Self.bench([], CallRecord(), states: [])
    bench.server.script(
      "/verifications/t-5/state",
      [
        .status(404), .garbage,
        .json(#"{"code":200,"data":{"state":"rejected","reason":"The contract is in another name."}}"#),
      ])
    let landing = await (try bench.engine("carrier-verification").start(inputs: ["phone": "138"])).landing
    #expect(landing.page == "rejected")
    #expect(landing.notice == Flow.Notice("The contract is in another name.", style: .confirm))
  }
}
