import LaunchFlowTraces

/// A trace as rows on one axis of time.
struct RunChart {
  let trace: Trace
  let summary: TraceSummary
  let titles: StepTitles
  let rows: [RunRow]
  let drawn: DrawnSteps
  /// The flow's deadline in nanoseconds.
  let deadline: Int64
  /// The end of the axis, in nanoseconds; at least 1.
  var span: Int64
  let critical: Set<Int>
  /// The steps that wait for each step, in file order.
  let dependents: [[Int]]
  /// The author's texts about steps, by their indices.
  var summaries: [Int: String] = [:]

  /// Builds the rows. The axis ends at `span`, else at the end of the run, or at the deadline if that is near enough.
  init(_ trace: Trace, span: Int64? = nil) {
    let summary = TraceSummary(trace)
    let titles = StepTitles(trace)
    self.trace = trace
    self.summary = summary
    self.titles = titles
    deadline = max(0, trace.deadline)
    dependents = Self.dependents(trace)
    let critical = Set(summary.criticalPath)
    self.critical = critical
    let drawn = DrawnSteps(trace, summary)
    self.drawn = drawn
    rows =
      Self.offlineRows(trace, now: summary.end)
      + Self.order(trace, among: Set(drawn.steps)).map {
        RunRow(
          step: $0.step, depth: $0.depth, isCritical: critical.contains($0.step), in: trace, summary, titles)
      }
    self.span = max(1, span ?? Self.span(trace, summary))
  }

  func adding(_ summaries: Summaries) -> RunChart {
    var chart = self
    for (index, step) in trace.steps.enumerated() { chart.summaries[index] = summaries[step: step.name] }
    return chart
  }

  /// The longest delay of a step that would have delayed nothing, in nanoseconds: until the first start among
  /// the steps that waited for it, its group's end, else the landing. Nil without any of these.
  func slack(of step: Int) -> Int64? {
    guard let end = summary.steps[step].end, summary.steps[step].start != nil else { return nil }
    var limits = dependents[step].compactMap { summary.steps[$0].start }
    if let group = trace.group(of: step) {
      limits += [summary.steps[group].end].compactMap(\.self)
    }
    let limit = limits.filter { $0 >= end }.min() ?? summary.landedAt
    return limit.flatMap { $0 > end ? $0 - end : nil }
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

  /// The steps with their depths; members follow their group directly.
  private static func order(_ trace: Trace, among drawn: Set<Int>) -> [(step: Int, depth: Int)] {
    let members = trace.members
    var open = trace.steps.indices.reversed().filter { trace.group(of: $0) == nil }.map {
      (step: $0, depth: 0)
    }
    var order: [(step: Int, depth: Int)] = []
    while let next = open.popLast() {
      // The groups of a drawn step are drawn, too.
      guard drawn.contains(next.step) else { continue }
      order.append(next)
      for member in members[next.step].reversed() { open.append((member, next.depth + 1)) }
    }
    return order
  }

  /// A row for the switch and each of its domains that went offline.
  private static func offlineRows(_ trace: Trace, now: Int64) -> [RunRow] {
    var rows: [(domain: String?, row: Scene.Row)] = []
    for event in trace.events {
      let time = max(0, event.time)
      switch event.kind {
      case .offline(let domain):
        let bar = Scene.Bar(sign: .wentOffline, start: time, end: now)
        if let row = rows.firstIndex(where: { $0.domain == domain }) {
          rows[row].row.bars.append(bar)
        } else {
          let label = domain.map { "(\($0) offline)" } ?? "(offline)"
          rows.append((domain, Scene.Row(label: label, bars: [bar])))
        }
      case .online(let domain):
        guard let row = rows.firstIndex(where: { $0.domain == domain }) else { continue }
        rows[row].row.bars[rows[row].row.bars.count - 1].end = time
      default: continue
      }
    }
    for row in rows.indices {
      let isOver = (rows[row].row.bars.last?.end ?? 0) < now
      rows[row].row.caption = Scene.Caption(
        outcome: .failed,
        parts: ["from \(TimeText.short(rows[row].row.bars.first?.start ?? 0))"]
          + (isOver ? [] : ["to the end"]))
    }
    return rows.map { RunRow(row: $0.row) }
  }
}

extension RunChart {
  /// The run's timeline, and how many steps it leaves out.
  func timeline(isDetailed: Bool) -> [Block] {
    [.timeline(scene(isDetailed: isDetailed))]
      + (drawn.rest.map { [.sentences([Sentence($0, .faint)])] } ?? [])
  }

  /// - Parameter isDetailed: Whether the rows have details for the pointer.
  func scene(isDetailed: Bool) -> Scene {
    var scene = Scene(description: "The run as a timeline, a row for each step", span: span)
    if let landing = summary.landing, let landedAt = summary.landedAt {
      let text = "\(landing.title) at \(TimeText.exact(landedAt))"
      scene.limits.append(
        .init(
          kind: landing.isGood ? .landing : .badLanding, time: landedAt,
          text: landedAt == deadline ? text + ", its deadline" : text))
    }
    if deadline > 0, deadline != summary.landedAt {
      scene.limits.append(
        .init(kind: .deadline, time: deadline, text: "deadline \(TimeText.exact(deadline))"))
    }
    scene.rows = rows.map(\.row)
    let rowOfStep = Dictionary(
      rows.enumerated().compactMap { row in row.element.step.map { ($0, row.offset) } },
      uniquingKeysWith: { first, _ in first })
    scene.arrows = zip(summary.criticalPath, summary.criticalPath.dropFirst()).compactMap { first, second in
      guard let from = rowOfStep[first], let to = rowOfStep[second], from != to,
        let end = summary.steps[first].end, let start = summary.steps[second].start
      else { return nil }
      return .init(from: from, leaves: end, to: to, arrives: max(start, end))
    }
    guard isDetailed else { return scene }
    for (place, row) in rows.enumerated() { addDetails(to: &scene.rows[place], of: row, rowOfStep) }
    return scene
  }

  private func addDetails(to row: inout Scene.Row, of subject: RunRow, _ rowOfStep: [Int: Int]) {
    guard let step = subject.step else {
      row.details.lines = [.init(label: "summary", text: row.caption?.parts.joined(separator: ", ") ?? "")]
      return
    }
    let neighbours = dependents[step] + trace.steps[step].needs + trace.steps[step].after
    row.details.lines = StepDetails.lines(of: step, in: self)
    row.details.step = step
    row.details.group = trace.group(of: step).flatMap { rowOfStep[$0] }
    row.details.related = neighbours.compactMap { rowOfStep[$0] }
    let past = summary.steps[step]
    let isLate = past.attempts.contains { $0.lateSince != nil || $0.isAbandoned }
    if !row.isCritical, trace.steps[step].kind != .group, !isLate, let slack = slack(of: step),
      let end = past.end
    {
      row.bars.insert(.init(sign: .slack, start: end, end: end + slack), at: 0)
    }
  }
}
