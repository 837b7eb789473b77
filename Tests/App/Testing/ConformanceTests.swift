import Foundation
import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTestFlows
import LaunchFlowTesting
import Testing

/// The flows of this package.
enum Flows {
  static let folder = packageFolder.appending(path: "flows")

  /// The flows that have scenarios.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".scenarios.json") && !$0.hasPrefix("offline-switch") }.sorted()
      .map { $0.replacing(".scenarios.json", with: "") }
  }()

  static func test(_ name: String) throws -> LaunchTest {
    try LaunchTest(contentsOf: folder.appending(path: "\(name).json"))
  }
}

/// Where the scenario plays everything, the app's engine in virtual time gives the simulator's trace, event for event.
@Suite struct ConformanceTests {
  private static func compare(
    _ test: LaunchTest, _ scenario: Scenario, seed: UInt64, run: UInt64, _ label: String
  ) async throws -> Trace {
    let simulated = try Simulation(test.plan, scenario).run(seed: seed, run: run)
    let report = try await test.play(scenario, seed: seed, run: run)
    // A tested launch is over with its run: what would reach the app later reaches nobody.
    var isOver = false
    let expected = simulated.trace.events.filter { event in
      switch event.kind {
      case .signalled, .offline, .online: return !isOver
      case .finished: isOver = true
      default: break
      }
      return true
    }
    #expect(report.trace.events == expected, "\(label) run \(run)")
    #expect(
      report.notice?.text == simulated.notice?.text && report.notice?.style == simulated.notice?.style,
      "\(label) run \(run)")
    #expect(report.problems == [], "\(label) run \(run)")
    return simulated.trace
  }

  @Test(arguments: Flows.names) func `every scenario of every flow`(name: String) async throws {
    let test = try Flows.test(name)
    let file = try #require(test.scenarios)
    for scenario in file.scenarios {
      let merged = scenario.over(file.defaults)
      for run in 0..<(merged.runs == nil ? 1 : 5) {
        _ = try await Self.compare(
          test, merged, seed: merged.seed ?? 1, run: UInt64(run), scenario.name ?? "")
      }
    }
    #expect(!file.scenarios.isEmpty)
  }

  @Test func `links reach the landing as in the simulator`() async throws {
    let test = try LaunchTest(contentsOf: packageFolder.appending(path: "examples/Links/shop.flow.json"))
    let file = try #require(test.scenarios)
    var carried: [String: JSONValue] = [:]
    for scenario in file.scenarios {
      let merged = scenario.over(file.defaults)
      _ = try await Self.compare(test, merged, seed: 1, run: 0, scenario.name ?? "")
      carried[scenario.name ?? ""] = try await test.play(merged).landing?.input
    }
    // A result alone stands for a value that nobody knows.
    #expect(
      carried == [
        "link-before": ["order": 7], "link-during-login": ["order": 7], "slow-day": ["order": 7],
        "link-while-signed-out": ["order": 7], "another-link": "https://shop.example.com/terms",
      ])
  }

  /// Random flows under random worlds: with lanes and waits, with domains that go offline, and with polled groups, whose
  /// members settle once a round.
  @Test(
    arguments: [
      [.lanes, .waits, .serverWaits], [.polls, .domains], .plain, [.waits, .signalValues],
      [.hedges, .serverWaits], [.hedges, .polls, .lanes],
    ] as [RandomFlow.Features])
  func `random flows`(_ features: RandomFlow.Features) async throws {
    var (attempts, rounds) = (0, 0)
    for seed in seeds(200) {
      let flow = RandomFlow.make(seed: seed, steps: 4 + Int(seed % 8), features: features)
      let test = try LaunchTest(flow)
      let scenario = RandomWorld.scenario(
        for: flow, seed: seed, disturbances: [.offline, .cancel, .network])
      let trace = try await Self.compare(test, scenario, seed: seed, run: seed % 3, "seed \(seed)")
      #expect(trace.brokenInvariants.isEmpty, "seed \(seed)")
      let steps = TraceSummary(trace).steps
      attempts += steps.reduce(0) { $0 + $1.attempts.count }
      rounds += steps.reduce(0) { $0 + max(0, $1.rounds.count - 1) }
    }
    #expect(attempts > 100)
    #expect(features.contains(.polls) == (rounds > 10))
  }
}
