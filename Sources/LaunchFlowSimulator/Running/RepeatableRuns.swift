import LaunchFlowMachine
import LaunchFlowModel

/// A run that was stopped before its end because it did too much work: a poll each millisecond for years, say.
public struct StoppedRun: Hashable, Sendable, CustomStringConvertible {
  /// The run's number.
  public var run: UInt64
  /// How many events it was given.
  public var events: Int
  /// When it was stopped, in nanoseconds since its start.
  public var time: Int64

  /// What was not done, as a sentence.
  public var description: String {
    "run \(run) was stopped after \(events) events, at \(Duration.nanoseconds(time).documentText); "
      + "nothing after that was simulated"
  }
}

/// The runs of one seed, from 0, which can be simulated any number of times.
struct RepeatableRuns: Sendable {
  let plan: FlowPlan
  let scenario: PlannedScenario
  let seed: UInt64
  let mostEvents: Int
  let count: Int

  /// Simulates each run to its landing, until one is not wanted any more. Returns the run that had to be stopped.
  func forEach(_ take: (Distribution.Landing) -> Bool) -> StoppedRun? {
    var landings = makeIterator()
    while let landing = landings.next() {
      guard take(landing) else { return nil }
    }
    return landings.stopped
  }
}

extension RepeatableRuns: Sequence {
  /// Simulates one run after another to its landing, and ends with the one that had to be stopped.
  struct Iterator: IteratorProtocol {
    private var driver: SimulationDriver
    private var run: UInt64 = 0
    private let count: UInt64

    init(_ runs: RepeatableRuns) {
      driver = SimulationDriver(runs.plan, runs.scenario, seed: runs.seed, mostEvents: runs.mostEvents)
      count = UInt64(runs.count)
    }

    /// The run that had to be stopped.
    var stopped: StoppedRun? { driver.stopped }

    mutating func next() -> Distribution.Landing? {
      guard run < count, stopped == nil else { return nil }
      let landing = driver.land(run: run)
      run += 1
      return stopped == nil ? landing : nil
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}
