import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import Testing

@testable import LaunchFlowCommand

/// Every flow in `flows` is sound, and every scenario beside one comes to what it expects.
@Suite struct FlowFilesTests {
  static let names = ["rider-launch", "rider-launch-before"]
  static let folder = Binary.package.appending(path: "flows")

  struct Case: Sendable, CustomTestStringConvertible {
    var flow: String
    var scenario: Int
    var testDescription: String
  }

  static func load(_ name: String) throws -> (Flow, ScenarioFile) {
    let read = { (name: String) in
      SourceText(name: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
    }
    let flow = try #require(Flow.read(try read(name + ".json")).document)
    let scenarios = ScenarioFile.read(try read(name + ".scenarios.json"), for: flow)
    return (flow, try #require(scenarios.document))
  }

  static func cases() throws -> [Case] {
    try names.flatMap { name in
      try load(name).1.scenarios.enumerated().map { index, scenario in
        Case(flow: name, scenario: index, testDescription: "\(name): \(scenario.name ?? "")")
      }
    }
  }

  @Test func `all files are sound and all are listed here`() async throws {
    let outcome = await Command.run(
      ["check", Self.folder.path()],
      in: World(environment: [:], files: SystemFiles(), output: RecordedOutput()))
    #expect(outcome == .fine)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    let documents = (Self.names + ["offline-switch"]).flatMap { [$0 + ".json", $0 + ".scenarios.json"] }
    let expected = (documents + ["launchflow.schema.json"]).sorted()
    #expect(files.filter { $0.hasSuffix(".json") }.sorted() == expected)
  }

  @Test(arguments: try cases())
  func `each scenario comes to what it expects`(_ tested: Case) throws {
    let (flow, file) = try Self.load(tested.flow)
    let scenario = file.scenarios[tested.scenario].over(file.defaults)
    #expect(scenario.expect != nil)
    let failures = ExpectationCheck.failures(of: try Simulation(try FlowPlan(flow), scenario))
    #expect(failures.map { "\($0.path): expected \($0.expected), came \($0.actual)" } == [])
  }

  @Test(arguments: names)
  func `both apps know the same scenarios`(_ name: String) throws {
    let wanted = [
      "normal-day", "check-app-update-hangs", "is-verifying-version-hangs", "get-city-hangs",
      "get-server-address-hangs", "login-hangs", "get-rider-info-hangs", "everything-hangs", "no-caches",
      "signed-out", "under-review", "update-required", "invalid-token", "binding-required", "subway",
      "cancelled",
      "odd-day",
    ]
    let known = try Self.load(name).1.scenarios.compactMap(\.name)
    #expect(wanted.filter { !known.contains($0) } == [])
  }
}
