import Foundation
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowCommand

/// Every flow in `flows` is sound, and every scenario beside one comes to what it expects.
@Suite struct FlowFilesTests {
  static let folder = Binary.package.appending(path: "flows")

  /// All flows in the folder; what has another kind of scenarios is none.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".scenarios.json") }
      .map { String($0.dropLast(".json".count)) }
      .filter { $0 != "offline-switch" && !$0.hasSuffix(".schema") }.sorted()
  }()

  /// The flows that show how an app was, or how its own team mended it, beside the one that shows how it is.
  static let namesBefore = names.filter { $0.hasSuffix("-before") || $0.hasSuffix("-mended") }

  /// The name of the flow that shows how the app is.
  static func now(_ name: String) -> String {
    name.replacing("-before", with: "").replacing("-mended", with: "")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var flow: String
    var scenario: Int
    var hasManyRuns: Bool
    var testDescription: String
  }

  static func load(_ name: String) throws -> (Flow, ScenarioFile) {
    try #require(loaded[name]).get()
  }

  /// The flows with their scenarios, each read once.
  private static let loaded = Dictionary(
    uniqueKeysWithValues: names.map { name in (name, Result { try read(name) }) })

  private static func read(_ name: String) throws -> (Flow, ScenarioFile) {
    let read = { (name: String) in
      SourceText(name: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
    }
    let reading = Flow.read(try read(name + ".json"), including: { try? read($0) })
    let flow = try #require(reading.document)
    let scenarios = ScenarioFile.read(try read(name + ".scenarios.json"), for: flow)
    return (flow, try #require(scenarios.document))
  }

  static func cases() throws -> [Case] {
    try names.flatMap { name in
      try load(name).1.scenarios.enumerated().map { index, scenario in
        Case(
          flow: name, scenario: index, hasManyRuns: scenario.runs != nil,
          testDescription: "\(name): \(scenario.name ?? "")")
      }
    }
  }

  @Test func `all flows and scenarios are free of errors, and none lacks the other`() async throws {
    let outcome = await Command.run(
      ["check", Self.folder.path()],
      in: World(environment: [:], files: SystemFiles(), output: RecordedOutput()))
    #expect(outcome == .fine)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    let documents = (Self.names + ["offline-switch"]).flatMap { [$0 + ".json", $0 + ".scenarios.json"] }
    let expected = (documents + ["launchflow.schema.json", "record.schema.json"]).sorted()
    #expect(files.filter { $0.hasSuffix(".json") }.sorted() == expected)
    for name in Self.namesBefore { #expect(Self.names.contains(Self.now(name))) }
  }

  /// Where no run comes to a part, the verifier says so.
  static let unreached = [String: [String]]()

  @Test(arguments: names)
  func `the scenarios reach every landing, result, failure and fallback`(_ name: String) throws {
    let (flow, file) = try Self.load(name)
    let plan = try FlowPlan(flow)
    var coverage = TestCoverage(plan)
    for scenario in file.scenarios where scenario.runs == nil {
      coverage.count(try Simulation(plan, scenario.over(file.defaults)).run().trace)
    }
    #expect(coverage.missing.map { "\($0.part.rawValue): \($0.name)" } == Self.unreached[name] ?? [])
  }

  /// Without `like`, `include` and `defaults`.
  @Test(arguments: names) func `a resolved flow has no errors and plays the same`(_ name: String) throws {
    let (flow, file) = try Self.load(name)
    let resolved = try #require(
      Flow.read(SourceText(name: name + ".json", bytes: flow.resolvedText)).document)
    let plans = (try FlowPlan(flow), try FlowPlan(resolved))
    for scenario in file.scenarios where scenario.runs == nil {
      let played = scenario.over(file.defaults)
      let events = try Simulation(plans.0, played).run().trace.events
      #expect(try Simulation(plans.1, played).run().trace.events == events, "\(scenario.name ?? "")")
    }
  }

  /// Of the scenarios with thousands of runs, the usual tests play those of one flow.
  @Test(arguments: try cases().filter { depth > 1 || !$0.hasManyRuns || $0.flow == "rider-launch" })
  func `each scenario meets its expectations`(_ tested: Case) throws {
    let (flow, file) = try Self.load(tested.flow)
    let scenario = file.scenarios[tested.scenario].over(file.defaults)
    #expect(scenario.expect != nil)
    let failures = ExpectationCheck.failures(of: try Simulation(try FlowPlan(flow), scenario))
    #expect(failures.map { "\($0.path): expected \($0.expected), came \($0.actual)" } == [])
  }

  /// What an app as it was can be asked, the app as it is can be asked too.
  @Test(arguments: namesBefore)
  func `both versions of an app have the same scenarios`(_ name: String) throws {
    let now = try Self.load(Self.now(name)).1.scenarios.compactMap(\.name)
    let before = try Self.load(name).1.scenarios.compactMap(\.name)
    // The longest way through calls in a row has no counterpart where they stand side by side.
    let own: Set = ["slow-day"]
    #expect(before.filter { !now.contains($0) && !own.contains($0) } == [])
    #expect(before.count >= 5)
    #expect(before.contains("odd-day") && now.contains("odd-day"))
  }
}
