import Foundation
import LaunchFlowSimulator
import LaunchFlowSwitch
import LaunchFlowVerifier
import Testing

/// The switch in `flows round-trip` is sound, and every scenario beside it comes to what it expects.
@Suite struct SwitchFilesTests {
  static func load() throws -> (OfflineSwitchDocument, SwitchScenarioFile) {
    let read = { (name: String) in
      let data = try Data(contentsOf: FlowFilesTests.folder.appending(path: name))
      return SourceText(name: name, bytes: Array(data))
    }
    let document = try #require(OfflineSwitchDocument.read(try read("offline-switch.json")).document)
    let scenarios = SwitchScenarioFile.read(try read("offline-switch.scenarios.json"), for: document)
    return (document, try #require(scenarios.document))
  }

  static func names() throws -> [String] {
    try load().1.scenarios.compactMap(\.name)
  }

  @Test(arguments: try names())
  func `each scenario meets its expectations`(_ name: String) throws {
    let (document, file) = try Self.load()
    let scenario = try #require(file.scenarios.first { $0.name == name }).over(file.defaults)
    let expectation = try #require(scenario.expect)
    let run = try SwitchSimulation(SwitchPlan(document), scenario).run()
    let failures = SwitchExpectationCheck.failures(of: expectation, in: run)
    #expect(failures.map { "\($0.path): expected \($0.expected), came \($0.actual)" } == [])
  }

  @Test(arguments: try load().1.scenarios.filter { !$0.promises.isEmpty }.compactMap(\.name))
  func `each promise is proved`(_ name: String) throws {
    let (document, file) = try Self.load()
    let scenario = try #require(file.scenarios.first { $0.name == name }).over(file.defaults)
    let report = try SwitchProof(SwitchPlan(document), scenario).report()
    #expect(report.isProved, "\(report)")
  }
}
