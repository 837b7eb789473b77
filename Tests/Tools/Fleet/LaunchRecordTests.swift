import Foundation
import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows
import LaunchFlowTimeline
import Testing

@Suite struct LaunchRecordTests {
  /// The traces of all scenarios of the rider's launch.
  static func riderTraces() throws -> [Trace] {
    let (plan, file) = try Fleet.rider()
    return try file.scenarios.map { try Simulation(plan, $0.over(file.defaults)).run(seed: 1).trace }
  }

  @Test func `a record of the rider's launch is shorter than a kilobyte`() throws {
    let labels = LaunchLabel.list(["network": "wifi", "app": "4.12.0", "country": "CN"])
    let sizes = try Self.riderTraces().map { LaunchRecord($0, labels: labels).line.utf8.count }
    let (plan, file) = try Fleet.rider()
    let day = try #require(file.scenarios.first { $0.name == "odd-day" })
    let simulation = try Simulation(plan, day.over(file.defaults))
    let many = (0..<300).map {
      LaunchRecord(simulation.run(seed: 7, run: $0).trace, labels: labels).line.utf8.count
    }
    print(
      "rider records: longest \((sizes + many).max() ?? 0) bytes, mean \(many.reduce(0, +) / many.count) bytes"
    )
    #expect((sizes + many).allSatisfy { $0 < 1_000 })
  }

  @Test func `a record that went through its line is the same`() throws {
    for trace in try Self.riderTraces() {
      var record = LaunchRecord(trace, labels: LaunchLabel.list(["network": "wifi"]))
      (record.id, record.installation) = (.random, Pseudonym(bits: 7))
      record.hour = "2026-07-31T14"
      #expect(try LaunchRecord(line: Array(record.line.utf8)) == record)
      let landed = trace.events.first { if case .landed = $0.kind { true } else { false } }
      #expect(record.landing?.time == landed?.time)
    }
    for seed in seeds(30) {
      let flow = RandomFlow.make(
        seed: seed, features: [.plain, .domains, .lanes, .waits, .serverWaits, .hedges])
      let scenario = RandomWorld.scenario(for: flow, seed: seed, disturbances: [.offline, .cancel, .network])
      let trace = try Simulation(try FlowPlan(flow), scenario).run(seed: seed).trace
      let record = LaunchRecord(trace)
      #expect(try LaunchRecord(line: Array(record.line.utf8)) == record, "seed \(seed)")
    }
  }

  @Test func `a trace file gives the same record as its trace`() throws {
    for trace in try Self.riderTraces() {
      let source = SourceText(name: "run.json", bytes: Array(trace.fileText.utf8))
      let read = try #require(Trace.read(source).document)
      #expect(LaunchRecord(read) == LaunchRecord(trace))
    }
  }

  @Test func `a record keeps a bounded number of attempts and counts the others`() {
    var trace = Trace(
      flow: "polls", deadline: 0, serialWorstCase: 0, steps: [Trace.Step(name: "poll", kind: .http)])
    for attempt in 1...1_000 {
      let time = Int64(attempt) * 10
      trace.events.append(.init(at: time, .attemptStarted(step: 0, attempt: attempt, origin: .own)))
      trace.events.append(
        .init(at: time + 4, .attemptEnded(step: 0, attempt: attempt, .succeeded(result: nil))))
    }
    let record = LaunchRecord(trace)
    #expect(record.steps[0].attempts.count == LaunchRecord.mostAttempts)
    #expect(record.leftOut == 1_000 - LaunchRecord.mostAttempts)
    #expect(record.line.utf8.count < LaunchRecord.mostBytes)
  }

