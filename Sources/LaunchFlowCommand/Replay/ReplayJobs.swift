import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// Reads and plays lines on several threads. The result is the same for any number.
struct ReplayJobs {
  /// What came of some lines, in their order.
  struct Played: Sendable {
    var launches: [(before: ReplayedFleet.Before, after: ReplayedLaunch)] = []
    var unread = RecordFiles.Unread()
    /// How many records have no landing.
    var withoutLanding = 0

    /// Adds the lines that follow.
    mutating func add(_ next: Played) {
      launches += next.launches
      unread.add(next.unread)
      withoutLanding += next.withoutLanding
    }
  }

  private let plan: FlowPlan
  private let jobs: Int

  init(_ plan: FlowPlan, jobs: Int) {
    self.plan = plan
    self.jobs = jobs
  }

  func play(_ lines: [RecordFiles.Line]) -> Played {
    // More parts than jobs, since some lines take longer than others.
    let parts = max(1, min(lines.count, jobs == 1 ? 1 : jobs * 8))
    if parts == 1 { return play(lines[...]) }
    let played = Parallelism(threads: jobs).map(parts) { part in
      play(lines[(lines.count * part / parts)..<(lines.count * (part + 1) / parts)])
    }
    var whole = Played()
    for part in played { whole.add(part) }
    return whole
  }

  private func play(_ lines: ArraySlice<RecordFiles.Line>) -> Played {
    var played = Played()
    let replay = Replay(plan)
    for line in lines {
      switch RecordFiles.record(line, of: plan.flow.name) {
      case .failure(let reason): played.unread.add(line, reason.text)
      case .success(let record):
        guard let landing = record.landing else {
          played.withoutLanding += 1
          continue
        }
        let before = ReplayedFleet.Before(
          time: landing.time, page: plan.pages.firstIndex(of: landing.page) ?? -1,
          isDegraded: landing.isDegraded)
        played.launches.append((before, replay.launch(record)))
      }
    }
    return played
  }
}
