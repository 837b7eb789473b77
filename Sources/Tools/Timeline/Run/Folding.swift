import LaunchFlowMachine
import LaunchFlowModel

/// Folds neighbouring quiet steps into one row, so that a chart of a thousand steps shows the important ones.
///
/// A quiet step is neither critical, nor slow (one of the longest, and twice as long as the mean), nor
/// failed, timed out, recovered or late. If too many rows remain, failures off the critical path are folded
/// too, and counted.
struct Folding {
  private static let slowest = 10
  private static let rowsAtMost = 2 * RunChart.rowsBeforeFolding

  private let trace: Trace
  private let summary: TraceSummary
  private let labels: Labels
  private let order: [(step: Int, depth: Int)]
  private let critical: Set<Int>
  private let slow: Set<Int>

  init(_ trace: Trace, _ summary: TraceSummary, _ labels: Labels, order: [(step: Int, depth: Int)]) {
    self.trace = trace
    self.summary = summary
    self.labels = labels
    self.order = order
    critical = Set(summary.criticalPath)
    let lengths = order.compactMap { entry -> (step: Int, length: Int64)? in
      let past = summary.steps[entry.step]
      guard trace.steps[entry.step].kind != .group, let start = past.start else { return nil }
      let length = (past.end ?? summary.end) - start
      return length > 0 ? (entry.step, length) : nil
    }
    let total = lengths.reduce(0.0) { $0 + Double($1.length) }
    let longest = lengths.filter { Double($0.length) * Double(lengths.count) >= 2 * total }.sorted {
      ($1.length, $0.step) < ($0.length, $1.step)
    }
    slow = Set(longest.prefix(Self.slowest).map(\.step))
  }

  func rows() -> [RunRow] {
    let rows = rows { isLoud($0) }
    return rows.count <= Self.rowsAtMost ? rows : self.rows { critical.contains($0) || slow.contains($0) }
  }

  private func isLoud(_ step: Int) -> Bool {
    if critical.contains(step) || slow.contains(step) { return true }
    let past = summary.steps[step]
    if past.attempts.contains(where: { $0.lateSince != nil || $0.isAbandoned }) { return true }
    switch past.settlement?.status {
    case .failed, .timedOut, .recovered: return true
    case nil: return past.start != nil && trace.steps[step].kind != .group
    case .succeeded, .skipped, .cancelled: return false
    }
  }

  private func rows(isLoud: (Int) -> Bool) -> [RunRow] {
    // A group stays if one of its members stays.
    var stays = Array(repeating: false, count: trace.steps.count)
    for entry in order where trace.steps[entry.step].kind != .group && isLoud(entry.step) {
      var step: Int? = entry.step
      while let current = step, !stays[current] {
        stays[current] = true
        step = trace.group(of: current)
      }
    }
    var rows: [RunRow] = []
    var run: [(step: Int, depth: Int)] = []
    for entry in order {
      if stays[entry.step] {
        close(&run, into: &rows)
        rows.append(row(entry))
      } else {
        // Only neighbours of one group are folded.
        if let first = run.first, entry.depth < first.depth { close(&run, into: &rows) }
        run.append(entry)
      }
    }
    close(&run, into: &rows)
    return rows
  }

  private func row(_ entry: (step: Int, depth: Int)) -> RunRow {
    RunRow(
      step: entry.step, depth: entry.depth, isCritical: critical.contains(entry.step), in: trace, summary,
      labels)
  }

  private func close(_ run: inout [(step: Int, depth: Int)], into rows: inout [RunRow]) {
    defer { run = [] }
    let steps = run.map(\.step).filter { trace.steps[$0].kind != .group }
    guard let first = run.first, run.count > 1, !steps.isEmpty else {
      rows += run.map(row)
      return
    }
    var row = Scene.Row(
      label: "\(steps.count) quiet steps", depth: first.depth, emphasis: .faint,
      caption: StepCaption.caption(of: steps, summary))
    if let start = steps.compactMap({ summary.steps[$0].start }).min() {
      let end = steps.compactMap { summary.steps[$0].start == nil ? nil : summary.steps[$0].end }.max()
      row.bars.append(.init(sign: .folded, start: start, end: end ?? summary.end))
    }
    rows.append(RunRow(subject: .folded(steps), row: row))
  }
}
