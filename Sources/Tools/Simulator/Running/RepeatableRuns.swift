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

  /// Simulates each run to its landing, until `take` returns false. Returns the run that had to be stopped: it took too
  /// many events, or all runs up to it did.
  ///
  /// The landings are taken in the order of the runs, with the numbers of their events, whatever the number of jobs.
  func forEach(most: Int = .max, _ take: (Distribution.Landing, Int) -> Bool) -> StoppedRun? {
    let blocks = 1 + Int(clamping: range.count) / SimulationJob.runs
    let jobs = (0..<min(parallelism.jobs, blocks)).map { _ in SimulationJob(self) }
    let end = range.upperBound
    var left = most
    for start in stride(from: range.lowerBound, to: end, by: jobs.count * SimulationJob.runs) {
      let most = left
      parallelism.perform(jobs.count) { index in
        let first = min(end, start + UInt64(index * SimulationJob.runs))
        jobs[index].simulate(first..<min(end, first + UInt64(SimulationJob.runs)), most: most)
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
    var driver = driver
    _ = driver.land(run: run, most: most)
    return driver.stopped
  }

  /// The landing of any run, also of one outside these; nil if it has to be stopped.
  func landing(of run: UInt64) -> Distribution.Landing? {
    var driver = driver
    let landing = driver.land(run: run)
    return driver.stopped == nil ? landing : nil
  }

  /// The landings, one after another, up to a run that has to be stopped.
  var landings: some Sequence<Distribution.Landing> {
    sequence(state: (driver, range)) { state -> Distribution.Landing? in
      guard let run = state.1.popFirst() else { return nil }
      let landing = state.0.land(run: run)
      return state.0.stopped == nil ? landing : nil
    }
  }

  fileprivate var driver: SimulationDriver {
    SimulationDriver(plan, scenario, seed: seed, mostEvents: mostEvents)
  }
}

/// One of the jobs that simulate runs at the same time, a block of runs each.
///
/// Unchecked: only the thread that performs the job touches its fields meanwhile, and only the caller between two
/// performances.
private final class SimulationJob: @unchecked Sendable {
  /// The number of runs that a job simulates before their landings are taken.
  static let runs = 256

  private var driver: SimulationDriver
  private(set) var landings: [(landing: Distribution.Landing, events: Int)] = []
  var stopped: StoppedRun? { driver.stopped }

  init(_ runs: RepeatableRuns) { driver = runs.driver }

  /// Simulates a block of runs with a limit on their events.
  func simulate(_ block: Range<UInt64>, most: Int) {
    landings.removeAll(keepingCapacity: true)
    driver.land(block, most: most, &landings)
  }
}

extension SimulationDriver {
  /// Runs to one landing after another, up to a run that has to be stopped. A class would check each access to a driver.
  fileprivate mutating func land(
    _ block: Range<UInt64>, most: Int, _ landings: inout [(landing: Distribution.Landing, events: Int)]
  ) {
    var left = most
    for run in block {
      let landing = land(run: run, most: left)
      guard stopped == nil else { return }
      landings.append((landing, events))
      left -= events
    }
  }
}
