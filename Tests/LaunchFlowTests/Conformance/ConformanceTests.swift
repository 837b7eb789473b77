import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// The run driver under a manual clock gives the simulator's trace, event for event.
@Suite struct ConformanceTests {
  static let flows = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../flows").standardizedFileURL

  /// Every scenario of every flow in `flows/`.
  static let scenarioFiles: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: flows.path)) ?? []
    return names.filter { $0.hasSuffix(".scenarios.json") }.sorted()
  }()

  @Test(arguments: scenarioFiles) func `every scenario of every flow`(name: String) throws {
    func source(_ name: String) throws -> SourceText {
      SourceText(name: name, bytes: [UInt8](try Data(contentsOf: Self.flows.appending(path: name))))
    }
    let flowName = name.replacing(".scenarios.json", with: ".json")
    let reading = Flow.read(try source(flowName), including: { try? source($0) })
    guard let flow = reading.document else {
      // What has scenarios and is no flow is a switch.
      #expect(reading.json?.member("switch") != nil)
      return
    }
    let file = try #require(ScenarioFile.read(try source(name), for: flow).document)
    let plan = try FlowPlan(flow)
    for scenario in file.scenarios {
      let merged = scenario.over(file.defaults)
      for run in 0..<(merged.runs == nil ? 1 : 20) {
        let simulated = try Simulation(plan, merged).run(seed: merged.seed ?? 1, run: UInt64(run))
        let executed = try ScriptedWorld.run(plan, merged, seed: merged.seed ?? 1, run: UInt64(run))
        #expect(executed.trace.events == simulated.trace.events, "\(scenario.name ?? "") run \(run)")
        #expect(executed.notice == simulated.notice)
      }
    }
    #expect(!file.scenarios.isEmpty)
  }

  /// Random flows under random worlds, from seeds that a failure names.
  @Test(arguments: Array(stride(from: UInt64(0), to: 2_000, by: 100)))
  func `random flows`(first: UInt64) throws {
    var attempts = 0
    for seed in first..<first + 100 {
      let flow = RandomFlow.make(
        seed: seed, steps: 4 + Int(seed % 8), features: seed % 3 == 0 ? [.lanes, .waits] : [])
      let plan = try FlowPlan(flow)
      let scenario = RandomWorld.scenario(for: flow, seed: seed)
      for run in 0..<3 {
        let simulated = try Simulation(plan, scenario).run(seed: seed, run: UInt64(run))
        let executed = try ScriptedWorld.run(plan, scenario, seed: seed, run: UInt64(run))
        #expect(executed.trace.events == simulated.trace.events, "seed \(seed), run \(run)")
        attempts += TraceSummary(simulated.trace).steps.reduce(0) { $0 + $1.attempts.count }
        let invariants = Self.brokenInvariants(of: simulated.trace)
        #expect(invariants.isEmpty, "seed \(seed), run \(run)")
      }
    }
    #expect(attempts > 100)
  }

  /// The same with polled groups, whose members settle once a round, and with every second flow having all that
  /// a flow may have.
  @Test(arguments: Array(stride(from: UInt64(0), to: 500, by: 100)))
  func `random flows in rounds`(first: UInt64) throws {
    var rounds = 0
    for seed in first..<first + 100 {
      let flow = RandomFlow.make(
        seed: seed, steps: 4 + Int(seed % 8), features: seed % 2 == 0 ? [.polls] : .plain)
      let plan = try FlowPlan(flow)
      let scenario = RandomWorld.scenario(for: flow, seed: seed)
      for run in 0..<3 {
        let simulated = try Simulation(plan, scenario).run(seed: seed, run: UInt64(run))
        let executed = try ScriptedWorld.run(plan, scenario, seed: seed, run: UInt64(run))
        #expect(executed.trace.events == simulated.trace.events, "seed \(seed), run \(run)")
        let invariants = Self.brokenInvariants(of: simulated.trace)
        #expect(invariants.isEmpty, "seed \(seed), run \(run)")
        rounds += TraceSummary(simulated.trace).steps.reduce(0) { $0 + max(0, $1.rounds.count - 1) }
      }
    }
    #expect(rounds > 50)
  }

  /// What must always be true of a finished run's trace, and is not.
  static func brokenInvariants(of trace: Trace) -> [String] {
    var broken: [String] = []
    var settled = trace.steps.map { _ in 0 }
    // By group: how often its members are to settle, and whether it is open.
    var rounds = trace.steps.map { _ in 0 }
    var isOpen = trace.steps.map { _ in false }
    var open: [String: Int] = [:]
    var landings: [Int64] = []
    var latest: Int64 = 0
    for event in trace.events {
      if event.time < latest { broken.append("time goes back at \(event.time)") }
      latest = event.time
      switch event.kind {
      case .settled(let step, _):
        settled[step] += 1
        // One that never began, in a round of the group around it, takes its members along.
        if !isOpen[step] { rounds[step] += 1 }
        isOpen[step] = false
      case .stepStarted(let step) where trace.steps[step].kind == .group:
        rounds[step] += 1
        isOpen[step] = true
      case .attemptStarted(let step, let attempt, _): open["\(step).\(attempt)", default: 0] += 1
      case .attemptEnded(let step, let attempt, _): open["\(step).\(attempt)", default: 0] -= 1
      case .landed: landings.append(event.time)
      default: break
      }
    }
    for (index, step) in trace.steps.enumerated() where settled[index] != step.group.map({ rounds[$0] }) ?? 1
    {
      broken.append("\(step.name) settles \(settled[index]) times")
    }
    if open.values.contains(where: { $0 != 0 }) { broken.append("an attempt does not end once") }
    if landings.count != 1 { broken.append("\(landings.count) landings") }
    if let landing = landings.first, landing > trace.deadline { broken.append("late at \(landing)") }
    if !trace.events.contains(where: { $0.kind == .finished }) { broken.append("never finished") }
    return broken
  }
}
