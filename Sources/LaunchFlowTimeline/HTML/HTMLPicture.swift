import LaunchFlowMachine
import LaunchFlowModel

/// A run's picture in a page, with what the script needs to know of its rows.
struct HTMLPicture {
  let chart: TimelineChart
  let options: SVGTimeline.Options

  /// How many steps are asked what they would have saved.
  private static let estimated = 50

  init(_ chart: TimelineChart, _ options: SVGTimeline.Options) {
    self.chart = chart
    var options = options
    options.isEmbedded = true
    self.options = options
  }

  func add(to page: inout XMLBuilder) {
    page.begin("div", ("class", "picture"))
    page.raw("<div class=\"scroll\">\n")
    page.raw(SVGTimeline.text(chart, options: options))
    page.raw("</div>\n<aside class=\"details\" aria-live=\"polite\" hidden=\"hidden\"></aside>\n")
    page.raw("<script type=\"application/json\" class=\"rows\">\(rows())</script>\n")
    page.end()
  }

  private func rows() -> String {
    let rowOfStep = Dictionary(
      chart.rows.enumerated().compactMap { row in row.element.step.map { ($0, row.offset) } },
      uniquingKeysWith: { first, _ in first })
    let savings = savings()
    let value = JSONValue.array(
      chart.rows.map { row in
        var tale = StepTale(row, in: chart)
        if let saving = row.step.flatMap({ savings[$0] }) { tale.add(saving: saving) }
        let tone = StepCaption(row, in: chart, ascii: false).tone
        let related =
          row.step.map { chart.dependents[$0] + chart.trace.steps[$0].needs + chart.trace.steps[$0].after }
          ?? []
        let group = row.step.flatMap { chart.trace.steps[$0].group }.flatMap { rowOfStep[$0] }
        return [
          "name": .string(tale.name.printable(ascii: false)),
          "lines": .array(tale.lines.map { [.string($0.label), .string($0.text.printable(ascii: false))] }),
          "group": group.map { .integer(Int64($0)) } ?? .null,
          "related": .array(related.compactMap { rowOfStep[$0] }.map { .integer(Int64($0)) }),
          "notable": .bool(row.isCritical || tone == .failed || tone == .recovered || row.hasLateWork),
          "holds": row.folded.isEmpty
            ? .null
            : .string(
              row.folded.map { chart.trace.steps[$0].name.printable(ascii: false) }.joined(separator: " ")),
        ]
      })
    // Nothing in the data may look like the end of its element.
    return value.text().reduce(into: "") { $0 += $1 == "<" ? "\\u003c" : String($1) }
  }

  /// What the longest steps of the critical path would have saved.
  private func savings() -> [Int: Int64] {
    let estimate = SavingEstimate(chart)
    let steps = chart.summary.steps
    let longest = chart.summary.criticalPath.map { step -> (step: Int, time: Int64) in
      (step, (steps[step].end ?? 0) - (steps[step].ready ?? steps[step].start ?? 0))
    }.sorted { ($1.time, $0.step) < ($0.time, $1.step) }.prefix(Self.estimated)
    return Dictionary(
      longest.map { ($0.step, estimate.saving(without: $0.step)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension TimelineRow {
  fileprivate var hasLateWork: Bool { segments.contains { $0.kind == .late || $0.kind == .abandoned } }

  /// The quiet steps that it stands for.
  fileprivate var folded: [Int] { if case .folded(let steps) = subject { steps } else { [] } }
}
