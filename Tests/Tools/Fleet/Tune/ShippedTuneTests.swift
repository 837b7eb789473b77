import Foundation
import LaunchFlowFleet
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

/// Better times of flows in `flows`, on their odd days: proofs and runs that only a deep run of the tests has time for.
@Suite(.enabled(if: depth > 1)) struct ShippedTuneTests {
  static func tuner(_ name: String, _ vary: [String], points: Int, seed: UInt64) throws -> Tuner {
    func text(_ name: String) throws -> String {
      try String(contentsOf: packageFolder.appending(path: "flows/" + name), encoding: .utf8)
    }
    let plan = try Fleet.plan(try text(name + ".json"))
    let file = try Fleet.scenarios(try text(name + ".scenarios.json"), for: plan)
    let day = try #require(file.scenarios.first { $0.name == "odd-day" }).over(file.defaults)
    var tuner = Tuner(
      TunedFile(plan.flow), day,
      axes: try vary.flatMap { try TunedAxis.read($0, of: plan.flow, points: points) },
      .time(0.95), [try GateRule("degraded<=+2%", pages: [])])
    (tuner.seed, tuner.runs) = (seed, 300)
    return tuner
  }

  static func text(_ changes: [TuneOutcome.Change]) -> [String] {
    changes.map { "\($0.axis.name) \($0.axis.text($0.value))" }
  }

  @Test func `the cold start gets earlier by the one time-out that delays it`() throws {
    for seed in seeds(1) {
      let outcome = try Self.tuner("cold-start", ["*.timeout=100ms..2s"], points: 20, seed: seed).tune()
      let better = try #require(outcome.better, "seed \(seed): none in \(outcome.candidates)")
      let (own, tuned) = (outcome.own.time(at: 0.95), better.figures.time(at: 0.95))
      let changes = Self.text(better.changes)
      print("cold start, seed \(seed): p95 \(own) to \(tuned) by \(changes)")
      #expect(changes.contains { $0.hasPrefix("get-home.timeout") } && tuned < own * 9 / 10)
      // Nothing on the way to the page waits for it.
      #expect(!changes.contains { $0.hasPrefix("network-there") })
    }
  }

  @Test func `the rider's launch gets as early as by the best number for all its fallbacks`() throws {
    for seed in seeds(1) {
      let tuner = try Self.tuner(
        "rider-launch", ["*.useFallbackAfter=1s..5s"], points: 41, seed: seed)
      let outcome = try tuner.tune()
      let own = outcome.own
      // The best single number, found without the search.
      let times = stride(from: 1_000, through: 5_000, by: 100)
      let least = try times.compactMap { time -> Int64? in
        var flow = tuner.file.flow
        flow.steps = flow.steps.map { Self.eager($0, .milliseconds(time)) }
        let played = try Simulation(FlowPlan(flow), tuner.scenario).distribution(
          runs: own.runs, seed: outcome.seed)
        let isKept = Double(played.tally.all.degraded - own.tally.all.degraded) <= 0.02 * Double(own.runs)
        return isKept ? played.time(at: 0.95) : nil
      }.min()
      let better = outcome.better?.figures.time(at: 0.95) ?? own.time(at: 0.95)
      print(
        "rider, seed \(seed): p95 \(better) by \(Self.text(outcome.better?.changes ?? [])), "
          + "one number for all \(least ?? own.time(at: 0.95))")
      #expect(Double(better) <= 1.05 * Double(least ?? own.time(at: 0.95)))
    }
  }

  /// A step, or the members of a group, with another soft deadline.
  static func eager(_ step: Flow.Step, _ time: Duration) -> Flow.Step {
    var step = step
    if let members = step.members {
      step.work = .group(members.map { eager($0, time) })
    } else if step.useFallbackAfter != nil {
      step.useFallbackAfter = time
    }
    return step
  }
}
