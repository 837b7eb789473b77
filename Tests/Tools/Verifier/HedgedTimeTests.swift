import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// The arithmetic of fallbacks that begin beside a step's own work, against an exploration of every run.
@Suite struct HedgedTimeTests {
  private static let mirror = Flow.Request(.url("https://mirror.example.com"))

  private static func flow(_ change: (inout Flow.Step) -> Void) -> Flow {
    var step = Flow.Step("a", .http(Flow.Request(.url("https://example.com/a"))))
    change(&step)
    var flow = Flow(
      name: "hedged", deadline: .seconds(60), pages: ["home"], steps: [step],
      landings: [Flow.Landing("home", after: ["a"])])
    flow.caches = [Flow.Cache("c")]
    return flow
  }

  private static func times(_ flow: Flow) throws -> (arithmetic: Int64, explored: Int64) {
    let plan = try FlowPlan(flow)
    let limits = Verifier.Limits(budget: Budget(states: 10_000), shortcuts: [])
    let verification = Verifier(plan, limits).verify()
    #expect(verification.extent.coversEveryRun)
    return (WorstCaseBound(plan).withoutDeadline, try #require(verification.worstCase).bound)
  }

  @Test func `a request goes on while an empty cache fails`() throws {
    let flow = Self.flow {
      $0.timeout = .seconds(3)
      $0.useFallbackAfter = .seconds(3)
      $0.fallback = [.http(Self.mirror, timeout: .seconds(2)), .cache("c"), .value(1)]
      $0.fallback[1].after = .seconds(4)
      $0.fallback[2].after = .seconds(5)
    }
    #expect(try Self.times(flow) == (5_000_000_000, 5_000_000_000))
    var cacheLast = flow
    cacheLast.steps[0].fallback.removeLast()
    #expect(try Self.times(cacheLast) == (5_000_000_000, 5_000_000_000))
  }

  @Test func `no run ends later, and in most flows one ends as late`() throws {
    var exact = 0
    let numbers = seeds(150)
    for seed in numbers {
      var random = SeededRandom(seed: seed)
      let flow = Self.flow { Self.randomize(&$0, &random) }
      let (arithmetic, explored) = try Self.times(flow)
      #expect(explored <= arithmetic, "seed \(seed)")
      if explored == arithmetic { exact += 1 }
    }
    #expect(exact > numbers.count * 9 / 10)
  }

  private static func randomize(_ step: inout Flow.Step, _ random: inout SeededRandom) {
    step.timeout = .seconds(random.number(1...6))
    if random.chance(30) {
      step.retry = Flow.Retry(attempts: 2)
      step.retry?.delay = .seconds(random.number(0...2))
    }
    if random.chance(30) { step.deadline = .seconds(random.number(1...8)) }
    var time = random.number(0...6)
    step.useFallbackAfter = .seconds(time)
    step.fallback = (0..<random.number(1...4)).map { place in
      if place == 0 || random.chance(50) { return .http(mirror, timeout: .seconds(random.number(1...5))) }
      return random.chance(70) ? .cache("c") : .value(1)
    }
    let timed = random.number(1...step.fallback.count)
    for place in step.fallback.indices.dropFirst().prefix(timed - 1) {
      time += random.number(1...3)
      step.fallback[place].after = .seconds(time)
    }
  }
}
