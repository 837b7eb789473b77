import LaunchFlowMachine
import LaunchFlowModel

/// A run that was stopped because it did too much work: for example, a poll each millisecond for years.
package struct StoppedRun: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The run's number.
  package var run: UInt64
  /// The number of its events.
  package var events: Int
  /// The time at which it was stopped, in nanoseconds since its start.
  package var time: Int64

  package init(run: UInt64, events: Int, time: Int64) {
    self.run = run
    self.events = events
    self.time = time
  }

  /// The missing part of the work, as a sentence.
  package var description: String {
    "run \(run) was stopped after \(events) events, at \(Duration.nanoseconds(time).documentText); "
      + "nothing after that was simulated"
  }
}

/// Runs of one seed, which can be simulated any number of times.
struct RepeatableRuns: Sendable {
  let plan: FlowPlan
  let scenario: PlannedScenario
  let seed: UInt64
  let mostEvents: Int
  /// The numbers of the runs.
  let range: Range<UInt64>
  var parallelism = Parallelism.serial

  /// The number of runs.
  var count: Int { Int(clamping: range.count) }

  /// Simulates each run to its landing, until `take` returns false. Returns the run that had to be stopped.
  ///
  /// The landings are taken in the order of the runs, whatever the number of jobs.
  func forEach(_ take: (Distribution.Landing) -> Bool) -> StoppedRun? {
    guard parallelism.jobs > 1, UInt64(count) > SimulationJob.runs else { return forEachInTurn(take) }
    let jobs = (0..<parallelism.jobs).map { _ in SimulationJob(self) }
    let end = range.upperBound
    for start in stride(from: range.lowerBound, to: end, by: jobs.count * Int(SimulationJob.runs)) {
      parallelism.perform(jobs.count) { index in
        let first = Swift.min(end, start + UInt64(index) * SimulationJob.runs)
        jobs[index].simulate(first..<Swift.min(end, first + SimulationJob.runs))
      }
      for job in jobs {
        for landing in job.landings {
          guard take(landing) else { return nil }
        }
        if let stopped = job.stopped { return stopped }
      }
    }
    return nil
  }

  private func forEachInTurn(_ take: (Distribution.Landing) -> Bool) -> StoppedRun? {
    var landings = makeIterator()
    while let landing = landings.next() {
      guard take(landing) else { return nil }
    }
    return landings.stopped
  }

  /// The landing of any run, also of one outside these; nil if it has to be stopped.
  func landing(of run: UInt64) -> Distribution.Landing? {
    var landings = makeIterator()
    landings.restart(run..<run + 1)
    return landings.next()
  }
}

extension RepeatableRuns: Sequence {
  /// Simulates one run after another to its landing, and ends with the one that had to be stopped.
  struct Iterator: IteratorProtocol {
    private var driver: SimulationDriver
    private var run: UInt64
    private var end: UInt64

    init(_ runs: RepeatableRuns) {
      driver = SimulationDriver(runs.plan, runs.scenario, seed: runs.seed, mostEvents: runs.mostEvents)
      (run, end) = (runs.range.lowerBound, runs.range.upperBound)
    }

    var stopped: StoppedRun? { driver.stopped }

    /// Continues with other runs, and reuses the memory.
    mutating func restart(_ runs: Range<UInt64>) {
      (run, end) = (runs.lowerBound, runs.upperBound)
    }

    mutating func next() -> Distribution.Landing? {
      guard run < end, stopped == nil else { return nil }
      let landing = driver.land(run: run)
      run += 1
      return stopped == nil ? landing : nil
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}
