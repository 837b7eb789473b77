import Foundation
import LaunchFlowMachine
import LaunchFlowModel
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

  @Test(arguments: scenarioFiles) func everyScenarioOfEveryFlow(name: String) throws {
    func source(_ name: String) throws -> SourceText {
      SourceText(name: name, bytes: [UInt8](try Data(contentsOf: Self.flows.appending(path: name))))
    }
    let flowName = name.replacing(".scenarios.json", with: ".json")
    guard let flow = Flow.read(try source(flowName)).document else { return }
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
}
