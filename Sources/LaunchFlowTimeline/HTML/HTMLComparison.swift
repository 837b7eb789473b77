import LaunchFlowMachine
import LaunchFlowModel

/// Two runs as one self-contained page: one above the other on one axis, and the difference step by step.
public struct HTMLComparison {
  private let charts: [TimelineChart]
  private let headlines: [Headline]
  private let comparison: RunComparison

  /// The page. A pure function of its arguments.
  public static func text(_ before: PicturedRun, _ after: PicturedRun) -> String {
    let comparison = HTMLComparison(before, after)
    let page = HTMLPage(
      title: ComparisonText.pair(comparison.headlines.map(\.titleText)),
      sentences: [ComparisonText.landings(comparison.comparison)], views: comparison.views())
    return page.text()
  }

  /// The views of such a page, for one that shows more.
  static func views(_ before: PicturedRun, _ after: PicturedRun) -> [HTMLPage.View] {
    HTMLComparison(before, after).views()
  }

  private func views() -> [HTMLPage.View] { [timelines(), difference()] }

  private init(_ before: PicturedRun, _ after: PicturedRun) {
    let sides = [before, after]
    let span = sides.map { TimelineChart($0.trace).span }.max()
    let charts = sides.map { TimelineChart($0.trace, span: span) }
    self.charts = charts
    headlines = zip(charts, sides).map { Headline($0, notice: $1.notice) }
    comparison = RunComparison(before.trace, after.trace)
  }

  private func timelines() -> HTMLPage.View {
    HTMLPage.View("timelines", "Timelines", isTogether: true) { page in
      for (name, picture) in zip(ComparisonText.sides, pictures()) {
        add(picture.headline, named: name, &page)
        picture.picture.add(to: &page)
      }
    }
  }

  private func add(_ headline: Headline, named name: String, _ page: inout XMLBuilder) {
    page.element("h2", content: "\(name): \(headline.titleText)")
    for sentence in headline.sentences { page.element("p", ("class", "note"), content: sentence) }
  }

  /// Both on one axis, with bars that begin and end at the same places.
  private func pictures() -> [(headline: Headline, picture: HTMLPicture)] {
    var options = SVGTimeline.Options()
    var bars = SVGTimeline.Bars(charts[0], width: options.pixels)
    for chart in charts.dropFirst() {
      let other = SVGTimeline.Bars(chart, width: options.pixels)
      bars.left = max(bars.left, other.left)
      bars.right = min(bars.right, other.right)
    }
    options.bars = bars
    return charts.indices.map { index in
      options.prefix = "lf\(index + 1)"
      // What explains both stands beneath both.
      options.showsLegend = index == charts.count - 1
      return (headlines[index], HTMLPicture(charts[index], options))
    }
  }

  private func difference() -> HTMLPage.View {
    HTMLPage.View("difference", "Difference", heading: "Step by step, the greatest difference first") {
      page in
      let longest = comparison.steps.map { abs($0.difference) }.max() ?? 0
      page.beginTable(["step"] + ComparisonText.sides + ["difference", ""])
      for step in comparison.steps {
        page.begin("tr")
        page.element("th", ("scope", "row"), content: step.name)
        page.element("td", content: ComparisonText.entry(step.before, step.statusBefore))
        page.element("td", content: ComparisonText.entry(step.after, step.statusAfter))
        page.element("td", ("class", "figure"), content: ComparisonText.difference(step.difference))
        page.raw(Self.bar(step.difference, of: longest))
        page.end()
      }
      page.endTable()
    }
  }

  /// A bar to the left for what is shorter, to the right for what is longer.
  static func bar(_ difference: Int64, of longest: Int64) -> String {
    let half = 100.0
    let length = longest > 0 ? half * Double(abs(difference)) / Double(longest) : 0
    let from = difference < 0 ? half - length : half
    return "<td><svg class=\"lf\" width=\"\(Int(2 * half))\" height=\"12\" aria-hidden=\"true\">"
      + "<rect class=\"\(difference < 0 ? "sooner" : "later")\" x=\"\(from.coordinate)\" "
      + "width=\"\(length.coordinate)\" height=\"12\" rx=\"2\"/>"
      + "<path class=\"zero\" d=\"M\(Int(half)) 0v12\"/></svg></td>\n"
  }
}
