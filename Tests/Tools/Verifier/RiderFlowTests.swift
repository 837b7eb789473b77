import Foundation
import LaunchFlowSimulator
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// The flows in `flows`, as they are and in ways that only a test can have them.
@Suite struct RiderFlowTests {
  private static let folder = packageFolder.appending(path: "flows/")

  static func read(_ name: String) throws -> Flow {
    try #require(try reading(name).document)
  }

  private static func reading(_ name: String) throws -> DocumentReading<Flow> {
    let source = { (file: String) in
      SourceText(name: file, bytes: Array(try Data(contentsOf: folder.appending(path: file))))
    }
    return Flow.read(try source("\(name).json"), including: { try? source($0) })
  }

  static func land(_ witness: Witness?, _ plan: FlowPlan) throws -> (page: String, at: Int64) {
    let witness = try #require(witness)
    let reading = PromiseReading(
      plan.flow, witness.scenario, try Simulation(plan, witness.scenario).run().trace)
    return (reading.page, reading.landedAt)
  }

  /// The launch and its proof, which several tests read.
  static let launch = Result {
    let plan = try FlowPlan(try read("rider-launch"))
    return (plan: plan, proof: Verifier(plan).verify())
  }

  @Test func `the launch is explored whole, and lands at its deadline at the latest`() throws {
    let (plan, verification) = try Self.launch.get()
    #expect(verification.extent.isComplete)
    #expect(verification.extent.nodes < 5_000)
    #expect(verification.isProved)
    #expect(verification.worstCase?.bound == 10_000_000_000)
    let landing = try Self.land(verification.worstCase?.witness, plan)
    #expect(landing == ("home", 10_000_000_000))
    #expect(verification.unreachable.isEmpty)
    #expect(verification.worstByInputs.map(\.bound) == [10_000_000_000, 10_000_000_000])
    #expect(verification.bound.nanoseconds == 10_000_000_000)
  }

  /// The flow files in `flows` and `examples`, by their paths. Only a deep run proves those that take many seconds.
  private static let files: [String] = {
    let package = folder.deletingLastPathComponent()
    return ["flows", "examples"].flatMap { top in
      (FileManager.default.enumerator(atPath: package.appending(path: top).path())?.allObjects ?? [])
        .compactMap { ($0 as? String).map { package.appending(path: "\(top)/\($0)").path() } }
        .filter {
          $0.hasSuffix(".json") && isFlow($0)
            && (depth > 1 || !long.contains(URL(filePath: $0).lastPathComponent))
        }
    }.sorted()
  }()

  /// The launch has its own test.
  private static let long: Set = ["cold-start.json", "loan-launch.json", "rider-launch.json"]

  private static func isFlow(_ path: String) -> Bool {
    guard let bytes = FileManager.default.contents(atPath: path) else { return false }
    let json = try? JSONDocument(SourceText(name: path, bytes: Array(bytes)))
    return json.flatMap(DocumentKind.init) == .flow
  }

  @Test func `flows are found`() {
    #expect(Self.files.count >= 2)
  }

  @Test(arguments: files) func `every flow is free of problems`(path: String) throws {
    let url = URL(filePath: path)
    let source = { (url: URL) in
      SourceText(name: url.lastPathComponent, bytes: Array(try Data(contentsOf: url)))
    }
    let folder = url.deletingLastPathComponent()
    let reading = Flow.read(try source(url), including: { try? source(folder.appending(path: $0)) })
    let flow = try #require(reading.document, "\(reading.diagnostics)")
    let plan = try FlowPlan(flow)
    let verification = Verifier(plan).verify()
    #expect(verification.isProved)
    let landing = try Self.land(verification.worstCase?.witness, plan)
    let bound = try #require(verification.worstCase?.bound)
    // A whole cold start is decided without exploring every run; its latest landing is known only to lie between.
    guard path.hasSuffix("/cold-start.json") else {
      #expect(verification.extent.isComplete)
      #expect(landing.at == bound)
      return
    }
    #expect(landing.at <= bound)
  }

  @Test func `a launch whose rules leave something open does not land`() throws {
    var flow = try Self.read("rider-launch")
    flow.landings.removeLast(2)
    let plan = FlowPlan(unchecked: flow)
    let verification = Verifier(plan).verify()
    #expect(!verification.isProved)
    guard case .broken(let witness) = verification.lands else {
      Issue.record("every run is said to land")
      return
    }
    let trace = try Simulation(plan, witness.scenario).run().trace
    #expect(
      !trace.events.contains { event in
        if case .landed = event.kind { true } else { false }
      })
  }
}
