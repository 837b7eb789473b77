extension Picture {
  /// Two runs, one above the other on one axis, and the differences step by step.
  package init(comparing before: PicturedRun, _ after: PicturedRun) {
    self.init(ComparisonPicture(before, after))
  }
}

struct ComparisonPicture: PictureContent {
  private let charts: [RunChart]
  private let comparison: RunComparison

  static let sides = ["before", "after"]
  /// The maximal number of steps in a summary.
  private static let listed = 60

  init(_ before: PicturedRun, _ after: PicturedRun) {
    var charts = [RunChart(before), RunChart(after)]
    let span = max(charts[0].span, charts[1].span)
    for side in charts.indices { charts[side].span = span }
    self.charts = charts
    comparison = RunComparison(charts[0].summary, charts[1].summary)
  }

  var title: Sentence { Self.pair(charts.map(\.title)) }

  /// Two titles as one; their common end appears once.
  static func pair(_ titles: [Sentence]) -> Sentence {
    guard var first = titles.first?.parts, var second = titles.last?.parts else { return Sentence() }
    var common: [[Words]] = []
    while first.count > 1, second.count > 1, let last = first.last, last == second.last {
      common.insert(last, at: 0)
      first.removeLast()
      second.removeLast()
    }
    let middle = (first.last ?? []) + [Words(" and ")] + (second.first ?? [])
    return Sentence(parts: first.dropLast() + [middle] + second.dropFirst() + common)
  }

  /// The landings of both, and which was sooner.
  var sentences: [Sentence] {
    let landings = zip(Self.sides, charts).map { side, chart -> [Words] in
      [Words("\(side): ")] + Self.outcome(of: chart)
    }
    return [Sentence(parts: landings + [difference].compactMap(\.self))]
  }

  private static func outcome(of chart: RunChart) -> [Words] {
    guard let landing = chart.summary.landing, let time = chart.summary.landedAt else {
      return [Words("not landed after \(TimeText.exact(chart.summary.end))", .bad)]
    }
    let after = " after \(TimeText.exact(time))"
    return switch landing.kind {
    case .normal: [Words(landing.title + after, .landing)]
    case .error: [Words(landing.title + after, .bad), Words(" (an error page)")]
    case .stuck: [Words("stuck on "), Words(landing.title + after, .bad)]
    }
  }

  private var difference: [Words]? {
    guard let first = comparison.landedBefore, let second = comparison.landedAfter else { return nil }
    guard first != second else { return [Words("at the same time")] }
    let isSooner = second < first
    let ratio = isSooner ? TimeText.ratio(first, to: second) : TimeText.ratio(second, to: first)
    let times = ratio.map { ", \($0)× as \(isSooner ? "fast" : "long")" } ?? ""
    let words = "\(TimeText.exact(abs(second - first))) \(isSooner ? "sooner" : "later")"
    return [Words(words, isSooner ? .good : .bad, isStrong: true), Words(times)]
  }

  /// Both sides are named in the sentences.
  var headline: [Sentence] { sentences }

  var summary: [Block] {
    let differing = comparison.steps.filter(\.differs)
    let rest: [Block] =
      differing.isEmpty
      ? [.sentences([Sentence("no step differs", .faint)])]
      : [.table(table(differing, most: Self.listed)), Self.costs]
    return timelines + rest
  }

  var views: [HTMLPage.View] {
    [
      .init(id: "timelines", title: "Timelines", isTogether: true, blocks: timelines),
      .init(
        id: "difference", title: "Difference", heading: "Step by step, the greatest difference first",
        blocks: [.table(table(comparison.steps, most: DrawnSteps.most)), Self.costs]),
    ]
  }

  private static let costs = Block.sentences([
    Sentence("cost: how long the landing waited for the step; the sum is the landing", .faint)
  ])

  private var timelines: [Block] {
    zip(Self.sides, charts).flatMap { side, chart in
      [.sentences([chart.title.prefixed("\(side): ")] + chart.sentences)] + chart.timeline
    } + [.legend]
  }

  /// The cost of each step for the landing. The costs add up to the landings.
  private func table(_ steps: [RunComparison.Step], most: Int) -> Table {
    let longest = comparison.steps.map { abs($0.difference) }.max() ?? 0
    let rows = steps.prefix(most).map { step in
      [.words(step.label)] + Self.cells([step.before, step.after].map(Self.cost), step.difference, longest)
    }
    let landed = [comparison.landedBefore, comparison.landedAfter]
    let total: [Table.Cell] =
      [.words(Words("landing", isStrong: true))]
      + Self.cells(landed.map { $0.map(TimeText.short) ?? "-" }, (landed[1] ?? 0) - (landed[0] ?? 0), longest)
    var table = Table(["step"] + Self.sides.map { "#cost " + $0 } + ["#difference", ""], rows + [total])
    if steps.count > most { table.rest = "and \(steps.count - most) more" }
    return table
  }

  /// Two figures, their difference with its sign, and its part of the longest one.
  static func cells(_ figures: [String], _ difference: Int64, _ longest: Int64) -> [Table.Cell] {
    let sign = difference == 0 ? "" : (difference < 0 ? "-" : "+") + TimeText.short(abs(difference))
    return figures.map { .words($0) } + [
      .words(sign),
      .difference(longest > 0 ? max(-1, min(1, Double(difference) / Double(longest))) : 0),
    ]
  }

  /// A step's cost, and its status if that is not the usual one.
  private static func cost(_ side: RunComparison.Side) -> String {
    let status = side.status == .succeeded ? nil : side.status?.rawValue
    let cost = side.cost == 0 ? nil : TimeText.short(side.cost)
    return [cost, status].compactMap(\.self).joined(separator: " ")
  }
}
