import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The scenarios of one file, played.
struct TestSuite {
  /// One scenario, played.
  struct Case {
    var name: String
    /// Where and when it landed, or how many runs did.
    var outcome: String
    var failures: [Failure]
    /// The run that failed, to be drawn; nil for many runs.
    var trace: Trace?
    /// The command that plays it again.
    var replay: String
  }

  /// An expectation that does not hold, with where it stands.
  struct Failure {
    var place: Place
    /// Which part of the expectation.
    var field: String
    var expected: String
    var actual: String
  }

  /// The scenarios file.
  let path: String
  let cases: [Case]
  let coverage: TestCoverage

  /// How many of a scenario's many runs count for the coverage.
  private static let coveredRuns = 200

  /// Plays a file's scenarios; nil when it or its flow has errors, which are then reported.
  init?(_ path: String, _ given: Given, in world: World) throws {
    let file = try DocumentFile(path, in: world)
    let loader = DocumentLoader(given, for: "test", in: world)
    guard let json = try? JSONDocument(file.source),
      let flowName = json.member(DocumentKind.scenarios.rawValue)?.value.string
    else {
      // What is no scenarios file at all is for the reader to say.
      for diagnostic in ScenarioFile.read(file.source, for: nil).diagnostics {
        world.report("error: \(path): \(diagnostic.message)")
      }
      return nil
    }
    let flowPath = file.resolve(flowName)
    guard let flow = try loader.flow(try DocumentFile(flowPath, in: world)),
      let scenarios = loader.scenarios(file, for: flow)
    else { return nil }
    let plan = try FlowPlan(flow)
    var coverage = TestCoverage(plan)
    var cases: [Case] = []
    for scenario in scenarios.scenarios {
      let merged = scenario.over(scenarios.defaults)
      let simulation = try Simulation(plan, merged)
      cases.append(Self.play(simulation, &coverage, json: json, flowPath: flowPath, path: path))
    }
    self.path = path
    self.cases = cases
    self.coverage = coverage
  }

  private static func play(
    _ simulation: Simulation, _ coverage: inout TestCoverage, json: JSONDocument, flowPath: String,
    path: String
  ) -> Case {
    let scenario = simulation.scenario
    let name = scenario.name ?? ""
    let seed = scenario.seed ?? Simulation.defaultSeed
    for run in 0..<min(scenario.runs ?? 1, coveredRuns) {
      coverage.count(simulation.run(seed: seed, run: UInt64(run)).trace)
    }
    let failures = ExpectationCheck.failures(of: simulation).map { failure in
      let own = json.nearestPlace(
        to: JSONPointer(tokens: ["scenarios", name, "expect"] + failure.path.tokens))
      return Failure(
        place: own, field: failure.path.tokens.joined(separator: "."), expected: failure.expected,
        actual: failure.actual)
    }
    let trace = scenario.runs == nil ? simulation.run(seed: seed).trace : nil
    let beside = DocumentFile.scenariosPath(besides: flowPath) == path ? "" : " --scenarios \(path)"
    return Case(
      name: name, outcome: outcome(trace, simulation), failures: failures, trace: trace,
      replay: "launchflow simulate \(flowPath)\(beside) --scenario \(name)")
  }

  private static func outcome(_ trace: Trace?, _ simulation: Simulation) -> String {
    guard let trace else { return "\(simulation.scenario.runs ?? 1) runs" }
    let summary = TraceSummary(trace)
    guard let landing = summary.landing, let time = summary.landedAt else { return "no landing" }
    return "\(landing.page) at \(Duration.nanoseconds(time).documentText)"
  }
}
