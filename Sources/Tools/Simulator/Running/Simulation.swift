/// A flow under a scenario, in virtual time: one run as a trace, or many as a distribution.
///
/// The same flow, scenario, seed and run give the same trace, byte for byte, on every machine.
package struct Simulation: Sendable {
  package let plan: FlowPlan
  /// The scenario, laid over the defaults of its file.
  package let scenario: Scenario
  package var parallelism = Parallelism.serial
  private let planned: PlannedScenario
  /// The further starts, in the order of their times; equal times in the order of the file.
  private let furtherStarts: [StartSequence.Start]
  private let mostEvents: Int

  /// The maximal number of events of a run. A run of 10,000 steps has some 50,000.
  package static let mostEvents = 1_000_000
  /// The maximal number of events of many runs together: five long ones, and a thousandth of a long one each.
  static func mostEvents(of runs: Int, each: Int) -> Int { 5 * each + each / 1_000 * min(runs, 1 << 40) }
  package static let defaultSeed: UInt64 = 1

  /// - Throws: `InvalidScenario` if it names something that the flow does not have.
  package init(
    _ plan: FlowPlan, _ scenario: Scenario, mostEvents: Int = Simulation.mostEvents
  ) throws(InvalidScenario) {
    self.plan = plan
    self.mostEvents = mostEvents
    self.scenario = scenario
    planned = try ScenarioCompiler.compile(plan, scenario)
    var starts: [StartSequence.Start] = []
    for start in scenario.starts {
      let planned = try ScenarioCompiler.compile(plan, scenario.after(start))
      starts.append(StartSequence.Start(time: start.time.nanoseconds, planned: planned))
    }
    furtherStarts = starts.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Simulates one complete run, with its tail and its late work. A run of more than a million events is
  /// stopped. A further start draws the random numbers of a later run.
  package func run(seed: UInt64 = Simulation.defaultSeed, run: UInt64 = 0) -> SimulatedRun {
    guard !furtherStarts.isEmpty else { return record(planned, seed: seed, run: run) }
    var first = StartSequence.Start(time: 0, planned: planned)
    first.planned.cancel = -1
    var sequence = StartSequence(
      plan, [first] + furtherStarts, cancel: planned.cancel < 0 ? nil : planned.cancel
    ) { record($0, seed: seed, run: run &+ UInt64($1)) }
    return sequence.play()
  }

  private func record(_ planned: PlannedScenario, seed: UInt64, run: UInt64) -> SimulatedRun {
    var driver = SimulationDriver(plan, planned, seed: seed, mostEvents: mostEvents)
    return driver.record(run: run, scenarioName: scenario.name)
  }

  /// Simulates many runs to their landings, without further starts. Memory grows with the square root of the number of
  /// runs. A run of more than a million events is stopped, and so is the run with which all runs take too many. No run
  /// after a stopped one is simulated.
  ///
  /// - Parameters:
  ///   - runs: The number of runs, at least 1.
  ///   - progress: Called at intervals with the number of finished runs.
  package func distribution(
    runs: Int, seed: UInt64 = Simulation.defaultSeed, progress: (Int) -> Void = { _ in }
  ) -> Distribution {
    Distribution(
      repeatable(runs: runs, seed: seed), mostEvents: Self.mostEvents(of: runs, each: mostEvents),
      progress: progress)
  }

  /// Simulates one shard of many runs to their landings, however many events they take.
  package func distribution(
    runs: Int, seed: UInt64, _ shard: Shard, progress: (Int) -> Void = { _ in }
  ) -> Distribution {
    Distribution(repeatable(runs: runs, seed: seed, shard), progress: progress)
  }

  /// The distribution of many runs from the added tallies of their shards.
  package func distribution(runs: Int, seed: UInt64, adding tally: RunTally) -> Distribution {
    Distribution(repeatable(runs: runs, seed: seed), tally)
  }

  private func repeatable(
    runs: Int, seed: UInt64, _ shard: Shard = Shard(index: 0, count: 1)
  ) -> RepeatableRuns {
    RepeatableRuns(
      plan: plan, scenario: planned, seed: seed, mostEvents: mostEvents, range: shard.runs(of: max(1, runs)),
      parallelism: parallelism)
  }
}

package struct SimulatedRun: Equatable, Sendable {
  package var trace: Trace
  /// The landing's notice with its references filled in; nil if it has none or an empty one. A reference to
  /// an opaque value stays as written.
  package var notice: Flow.Notice?
  /// Set if the run was stopped because it did too much work; the trace ends there.
  package var stopped: StoppedRun?
  /// Whether it landed and everything after the landing ended.
  package var hasFinished = false
  /// The promises that it breaks, by their places in the file; empty if it has not finished.
  package var broken: [Int] = []
  /// The scenario's further starts, in the order of their times.
  package var starts: [SimulatedStart] = []
}

extension Simulation {
  package var seed: UInt64 { scenario.seed ?? Self.defaultSeed }

  /// One of the runs under the scenario's seed, counted from 0.
  package func run(number: Int = 0) -> SimulatedRun { run(seed: seed, run: UInt64(number)) }
}

extension FlowState {
  /// Whether a finished run breaks a promise.
  package func breaks(_ promise: PlannedPromise, landedAt time: Int64, in plan: FlowPlan) -> Bool {
    switch promise {
    case .within(let limit, let page):
      time > limit && (page < 0 || page == plan.rules[Int(run.landedRule)].page)
    case .never(let node): truth(of: node, in: plan) == .yes
    case .always(let node): truth(of: node, in: plan) != .yes
    case .implies(let premise, let conclusion):
      truth(of: premise, in: plan) == .yes && truth(of: conclusion, in: plan) != .yes
    }
  }
}