  @Test func `what ended an attempt from outside is told apart from its answer`() throws {
    let text = #"""
      { "flow": "ends", "deadline": "5s", "pages": ["home"],
        "steps": {
          "hangs": { "action": "a", "timeout": "1s", "fallback": [{ "action": "b", "timeout": "1s" }] },
          "says": { "action": "a", "timeout": "3s" },
          "cut": { "action": "a", "timeout": "4s", "deadline": "2s" },
          "open": { "action": "a", "timeout": "5s" } },
        "landings": [{ "page": "home", "after": ["hangs", "says", "cut"] }, { "page": "home" }] }
      """#
    var scenario = Scenario()
    scenario.steps = [
      .init("hangs", [.init(outcome: .hang)]), .init("hangs.fallback", [.init(outcome: .hang)]),
      .init("says", [.init(takes: .fixed(.seconds(1)), outcome: .error(.timeout))]),
      .init("cut", [.init(outcome: .hang)]), .init("open", [.init(outcome: .hang)]),
    ]
    let trace = try Simulation(try Fleet.plan(text), scenario).run().trace
    let record = LaunchRecord(trace)
    let second: Int64 = 1_000_000_000
    func attempts(_ step: String) -> [LaunchRecord.Attempt] {
      record.steps.first { $0.name == step }?.attempts ?? []
    }
    #expect(
      attempts("hangs") == [
        .init(start: 0, took: second, .timedOut), .init(start: second, took: second, .timedOut, fallback: 0),
      ])
    #expect(attempts("says") == [.init(start: 0, took: second, .failed(.timeout))])
    #expect(attempts("cut") == [.init(start: 0, took: 2 * second, .cut)])
    #expect(attempts("open") == [.init(start: 0, took: 2 * second, .cancelled)])
  }

  @Test(arguments: [
    ("", "the line is not complete JSON"), ("{\"record\":\"a\",\"form", "the line is not complete JSON"),
    ("[1]", "the line is not a record, because it has no key \"record\""),
    ("{\"flow\":\"a\"}", "the line is not a record, because it has no key \"record\""),
    (
      "{\"record\":\"a\",\"format\":2}",
      "/format: this file has format 2; this build reads formats up to 1"
    ),
    ("{\"record\":\"a\",\"format\":1}", "the record has no \"end\""),
    (
      "{\"record\":\"a\",\"format\":1,\"end\":-1,\"steps\":{}}",
      "/end: expected a time in nanoseconds, found -1"
    ),
    (
      "{\"record\":\"a\",\"format\":1,\"end\":1,\"steps\":{\"b\":[{\"at\":0,\"for\":1,\"end\":\"odd\"}]}}",
      "/steps/b/0/end: \"odd\" is not possible here"
    ),
    (
      "{\"record\":\"a\",\"format\":1,\"labels\":{\"a\":\"no name\"},\"end\":1,\"steps\":{}}",
      "/labels/a: \"no name\" is not possible here"
    ),
  ])
  func `a line that is not a record says why`(line: String, reason: String) {
    do throws(UnreadableRecord) {
      _ = try LaunchRecord(line: Array(line.utf8))
      Issue.record("\(line) was read")
    } catch {
      #expect(error.description == reason)
    }
  }

  /// Adds each key that an object of the line may have, with null, as programs for tables do.
  static func withNulls(_ value: JSONValue, _ keys: [String]) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { withNulls($0, keys) })
    case .object(var object):
      for member in object.members { object[member.name] = withNulls(member.value, keys) }
      for key in keys where object[key] == nil { object[key] = .null }
      return .object(object)
    default: return value
    }
  }

  @Test func `nulls in place of absent keys change nothing`() throws {
    let keys = [
      "id", "version", "installation", "hour", "labels", "facts", "switches", "signals", "cancelled",
      "landed",
      "leftOut", "input", "is", "not", "cache", "step", "found", "result", "offline", "domain", "name", "at",
      "fallback", "http", "code", "codeText", "wait", "cut", "degraded", "another-step",
    ]
    for seed in seeds(20) {
      let flow = RandomFlow.make(
        seed: seed, features: [.plain, .domains, .lanes, .waits, .serverWaits, .hedges])
      let scenario = RandomWorld.scenario(for: flow, seed: seed, disturbances: [.offline, .cancel, .network])
      let record = LaunchRecord(try Simulation(try FlowPlan(flow), scenario).run(seed: seed).trace)
      let line = Self.withNulls(try JSONValue(parsing: record.line), keys).text()
      #expect(try LaunchRecord(line: line.utf8) == record, "seed \(seed)\n\(line)")
    }
  }

  @Test func `rounded times keep the order, and the launch lands as it did`() throws {
    let (plan, file) = try Fleet.rider()
    let scenario = try #require(file.scenarios.first { $0.name == "odd-day" }).over(file.defaults)
    for exact in try Fleet.records(plan, scenario, runs: 40 * depth, seed: 12) {
      let record = exact.rounded()
      let landing = try #require(record.landing)
      let launch = plan.replay(record)
      #expect(landing.time % 1_000_000 == 0)
      #expect((landing.time - (exact.landing?.time ?? 0)).magnitude <= 500_000)
      #expect(launch.isExact && launch.earliest == landing.time, "\(launch) \(landing)")
      for (before, after) in zip(exact.steps.flatMap(\.attempts), record.steps.flatMap(\.attempts)) {
        #expect(!before.end.isCensored || after.took <= before.took)
      }
    }
  }
}
