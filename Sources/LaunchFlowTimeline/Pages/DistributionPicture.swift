import LaunchFlowMachine
import LaunchFlowModel

extension Picture {
  /// A run at a percentile.
  package struct Percentile: Sendable {
    /// The percentiles that it represents, such as `p95`.
    package var names: [String]
    /// Its number, by which it can be simulated again.
    package var number: UInt64
    /// The run.
    package var run: PicturedRun

    /// Takes a run.
    package init(_ names: [String], number: UInt64, _ run: PicturedRun) {
      self.names = names
      self.number = number
      self.run = run
    }

    fileprivate var id: String { "run-\(names.first ?? "\(number)")" }
  }

  /// Many runs: by when they had landed and where, how each step went, and the runs at the percentiles.
  ///
  /// - Parameters:
  ///   - distribution: Where and when all runs landed.
  ///   - steps: How the steps went, in as many runs as were followed to their end.
  ///   - runs: Those at the percentiles, by time.
  package init(
    _ distribution: LandingDistribution, steps: StepSpreads = StepSpreads(), runs: [Percentile] = []
  ) {
    self.init(DistributionPicture(distribution: distribution, spreads: steps, runs: runs))
  }
}

/// Many runs.
struct DistributionPicture: PictureContent {
  let distribution: LandingDistribution
  let spreads: StepSpreads
  let runs: [Picture.Percentile]

  private static let drawnSteps = 60

  var title: Sentence? {
    Sentence(
      [Words(distribution.flowTitle, isStrong: true)], distribution.scenario.map { [Words($0)] },
      [Words("\(distribution.runs) runs")], distribution.seed.map { [Words("seed \($0)", .faint)] })
  }

  var sentences: [Sentence] {
    let (inTime, deadline) = (distribution.inTime, distribution.deadline)
    var figures = Sentence()
    figures.parts = distribution.figures.map { name, time in
      [Words("\(name) \(TimeText.exact(time))", name != "mean" && time > deadline ? .bad : .plain)]
    }
    return [
      Sentence([
        Words(TimeText.percent(inTime), inTime < 1 ? .bad : .landing),
        Words(" landed within the deadline of \(TimeText.exact(deadline))"),
      ]), figures,
    ]
  }

  func summary(isDetailed: Bool) -> [Block] {
    [.table(pages.above(curves(byPage: false).table))] + (isDetailed ? [.curves(curves(byPage: true))] : [])
  }

  var views: [HTMLPage.View] {
    [
      .init(
        id: "distribution", title: "Distribution",
        blocks: [
          .curves(curves(byPage: true)),
          .beside([[.heading("Landed by"), .table(figures)], [.heading("Landed on"), .table(pages)]]),
        ]),
      .init(
        id: "steps", title: "Steps",
        heading: "When each step settled, and how often it was on the critical path",
        blocks: steps),
    ] + runs.map(view)
  }

  private func curves(byPage: Bool) -> Curves {
    var marks: [Curves.Mark] = []
    for ((name, share), figure) in zip(LandingDistribution.ranks, distribution.percentiles) {
      let view = runs.first { $0.names.contains(name) }?.id
      // Percentiles of one run are one mark, at the lowest.
      if let last = marks.last, last.view == view, last.time == figure.time, view != nil {
        marks[marks.count - 1].names.append(name)
      } else {
        marks.append(.init(names: [name], time: figure.time, share: share, view: view))
      }
    }
    var series = [Curves.Series(name: "all", curve: distribution.curve, marks: marks)]
    if byPage, distribution.pages.count > 1 {
      series += distribution.pages.prefix(VectorCurves.looks - 1).map {
        .init(name: $0.title, curve: $0.curve)
      }
    }
    let inTime = distribution.inTime
    let text = "deadline \(TimeText.exact(distribution.deadline)): \(TimeText.percent(inTime)) inside"
    return Curves(series, limits: [.init(time: distribution.deadline, text: text, share: inTime)])
  }

  private var pages: Table {
    Table(
      ["#page", "of all runs"],
      distribution.pages.map { [.words($0.title), .share($0.share, .work)] })
  }

  private var figures: Table {
    Table(
      ["", "#time", "#run"],
      distribution.figures.map { name, time in
        let run = runs.first { $0.names.contains(name) }
        let link = run.map { Table.Cell.link(Words("run \($0.number)"), view: $0.id) }
        return [.words(name), .words(TimeText.exact(time)), link ?? .words("")]
      })
  }

  private var steps: [Block] {
    let steps = spreads.steps
    var notes: [Sentence] = []
    if spreads.runs < distribution.runs {
      notes.append(Sentence("Counted over the first \(spreads.runs) runs."))
    }
    var drawn = steps.enumerated().filter { $0.element.start != nil }
    if drawn.count > Self.drawnSteps {
      let most = drawn.sorted {
        ($1.element.critical, $1.element.p95 ?? 0, $0.offset) < (
          $0.element.critical, $0.element.p95 ?? 0, $1.offset
        )
      }
      drawn = most.prefix(Self.drawnSteps).sorted { $0.offset < $1.offset }
      notes.append(Sentence("The \(Self.drawnSteps) steps are drawn that were critical most often."))
    }
    let titles = ["step", "#started in", "#median start", "#p5", "#p50", "#p95", "#critical in", "settled"]
    let table = Table(
      titles,
      steps.map { step in
        let times = [step.start, step.p5, step.p50, step.p95].map { $0.map(TimeText.short) }
        let figures = [TimeText.percent(step.started)] + times + [TimeText.percent(step.critical)]
        return ([step.label] + figures + [step.settled]).map { .words($0) }
      })
    let scene = Scene(drawn.map(\.element), deadline: distribution.deadline)
    return [.sentences(notes), .timeline(scene), .legend, .table(table)]
  }

  /// One run, whole.
  private func view(_ percentile: Picture.Percentile) -> HTMLPage.View {
    let names = percentile.names.joined(separator: ", ")
    let picture = RunPicture(RunChart(percentile.run.trace), notice: percentile.run.notice)
    return .init(
      id: percentile.id, title: names, heading: "\(names): run \(percentile.number)",
      blocks: [.sentences(picture.sentences), picture.timeline, .legend])
  }
}
