/// The figures of one step over the followed runs. Times are in nanoseconds since the start, shares from 0 to 1.
package struct StepSpread: Hashable, Sendable, Codable {
  package let name: String
  /// The step's name in pictures.
  package let label: String
  private(set) var runs = 0
  /// Its starts, in the runs in which it started.
  private var starts: [Int64] = []
  /// Its ends in these runs, or the end of the run.
  private var ends: [Int64] = []
  /// The number of runs in which the landing waited for it.
  private var waits = 0
  /// The total time for which the landing waited for it.
  private var waited = ExactSum()
  /// The number of runs with each status, in the order of `Status`.
  private var counts = Array(repeating: 0, count: Status.allCases.count)

  init(name: String, label: String) {
    self.name = name
    self.label = label
  }

  package var started: Double { share(starts.count) }
  /// The median of its starts; nil if it never started.
  package var start: Int64? { Self.rank(0.5, of: starts) }
  /// The time by which it had settled in 5 % of the runs in which it started.
  package var p5: Int64? { Self.rank(0.05, of: ends) }
  /// The time by which it had settled in half of them.
  package var p50: Int64? { Self.rank(0.5, of: ends) }
  /// The time by which it had settled in 95 % of them.
  package var p95: Int64? { Self.rank(0.95, of: ends) }
  package var critical: Double { share(waits) }
  /// The mean time for which the landing waited for it in those runs; nil if it never waited.
  package var criticalTime: Int64? { waits > 0 ? waited.mean(of: waits) : nil }

  /// Its statuses in their declared order, with their shares of all runs; those without runs are left out.
  package var statuses: [(status: Status, share: Double)] {
    zip(Status.allCases, counts).filter { $0.1 > 0 }.map { ($0, share($1)) }
  }

  private func share(_ count: Int) -> Double { Double(count) / Double(max(1, runs)) }

  /// The nearest rank: a time that occurred.
  private static func rank(_ share: Double, of sorted: [Int64]) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count, max(1, Int((share * Double(sorted.count)).rounded(.up)))) - 1]
  }
}

// Gathering.
extension StepSpread {
  mutating func add(_ past: TraceSummary.Step, end: Int64) {
    runs += 1
    if let start = past.start {
      starts.append(start)
      ends.append(past.end ?? end)
    }
    if let status = past.settlement?.status, let place = Status.allCases.firstIndex(of: status) {
      counts[place] += 1
    }
  }

  mutating func addCritical(_ cost: Int64) {
    waits += 1
    waited.add(cost)
  }

  mutating func add(_ other: Self) {
    runs += other.runs
    starts += other.starts
    ends += other.ends
    waits += other.waits
    waited.add(other.waited)
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  mutating func sort() {
    starts.sort()
    ends.sort()
  }

  /// Whether this number of runs may have produced it. A decoded one may contain any numbers.
  func fits(_ runs: Int) -> Bool {
    self.runs == runs && starts.count == ends.count && counts.count == Status.allCases.count
      && ([starts.count, waits] + counts).allSatisfy { (0...runs).contains($0) }
      && waited.isSum(of: waits, atMost: .max)
  }
}

extension StepSpread {
  /// Its row: from p5 to p95, from its median start to its median end, and its share of critical runs.
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

  var settled: String {
    statuses.map { "\($0.status.rawValue) \(TimeText.percent($0.share))" }.joined(separator: ", ")
  }
}

extension Scene {
  /// The spreads of the steps over many runs: when each settled, and how often it was on the critical path.
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
