import Foundation
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows

/// Fleets of simulated launches, for the tests.
enum Fleet {
  static let package = packageFolder

  static func plan(_ text: String) throws -> FlowPlan {
    try FlowPlan(try read(Flow.read(SourceText(name: "flow", text: text))))
  }

  static func scenarios(_ text: String, for plan: FlowPlan) throws -> ScenarioFile {
    try read(ScenarioFile.read(SourceText(name: "scenarios", text: text), for: plan.flow))
  }

  /// The rider's launch and its scenarios.
  static func rider() throws -> (FlowPlan, ScenarioFile) {
    func text(_ name: String) throws -> String {
      try String(contentsOf: package.appending(path: "flows/" + name), encoding: .utf8)
    }
    let plan = try plan(try text("rider-launch.json"))
    return (plan, try scenarios(try text("rider-launch.scenarios.json"), for: plan))
  }

  /// The records of many simulated launches.
  static func records(
    _ plan: FlowPlan, _ scenario: Scenario, runs: Int, seed: UInt64, labels: [LaunchLabel] = []
  ) throws -> [LaunchRecord] {
    let simulation = try Simulation(plan, scenario)
    return (0..<UInt64(runs)).map { LaunchRecord(simulation.run(seed: seed, run: $0).trace, labels: labels) }
  }

  private struct Unreadable: Error, CustomStringConvertible {
    var description: String
  }

  private static func read<Document>(_ reading: DocumentReading<Document>) throws -> Document {
    guard let document = reading.document, !reading.hasErrors else {
      throw Unreadable(description: reading.diagnostics.map(\.message).joined(separator: "; "))
    }
    return document
  }
}
