import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// How one step went over many runs. Times are in nanoseconds since the start, shares from 0 to 1.
package struct StepSpread: Hashable, Sendable {
  package let name: String
  /// What pictures call the step.
  package let label: String
  private let runs: Int
  /// With its times in order.
  private let gathered: StepSpreads.Gathered

  init(_ gathered: StepSpreads.Gathered, name: String, label: String, runs: Int) {
    self.name = name
    self.label = label
    self.runs = max(1, runs)
    var sorted = gathered
    sorted.starts.sort()
    sorted.ends.sort()
    self.gathered = sorted
  }

  /// The part of the runs in which it started.
  package var started: Double { share(gathered.starts.count) }
  /// When it started in the median of those; nil where it never did.
  package var start: Int64? { Self.rank(0.5, of: gathered.starts) }
  /// By when it had settled in 5 % of the runs in which it started.
  package var p5: Int64? { Self.rank(0.05, of: gathered.ends) }
  /// By when it had settled in half of them.
  package var p50: Int64? { Self.rank(0.5, of: gathered.ends) }
  /// By when it had settled in 95 % of them.
  package var p95: Int64? { Self.rank(0.95, of: gathered.ends) }
  /// The part of the runs in which the landing waited for it.
  package var critical: Double { share(gathered.critical) }

  /// For how long the landing waited for it, in the mean of those runs; nil where it never did.
  package var criticalTime: Int64? {
    gathered.critical > 0 ? gathered.criticalTime.mean(of: gathered.critical) : nil
  }

  /// How it settled, with the part of all runs in which it did.
  package var statuses: [Share<Status>] { shares(gathered.statuses) }
  /// Where its value came from, with the part of all runs in which it did.
  package var sources: [Share<Source>] { shares(gathered.sources) }
  /// How attempts of it failed, with the part of all runs in which any did. A run may be a part of several.
  package var errors: [Share<ErrorClass>] { shares(gathered.errors) }

  /// How often something was so. Those that never were are left out; the others are in the order of the words.
  package struct Share<Word: Hashable & Sendable>: Hashable, Sendable {
    /// What was so.
    package var word: Word
    /// In which part of all runs.
    package var share: Double
  }

  private func share(_ count: Int) -> Double { Double(count) / Double(runs) }

  private func shares<Word: CaseIterable>(_ counts: [Int]) -> [Share<Word>] {
    zip(Word.allCases, counts).filter { $0.1 > 0 }.map { Share(word: $0, share: share($1)) }
  }

  /// The nearest rank: a time that really occurred.
  private static func rank(_ share: Double, of sorted: [Int64]) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count, max(1, Int((share * Double(sorted.count)).rounded(.up)))) - 1]
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
    statuses.map { "\($0.word.rawValue) \(TimeText.percent($0.share))" }.joined(separator: ", ")
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
