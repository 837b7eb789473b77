import Foundation
import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTesting
import Testing

/// The flows of this package.
enum Flows {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../flows").standardizedFileURL

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
  @Test(arguments: Flows.names) func `every scenario of every flow`(name: String) async throws {
    let test = try Flows.test(name)
    let file = try #require(test.scenarios)
    for scenario in file.scenarios {
      let merged = scenario.over(file.defaults)
      let simulated = try Simulation(test.plan, merged).run(seed: merged.seed ?? 1)
      let report = try await test.play(merged, seed: merged.seed ?? 1)
      #expect(report.trace.events == simulated.trace.events, "\(scenario.name ?? "")")
      #expect(report.problems == [])
    }
    #expect(!file.scenarios.isEmpty)
  }
}
