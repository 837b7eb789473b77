extension Picture {
  /// A run: a row for each step on an axis of time; of a partial trace the run so far.
  ///
  /// - Parameter span: The end of the axis, in nanoseconds; nil fits the axis to the run.
  package init(_ run: PicturedRun, span: Int64? = nil) {
    var chart = RunChart(run)
    if let span { chart.span = max(1, span) }
    self.init(RunPicture(chart: chart))
  }
}

struct RunPicture: PictureContent {
  let chart: RunChart

  var title: Sentence { chart.title }
  var sentences: [Sentence] { chart.sentences }

  var about: [Sentence] {
    [chart.run.summaries.flow, chart.run.summaries.scenario].compactMap(\.self).map { Sentence($0, .faint) }
  }

  var summary: [Block] { chart.rows.isEmpty ? [] : chart.timeline + [.legend] }

  var views: [HTMLPage.View] {
    [
      .init(id: "timeline", title: "Timeline", blocks: chart.timeline + [.legend]),
      .init(id: "chain", title: "Critical path", heading: "The critical path, first to last", blocks: path),
      .init(id: "table", title: "Table", heading: "All steps", blocks: [table]),
    ]
  }

  /// The steps that the landing waited for, with the time that each added.
  private var path: [Block] {
    let critical = chart.summary.criticalPath
    if critical.isEmpty { return [.sentences([Sentence("The landing waited for nothing.")])] }
    let steps = critical.prefix(DrawnSteps.most).map { step -> [Table.Cell] in
      let past = chart.summary.steps[step]
      let (ready, end) = (past.ready ?? past.start ?? past.end ?? 0, past.end ?? chart.summary.end)
      let queued = (past.start ?? end) - ready
      let times = [end - ready, ready, end].map { Table.Cell.words(TimeText.exact($0)) }
      return [.words(chart.titles.step(step))] + times + [
        .words(queued > 0 ? TimeText.exact(queued) : ""), .words(past.settlement?.status.rawValue),
      ]
    }
    var table = Table(["step", "#cost", "#from", "#to", "#queued", "status"], steps)
    if critical.count > steps.count { table.rest = "and \(critical.count - steps.count) more" }
    return [.table(table)]
  }

  private var table: Block {
    let trace = chart.trace
    let rows = chart.drawn.steps.map { index -> [Table.Cell] in
      let past = chart.summary.steps[index]
      let reason = trace.skipReason(past.settlement?.reason, of: index, name: chart.titles.step)
      return [
        .words(chart.titles.step(index)), .words(past.settlement?.status.rawValue ?? "open"),
        .words(past.settlement?.name ?? reason ?? past.attempts.last?.error),
        .words(past.settlement?.source?.rawValue), .words(past.start.map(TimeText.exact)),
        .words(past.end.map(TimeText.exact)), .words(past.attempts.isEmpty ? "" : "\(past.attempts.count)"),
      ]
    }
    var table = Table(["step", "status", "result or reason", "source", "#start", "#end", "#attempts"], rows)
    table.rest = chart.drawn.rest
    return .table(table)
  }
}
