import LaunchFlowMachine

/// The landings of many runs of two flows as one self-contained page: both curves on one axis, figures and shares
/// side by side, and one pair of runs under the same luck as timelines.
public struct HTMLDistributionComparison {
  private let comparison: DistributionComparison
  private var distributions: [LandingDistribution] { [comparison.before, comparison.after] }

  /// The page. A pure function of its arguments.
  ///
  /// - Parameters:
  ///   - comparison: What came of all runs.
  ///   - before: One run of the first.
  ///   - after: The same run of the second.
  public static func text(
    _ comparison: DistributionComparison, run before: PicturedRun, and after: PicturedRun
  ) -> String {
    let page = HTMLDistributionComparison(comparison: comparison)
    let pair = HTMLComparison.views(before, after)
    return HTMLPage(
      title: ComparisonText.pair(page.distributions.map(\.title)), sentences: page.sentences,
      views: [
        .init("distribution", "Distribution", page.addCurves),
        .init("figures", "Figures", heading: "Landings in figures", page.addFigures),
      ] + pair
    ).text()
  }

  private init(comparison: DistributionComparison) { self.comparison = comparison }

  private var sentences: [String] {
    let luck =
      "under the same luck the second landed sooner in \(TimeText.percent(comparison.sooner)) of the runs, "
      + "later in \(TimeText.percent(comparison.later))"
    let seed = comparison.before.seed.map { ", seed \($0)" } ?? ""
    let sides = zip(ComparisonText.sides, distributions).map { side, distribution in
      let inTime = TimeText.percent(distribution.inTime)
      return
        "\(side): \(distribution.title), \(distribution.runs) runs\(seed), \(inTime) within the deadline "
        + "of \(TimeText.exact(distribution.deadline))"
    }
    return [luck] + sides
  }

  private func addCurves(_ page: inout XMLBuilder) {
    let series = zip(ComparisonText.sides, distributions).enumerated().map { index, side in
      SVGCurves.Series(name: side.0, points: side.1.curve, look: index, marks: [])
    }
    let deadlines = Set(distributions.map(\.deadline)).sorted()
    let limits = deadlines.map { SVGCurves.Limit(time: $0, text: "deadline \(TimeText.exact($0))") }
    page.raw("<div class=\"scroll\">\n")
    page.raw(
      SVGCurves(series, limits: limits, description: "How many runs had landed by when").text())
    page.raw("</div>\n")
  }

  private func addFigures(_ page: inout XMLBuilder) {
    let longest = comparison.figures.map { abs($0.difference) }.max() ?? 0
    page.beginTable(["landed"] + ComparisonText.sides + ["difference", ""])
    for figure in comparison.figures {
      page.begin("tr")
      page.element("th", ("scope", "row"), content: figure.name)
      page.element("td", ("class", "figure"), content: TimeText.short(figure.before))
      page.element("td", ("class", "figure"), content: TimeText.short(figure.after))
      page.element("td", ("class", "figure"), content: ComparisonText.difference(figure.difference))
      page.raw(HTMLComparison.bar(figure.difference, of: longest))
      page.end()
    }
    page.endTable()
    page.element("h3", content: "Pages, run by run under the same luck")
    page.beginTable(ComparisonText.sides + ["of all runs"])
    for move in comparison.moves {
      page.row(
        ComparisonText.page(move.before),
        [(ComparisonText.page(move.after), false), (TimeText.percent(move.share), true)])
    }
    page.endTable()
  }
}
