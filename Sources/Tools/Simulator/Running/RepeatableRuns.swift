/// A run that was stopped because it did too much work: for example, a poll each millisecond for years.
package struct StoppedRun: Hashable, Sendable, Codable, CustomStringConvertible {
  package var run: UInt64
  package var events: Int
  /// The time at which it was stopped, in nanoseconds since its start.
  package var time: Int64
  /// Whether it is the runs up to it that did too much work together.
  package var isLastOfMany = false

  /// The missing part of the work, as a sentence.
  package var description: String {
    (isLastOfMany
      ? "run \(run) was stopped, because it and the runs before it took too many events; "
      : "run \(run) was stopped after \(events) events, at \(Duration.nanoseconds(time).documentText); ")
      + "nothing after that was simulated"
  }
}

/// Runs of one seed, which can be simulated any number of times.
struct RepeatableRuns: Sendable {
  let plan: FlowPlan
  let scenario: PlannedScenario
  let seed: UInt64
  let mostEvents: Int
  var range: Range<UInt64>
  var parallelism = Parallelism.serial

  var count: Int { Int(clamping: range.count) }

  /// Simulates each run to its landing, until `take` returns false. Returns the run that had to be stopped: it took too
  /// many events, or all runs up to it did.
  ///
  /// The landings are taken in the order of the runs, with the numbers of their events, whatever the number of jobs.
  func forEach(most: Int = .max, _ take: (Distribution.Landing, Int) -> Bool) -> StoppedRun? {
    let blocks = 1 + count / SimulationJob.runs
    let jobs = (0..<Swift.min(parallelism.jobs, blocks)).map { _ in SimulationJob(self) }
    let end = range.upperBound
    var left = most
    for start in stride(from: range.lowerBound, to: end, by: jobs.count * SimulationJob.runs) {
      let most = left
      parallelism.perform(jobs.count) { index in
        let first = Swift.min(end, start + UInt64(index * SimulationJob.runs))
        jobs[index].simulate(first..<Swift.min(end, first + UInt64(SimulationJob.runs)), most: most)
      }
      for job in jobs {
        for (landing, events) in job.landings {
          // The runs of the jobs before may have left fewer events.
          guard events <= left else { return stopped(landing.run, left) }
          left -= events
          guard take(landing, events) else { return nil }
        }
        if let run = job.stopped?.run { return stopped(run, left) }
      }
    }
    return nil
  }

  private func stopped(_ run: UInt64, _ most: Int) -> StoppedRun? {
    var landings = makeIterator()
    landings.restart(run..<run + 1)
    landings.left = most
    _ = landings.next()
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
    /// The number of events that the runs to come may take.
    var left = Int.max

    init(_ runs: RepeatableRuns) {
      driver = SimulationDriver(runs.plan, runs.scenario, seed: runs.seed, mostEvents: runs.mostEvents)
      (run, end) = (runs.range.lowerBound, runs.range.upperBound)
    }

    var stopped: StoppedRun? { driver.stopped }
    var events: Int { driver.events }

    /// Continues with other runs, and reuses the memory.
    mutating func restart(_ runs: Range<UInt64>) {
      (run, end) = (runs.lowerBound, runs.upperBound)
    }

    mutating func next() -> Distribution.Landing? {
      guard run < end, stopped == nil else { return nil }
      let landing = driver.land(run: run, most: left)
      run += 1
      left -= events
      return stopped == nil ? landing : nil
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }
}
