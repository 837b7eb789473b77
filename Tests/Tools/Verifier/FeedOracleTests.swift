import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Repeated steps, counts of them, promises about one page, actions without a limit.
@Suite struct FeedOracleTests {
  @Test func `runs are those of the reference`() throws {
    var counts: [String: Int] = [:]
    for seed in oracleSeeds(400) {
      var random = SeededRandom(seed: seed)
      let oracle = Self.oracle(&random)
      let page = random.pick(["front", "offline", "few"])
      let latest = oracle.latest(page)
      let within = random.chance(70) ? (latest ?? 0) + random.number(-1...1) : random.number(1...2_000)
      let promise = (page: page, within: max(1, within))
      let flow = try Flow.read(SourceText(name: "news.json", text: oracle.flow(promise: promise))).get()
      let text = SourceText(name: "news.scenarios.json", text: oracle.scenario())
      let scenario = try #require(ScenarioFile.read(text, for: flow).get().scenarios.first)
      let plan = try FlowPlan(flow)
      let trace = try Simulation(plan, scenario).run().trace
      let expected = oracle.landing()
      let landings = trace.events.compactMap { event in
        if case .landed(let landing) = event.kind { "\(landing.page) \(event.time / 1_000_000)" } else { nil }
      }
      #expect(landings == ["\(expected.page) \(expected.time)"], "seed \(seed)")
      let end = trace.events.last {
        if case .settled(let step, let end) = $0.kind {
          trace.steps[step].name == "ask" && end.status == .succeeded
        } else {
          false
        }
      }
      #expect(end?.time == Int64(expected.time + oracle.asked) * 1_000_000, "seed \(seed)")
      counts[expected.page, default: 0] += 1
      // A proof takes longer than a run.
      guard seed % 20 == 0 else { continue }
      let proof = Verifier(plan).verify()
      #expect(proof.extent.isComplete, "seed \(seed)")
      let isKept = latest.map { $0 <= promise.within } ?? true
      #expect(proof.promises.first?.verdict.isProved == isKept, "seed \(seed)")
    }
    #expect(counts.values.allSatisfy { $0 > 20 } && counts.count == 3, "\(counts)")
  }

  private static func oracle(_ random: inout SeededRandom) -> FeedOracle {
    var oracle = FeedOracle()
    oracle.names = Array(["sports", "local", "a1", "x-y"].prefix(random.number(1...4)))
    oracle.timeout = 100 * random.number(1...8)
    oracle.firstTimeout = 100 * random.number(1...5)
    oracle.enough = random.number(1...oracle.names.count)
    oracle.hasCaches = random.chance(40)
    oracle.asked = random.chance(50) ? 100 * random.number(0...9) : 86_400_000 * random.number(1...300)
    func call(_ random: inout SeededRandom, isKept: Bool) -> FeedOracle.Call {
      FeedOracle.Call(
        takes: 100 * random.number(0...9), succeeds: random.chance(60), hangs: random.chance(15),
        isKept: isKept)
    }
    if random.chance(50) { oracle.first = call(&random, isKept: false) }
    let most = call(&random, isKept: false)
    oracle.feeds = oracle.names.map { _ in
      var feed = random.chance(40) ? most : call(&random, isKept: false)
      feed.isKept = oracle.hasCaches && random.chance(40)
      return feed
    }
    return oracle
  }
}
