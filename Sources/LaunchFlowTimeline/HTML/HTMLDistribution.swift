import LaunchFlowMachine
import LaunchFlowModel

/// Many runs as one self-contained page: by when they had landed and where, how every step went, and the very runs
/// at the percentiles as timelines.
public struct HTMLDistribution {
  /// A run at a percentile.
  public struct Run: Sendable {
    /// The percentiles that it stands at, such as `p95`.
    public var names: [String]
    /// Its number, by which it can be simulated again.
    public var number: UInt64
    /// The run.
    public var run: PicturedRun

    /// Takes a run.
    public init(_ names: [String], number: UInt64, _ run: PicturedRun) {
      self.names = names
      self.number = number
      self.run = run
    }
  }

  private let distribution: LandingDistribution
  private let spreads: StepSpreads
  private let runs: [Run]

  private static let drawnSteps = 60
  private static let drawnPages = SVGCurves.looks - 1

  /// The page. A pure function of its arguments.
  ///
  /// - Parameters:
  ///   - distribution: Where and when all runs landed.
  ///   - steps: How the steps went, in as many of the runs as were followed to their end.
  ///   - runs: Those at the percentiles, by time.
  public static func text(_ distribution: LandingDistribution, steps: StepSpreads, runs: [Run]) -> String {
    let page = HTMLDistribution(distribution: distribution, spreads: steps, runs: runs)
    let views =
      [
        HTMLPage.View("distribution", "Distribution", page.addDistribution),
        HTMLPage.View(
          "steps", "Steps", heading: "When each step settled, and how often the landing waited for it",
          page.addSteps),
      ] + runs.enumerated().map { page.view(of: $0.element, prefix: "lf-run\($0.offset)") }
    return HTMLPage(
      title: page.title, sentences: page.sentences, hasRows: !runs.isEmpty, views: views
    ).text()
  }

  private init(distribution: LandingDistribution, spreads: StepSpreads, runs: [Run]) {
    self.distribution = distribution
    self.spreads = spreads
    self.runs = runs
  }

  private var title: String {
    let seed = distribution.seed.map { "seed \($0)" }
    return [distribution.title, "\(distribution.runs) runs", seed].compactMap(\.self).joined(separator: " · ")
  }

  private var sentences: [String] {
    let inTime = TimeText.percent(distribution.inTime)
    let figures = distribution.figures.map { "\($0.name) \(TimeText.short($0.time))" }
    return [
      "\(inTime) landed within the deadline of \(TimeText.exact(distribution.deadline))",
      figures.joined(separator: " · "),
    ]
  }

  private static func id(of run: Run) -> String { "run-\(run.names.first ?? "\(run.number)")" }

  /// The run that stands at a percentile.
  private func run(at name: String) -> Run? { runs.first { $0.names.contains(name) } }
}

extension HTMLDistribution {
  private func addDistribution(_ page: inout XMLBuilder) {
    page.raw("<div class=\"scroll\">\n")
    page.raw(curves().text())
    page.raw("</div>\n")
    page.begin("div", ("class", "beside"))
    addFigures(&page)
    addPages(&page)
    page.end()
  }

  private func curves() -> SVGCurves {
    let shares = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)]
    var marks: [SVGCurves.Mark] = []
    for (name, share) in shares {
      guard let time = distribution.percentiles.first(where: { $0.name == name })?.time else { continue }
      let view = run(at: name).map(Self.id)
      // Percentiles of one run are one mark, at the lowest.
      if let last = marks.last, last.view == view, last.time == time, view != nil {
        marks[marks.count - 1].names.append(name)
      } else {
        marks.append(SVGCurves.Mark(names: [name], time: time, share: share, view: view))
      }
    }
    var series = [SVGCurves.Series(name: "all", points: distribution.curve, look: 0, marks: marks)]
    if distribution.pages.count > 1 {
      series += distribution.pages.prefix(Self.drawnPages).enumerated().map { index, page in
        SVGCurves.Series(name: page.page, points: page.curve, look: index + 1)
      }
    }
    let inTime = TimeText.percent(distribution.inTime)
    let limit = SVGCurves.Limit(
      time: distribution.deadline, text: "deadline \(TimeText.exact(distribution.deadline)): \(inTime) inside"
    )
    return SVGCurves(series, limits: [limit], description: "How many runs had landed by when")
  }

  private func addFigures(_ page: inout XMLBuilder) {
    page.begin("div")
    page.element("h3", content: "Landed by")
    page.beginTable(["", "time", "run"])
    for (name, time) in distribution.figures {
      page.begin("tr")
      page.element("th", ("scope", "row"), content: name)
      page.element("td", ("class", "figure"), content: TimeText.exact(time))
      page.begin("td", ("class", "figure"))
      if let run = run(at: name) {
        page.element("a", ("href", "#\(Self.id(of: run))"), content: "run \(run.number)")
      }
      page.end()
      page.end()
    }
    page.endTable()
    page.end()
  }

  private func addPages(_ page: inout XMLBuilder) {
    page.begin("div")
    page.element("h3", content: "Landed on")
    page.beginTable(["page", "of all runs"])
    for share in distribution.pages { page.row(share.page, [(TimeText.percent(share.share), true)]) }
    page.endTable()
    page.end()
  }

  private func addSteps(_ page: inout XMLBuilder) {
    let steps = spreads.steps
    if spreads.runs < distribution.runs {
      page.element("p", ("class", "note"), content: "Counted over the first \(spreads.runs) runs.")
    }
    var drawn = steps.enumerated().filter { $0.element.start != nil }
    if drawn.count > Self.drawnSteps {
      let most = drawn.sorted {
        ($1.element.critical, $1.element.p95 ?? 0, $0.offset) < (
          $0.element.critical, $0.element.p95 ?? 0, $1.offset
        )
      }
      drawn = most.prefix(Self.drawnSteps).sorted { $0.offset < $1.offset }
      page.element(
        "p", ("class", "note"), content: "Drawn are the \(Self.drawnSteps) that the landing waited for most.")
    }
    page.raw("<div class=\"scroll\">\n")
    page.raw(SVGBands(drawn.map(\.element), deadline: distribution.deadline).text())
    page.raw("</div>\n")
    page.beginTable(["step", "started in", "median start", "p5", "p50", "p95", "critical in", "settled"])
    for step in steps {
      let times = [step.start, step.p5, step.p50, step.p95].map { time in
        (text: time.map { TimeText.short($0) } ?? "", isFigure: true)
      }
      let statuses = step.statuses.map { "\($0.status.rawValue) \(TimeText.percent($0.share))" }
      page.row(
        step.name,
        [(TimeText.percent(step.started), true)] + times
          + [(TimeText.percent(step.critical), true), (statuses.joined(separator: ", "), false)])
    }
    page.endTable()
  }

  /// One run, whole.
  private func view(of run: Run, prefix: String) -> HTMLPage.View {
    let names = run.names.joined(separator: ", ")
    let chart = TimelineChart(run.run.trace)
    var options = SVGTimeline.Options()
    options.prefix = prefix
    return HTMLPage.View(Self.id(of: run), names, heading: "\(names): run \(run.number)") { page in
      for sentence in Headline(chart, notice: run.run.notice).sentences {
        page.element("p", ("class", "note"), content: sentence)
      }
      HTMLPicture(chart, options).add(to: &page)
    }
  }
}
