import LaunchFlowMachine
import LaunchFlowModel

/// How one step went over many runs. Times are in nanoseconds since the start, shares from 0 to 1.
package struct StepSpread: Hashable, Sendable {
  /// What pictures call the step.
  package var label: String
  /// The part of the runs in which it started.
  package var started: Double
  /// When it started in the median of those; nil where it never did.
  package var start: Int64?
  /// By when it had settled in 5 % of the runs in which it started.
  package var p5: Int64?
  /// By when it had settled in half of them.
  package var p50: Int64?
  /// By when it had settled in 95 % of them.
  package var p95: Int64?
  /// The part of the runs in which the landing waited for it.
  package var critical: Double
  /// How it settled, with the part of all runs in which it did, by the order of `Status`.
  package var statuses: [StatusShare]

  /// How often a step settled in one way.
  package struct StatusShare: Hashable, Sendable {
    /// How it settled.
    package var status: Status
    /// The part of all runs.
    package var share: Double
  }
}

extension StepSpread {
  /// Its row: from p5 to p95, from its start to its end in the median, and how often it was critical.
  var row: Scene.Row {
    var row = Scene.Row(label: label, emphasis: critical >= 0.5 ? .strong : .plain)
    if let start, let p5, let p50, let p95 {
      row.bars = [
        .init(sign: .spread, start: p5, end: p95), .init(sign: .typical, start: min(start, p50), end: p50),
      ]
      row.marks = [.init(sign: .median, time: p50)]
    }
    row.caption = .init(parts: [TimeText.percent(critical)], share: critical)
    let times = [("p5", p5), ("p50", p50), ("p95", p95)].compactMap { name, time in
      time.map { "\(name) \(TimeText.short($0))" }
    }
    row.details.lines = [
      .init(label: "started in", text: TimeText.percent(started)),
      .init(label: "settled by", text: times.joined(separator: ", ")),
      .init(label: "critical in", text: TimeText.percent(critical)),
      .init(label: "settled", text: settled),
    ].filter { !$0.text.isEmpty }
    return row
  }

  /// How it settled, with shares.
  var settled: String {
    statuses.map { "\($0.status.rawValue) \(TimeText.percent($0.share))" }.joined(separator: ", ")
  }
}

extension Scene {
  /// How the steps went over many runs: when each settled, and how often it was on the critical path.
  init(_ steps: [StepSpread], deadline: Int64) {
    let last = max(1, steps.compactMap(\.p95).max() ?? 1)
    self.init(
      description: "When each step settled, and how often it was on the critical path",
      span: deadline / 3 <= last / 2 ? max(last, deadline) : last, rows: steps.map(\.row))
    captionTitle = "critical in"
    if deadline > 0 {
      limits = [.init(kind: .deadline, time: deadline, text: "deadline \(TimeText.exact(deadline))")]
    }
  }
}

/// Gathers how the steps of one flow went, run by run.
package struct StepSpreads: Sendable {
  /// How many runs have been added.
  package private(set) var runs = 0
  private var gathered: [Gathered] = []

  private struct Gathered {
    var label: String
    var starts: [Int64] = []
    var ends: [Int64] = []
    var critical = 0
    var statuses: [Status: Int] = [:]
  }

  /// Begins with no runs.
  package init() {}

  /// Adds a whole run; all that are added are of one flow.
  package mutating func add(_ trace: Trace) {
    let summary = TraceSummary(trace)
    if gathered.isEmpty {
      let labels = Labels(trace)
      gathered = trace.steps.indices.map { Gathered(label: labels.step($0)) }
    }
    runs += 1
    for (index, past) in summary.steps.enumerated() where gathered.indices.contains(index) {
      if let start = past.start {
        gathered[index].starts.append(start)
        gathered[index].ends.append(past.end ?? summary.end)
      }
      if let status = past.settlement?.status { gathered[index].statuses[status, default: 0] += 1 }
    }
    for step in Set(summary.criticalPath) where gathered.indices.contains(step) {
      gathered[step].critical += 1
    }
  }

  /// The steps in file order, groups among them.
  package var steps: [StepSpread] {
    gathered.map { step in
      let (starts, ends) = (step.starts.sorted(), step.ends.sorted())
      return StepSpread(
        label: step.label, started: share(starts.count), start: Self.rank(0.5, of: starts),
        p5: Self.rank(0.05, of: ends), p50: Self.rank(0.5, of: ends), p95: Self.rank(0.95, of: ends),
        critical: share(step.critical),
        statuses: Status.allCases.compactMap { status in
          step.statuses[status].map { .init(status: status, share: share($0)) }
        })
    }
  }

  private func share(_ count: Int) -> Double { Double(count) / Double(max(1, runs)) }

  /// The nearest rank: a time that really occurred.
  private static func rank(_ share: Double, of sorted: [Int64]) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count, max(1, Int((share * Double(sorted.count)).rounded(.up)))) - 1]
  }
}
