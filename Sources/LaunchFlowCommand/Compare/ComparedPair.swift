import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Two simulations that are played under the same luck.
struct ComparedPair {
  let before: Simulation
  let after: Simulation
  let seed: UInt64
  /// How many runs; nil for one that is shown whole.
  let runs: Int?
  /// Which of the runs is shown.
  let run: UInt64

  /// What came of it.
  enum Outcome {
    case run(SimulatedRun, SimulatedRun)
    /// Many runs, and one pair of them that is worth looking at.
    case runs(DistributionComparison, SimulatedRun, SimulatedRun)
  }

  /// What a command line asks for; nil when a file has errors, which are then reported.
  static func read(_ given: Given, in world: World) throws -> ComparedPair? {
    let loader = DocumentLoader(given, for: CompareCommand.interface.name, in: world)
    let paths = try paths(given)
    var flows: [Flow] = []
    for path in paths.count == 2 && paths[0] == paths[1] ? [paths[0]] : paths {
      guard let flow = try loader.flow(try DocumentFile(path, in: world)) else { return nil }
      flows.append(flow)
    }
    if flows.count == 1 { flows.append(flows[0]) }
    var requests: [SimulationRequest] = []
    let sides = try sides(given, paths, flows)
    for (side, flow) in zip(sides, flows) {
      guard let found = try SimulationRequest.read(side, flow, loader, in: world) else { return nil }
      requests += found
    }
    guard requests.count == 2 else { throw usage("compare two scenarios, not \(requests.count)") }
    let runs = [requests[0].runs, requests[1].runs].compactMap(\.self).max()
    return ComparedPair(
      before: requests[0].simulation, after: requests[1].simulation, seed: requests[0].seed, runs: runs,
      run: requests[0].run)
  }

  /// The two flows' paths.
  private static func paths(_ given: Given) throws(UsageError) -> [String] {
    let scenarios = given.all(CompareCommand.scenario)
    guard scenarios.count <= 2 else { throw usage("compare two scenarios, not \(scenarios.count)") }
    guard !scenarios.contains("*") else { throw usage("name the scenarios; '*' is for 'simulate'") }
    guard given.arguments.count == 1 else { return given.arguments }
    guard scenarios.count == 2 else {
      throw usage("there is nothing to compare with; name a second flow, or a second scenario")
    }
    return [given.arguments[0], given.arguments[0]]
  }

  /// The command line as either flow sees it: its own path and scenario, and what it knows of the rest.
  private static func sides(
    _ given: Given, _ paths: [String], _ flows: [Flow]
  ) throws(UsageError) -> [Given] {
    let scenarios = given.all(CompareCommand.scenario)
    var sides = paths.map { path in
      var side = given
      side.arguments = [path]
      return side
    }
    if scenarios.count == 2 {
      for index in sides.indices {
        sides[index].texts[CompareCommand.scenario.declaration.name] = [scenarios[index]]
      }
    }
    for text in given.all(CompareCommand.set) {
      try keep(text, CompareCommand.set, in: &sides, flows) { flow throws(UsageError) in
        _ = try StepSetting(text, for: flow)
      }
    }
    for text in given.all(CompareCommand.input) {
      try keep(text, CompareCommand.input, in: &sides, flows) { flow throws(UsageError) in
        _ = try InputSetting.read(text, for: flow)
      }
    }
    return sides
  }

  /// Takes a setting away from the flow that does not know it; what neither knows is an error.
  private static func keep(
    _ text: String, _ option: Option<String>, in sides: inout [Given], _ flows: [Flow],
    reading: (Flow) throws(UsageError) -> Void
  ) throws(UsageError) {
    var failure: UsageError?
    var kept = 0
    for index in sides.indices {
      do throws(UsageError) {
        try reading(flows[index])
        kept += 1
      } catch {
        failure = failure ?? error
        sides[index].texts[option.declaration.name]?.removeAll { $0 == text }
      }
    }
    if kept == 0, let failure { throw failure }
  }

  private static func usage(_ message: String) -> UsageError {
    UsageError(message, command: CompareCommand.interface.name)
  }

  /// Plays both.
  func play(showingProgress progress: RunProgress) throws -> Outcome {
    guard let runs else { return .run(before.run(seed: seed, run: run), after.run(seed: seed, run: run)) }
    let first = before.distribution(runs: runs, seed: seed) { progress.show($0, of: 2 * runs) }
    let second = after.distribution(runs: runs, seed: seed) { progress.show(runs + $0, of: 2 * runs) }
    progress.end()
    let landings = [(first, before), (second, after)].compactMap {
      LandingDistribution($0.0, scenario: $0.1.scenario.name, seed: seed)
    }
    guard landings.count == 2,
      let comparison = DistributionComparison(
        landings[0], landings[1], first.landingsByRun, second.landingsByRun,
        pages: (first.pages, second.pages))
    else { return .run(before.run(seed: seed), after.run(seed: seed)) }
    // A late run of the first tells most about what was changed.
    let shown = UInt64(first.landing(at: 0.95)?.run ?? 0)
    return .runs(comparison, before.run(seed: seed, run: shown), after.run(seed: seed, run: shown))
  }
}

extension Distribution {
  /// The landings in the order of the runs.
  fileprivate var landingsByRun: [LandingDistribution.Landing] {
    landings.sorted { $0.run < $1.run }.map { .init($0.time, page: Int($0.page)) }
  }
}
