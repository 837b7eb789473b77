import LaunchFlowMachine
import LaunchFlowModel

/// A trace as rows on one axis, before anything is drawn.
struct TimelineChart {
  let trace: Trace
  let summary: TraceSummary
  let rows: [TimelineRow]
  /// The flow's deadline in nanoseconds.
  let deadline: Int64
  /// Where the axis ends, in nanoseconds; at least 1.
  let span: Int64

  /// The steps that wait for each step, in file order.
  let dependents: [[Int]]

  /// How many rows a chart may have before quiet steps are folded.
  static let rowsBeforeFolding = 60

  /// Draws up the rows. The axis ends with the given time, else where all is over, or with the deadline where
  /// that is near enough not to squeeze the rest.
  init(_ trace: Trace, summary: TraceSummary? = nil, span: Int64? = nil, showsAllSteps: Bool = false) {
    let summary = summary ?? TraceSummary(trace)
    self.trace = trace
    self.summary = summary
    deadline = max(0, trace.deadline)
    dependents = Self.dependents(trace)
    let critical = Set(summary.criticalPath)
    let order = Self.order(trace)
    var rows = Self.offlineRows(trace, now: summary.end)
    if showsAllSteps || order.count <= Self.rowsBeforeFolding {
      rows += order.map {
        TimelineRow(
          step: $0.step, depth: $0.depth, isCritical: critical.contains($0.step), in: trace, summary)
      }
    } else {
      rows += Folding(trace, summary, order: order).rows()
    }
    self.rows = rows
    self.span = max(1, span ?? Self.span(trace, summary))
  }

  /// Whether the deadline stands on the axis.
  var showsDeadline: Bool { deadline > 0 && deadline <= span }

  /// Until when a settled step could have taken longer without anything else being later: the first start among
  /// those that waited for it, its group's end, else the landing. Nil where that cannot be said.
  func slackEnd(of step: Int) -> Int64? {
    guard let end = summary.steps[step].end else { return nil }
    var limits = dependents[step].compactMap { summary.steps[$0].start }
    if let group = trace.steps[step].group, summary.steps.indices.contains(group) {
      limits += [summary.steps[group].end].compactMap(\.self)
    }
    return limits.filter { $0 >= end }.min() ?? summary.landedAt.flatMap { $0 >= end ? $0 : nil }
  }

  private static func dependents(_ trace: Trace) -> [[Int]] {
    var dependents: [[Int]] = Array(repeating: [], count: trace.steps.count)
    for (index, step) in trace.steps.enumerated() {
      for dependency in step.needs + step.after
      where trace.steps.indices.contains(dependency) && dependents[dependency].last != index {
        dependents[dependency].append(index)
      }
    }
    return dependents
  }

  private static func span(_ trace: Trace, _ summary: TraceSummary) -> Int64 {
    guard summary.landedAt != nil else { return max(trace.deadline, summary.end) }
    return trace.deadline / 3 <= summary.end / 2 ? max(trace.deadline, summary.end) : summary.end
  }

  /// The steps with their depths, members right after their group.
  private static func order(_ trace: Trace) -> [(step: Int, depth: Int)] {
    var members: [[Int]] = Array(repeating: [], count: trace.steps.count)
    var open: [(step: Int, depth: Int)] = []
    for (index, step) in trace.steps.enumerated() {
      if let group = step.group, group >= 0, group < index {
        members[group].append(index)
      } else {
        open.append((index, 0))
      }
    }
    open.reverse()
    var order: [(step: Int, depth: Int)] = []
    while let next = open.popLast() {
      order.append(next)
      for member in members[next.step].reversed() { open.append((member, next.depth + 1)) }
    }
    return order
  }

  /// A row for the switch and each of its domains that went offline.
  private static func offlineRows(_ trace: Trace, now: Int64) -> [TimelineRow] {
    var rows: [TimelineRow] = []
    for event in trace.events {
      let time = max(0, event.time)
      switch event.kind {
      case .offline(let domain):
        let segment = TimelineRow.Segment(kind: .offline, start: time, end: now)
        if let row = rows.firstIndex(where: { $0.subject == .offline(domain: domain) }) {
          rows[row].segments.append(segment)
        } else {
          rows.append(
            TimelineRow(
              subject: .offline(domain: domain), depth: 0, isCritical: false, segments: [segment], marks: []))
        }
      case .online(let domain):
        guard let row = rows.firstIndex(where: { $0.subject == .offline(domain: domain) }) else { continue }
        rows[row].segments[rows[row].segments.count - 1].end = time
      default: continue
      }
    }
    return rows
  }
}
