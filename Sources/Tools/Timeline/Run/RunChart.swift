/// A run as rows on one axis of time.
struct RunChart {
  let run: PicturedRun
  let summary: TraceSummary
  let titles: StepTitles
  /// The steps in order, after the offline switch and its domains.
  let rows: [Scene.Row]
  let drawn: DrawnSteps
  let deadline: Int64
  /// The end of the axis, in nanoseconds; at least 1: the end of the run, or the deadline if that is near enough.
  var span: Int64
  /// The steps that wait for each step, in file order.
  let dependents: [[Int]]
  var trace: Trace { summary.trace }

  init(_ run: PicturedRun) {
    let summary = TraceSummary(run.trace)
    let titles = StepTitles(run.trace)
    self.run = run
    self.summary = summary
    self.titles = titles
    deadline = max(0, run.trace.deadline)
    dependents = Self.dependents(run.trace)
    drawn = DrawnSteps(summary)
    rows =
      Self.offlineRows(run.trace, now: summary.end)
      + Self.order(run.trace, among: Set(drawn.steps)).map {
        Scene.Row(step: $0.step, depth: $0.depth, in: summary, titles)
      }
    span = max(1, Self.span(summary))
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

  private static func span(_ summary: TraceSummary) -> Int64 {
    let (deadline, end) = (summary.trace.deadline, summary.end)
    return summary.landedAt == nil || deadline / 3 <= end / 2 ? max(deadline, end) : end
  }

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
  private static func offlineRows(_ trace: Trace, now: Int64) -> [Scene.Row] {
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
    return rows.map(\.row)
  }
}

extension RunChart {
  var timeline: [Block] {
    [.timeline(scene)] + (drawn.rest.map { [.sentences([Sentence($0, .faint)])] } ?? [])
  }

  var scene: Scene {
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
    let rowOfStep = Dictionary(
      rows.enumerated().compactMap { row in row.element.details.step.map { ($0, row.offset) } },
      uniquingKeysWith: { first, _ in first })
    scene.arrows = zip(summary.criticalPath, summary.criticalPath.dropFirst()).compactMap { first, second in
      guard let from = rowOfStep[first], let to = rowOfStep[second], from != to,
        let end = summary.steps[first].end, let start = summary.steps[second].start
      else { return nil }
      return .init(from: from, leaves: end, to: to, arrives: max(start, end))
    }
    scene.rows = rows.map { detailed($0, rowOfStep) }
    return scene
  }

  /// A row with its details for the pointer.
  private func detailed(_ row: Scene.Row, _ rowOfStep: [Int: Int]) -> Scene.Row {
    var row = row
    guard let step = row.details.step else {
      row.details.lines = [.init(label: "summary", text: row.caption?.parts.joined(separator: ", ") ?? "")]
      return row
    }
    let neighbours = dependents[step] + trace.steps[step].needs + trace.steps[step].after
    row.details.lines = StepDetails.lines(of: step, in: self)
    row.details.group = trace.group(of: step).flatMap { rowOfStep[$0] }
    row.details.related = neighbours.compactMap { rowOfStep[$0] }
    let past = summary.steps[step]
    let isLate = past.attempts.contains { $0.lateSince != nil || $0.isAbandoned }
    if !row.isCritical, trace.steps[step].kind != .group, !isLate, let slack = slack(of: step),
      let end = past.end
    {
      row.bars.insert(.init(sign: .slack, start: end, end: end + slack), at: 0)
    }
    return row
  }
}
