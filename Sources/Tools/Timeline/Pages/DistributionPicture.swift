extension Picture {
  /// A run with the percentiles that it represents, such as `p95`, and its number for another simulation.
  package typealias Percentile = (names: [String], number: UInt64, run: PicturedRun)

  /// Many runs: their landings, the spreads of their steps, and the runs at the percentiles.
  ///
  /// - Parameter steps: Those of the runs that were followed to their end.
  package init(
    _ distribution: LandingDistribution, steps: StepSpreads = StepSpreads(), runs: [Percentile] = []
  ) {
    self.init(DistributionPicture(distribution: distribution, spreads: steps, runs: runs))
  }
}

struct DistributionPicture: PictureContent {
  let distribution: LandingDistribution
  let spreads: StepSpreads
  let runs: [Picture.Percentile]

  private static let drawnSteps = 60
  /// The maximal number of steps in a terminal's tables.
  private static let listedSteps = 30

  var title: Sentence {
    Sentence(
      title: distribution.flowTitle, distribution.scenario, "\(distribution.runs) runs",
      seed: distribution.seed)
  }

  var sentences: [Sentence] {
    let (inTime, deadline) = (distribution.inTime, distribution.deadline)
    let figures = distribution.all.times.map { name, time in
      [Words("\(name) \(TimeText.exact(time))", name != "mean" && time > deadline ? .bad : .plain)]
    }
    return [
      Sentence(
        [
          Words(TimeText.percent(inTime), inTime < 1 ? .bad : .landing),
          Words(" landed within the deadline of \(TimeText.exact(deadline))"),
        ], [Words("\(TimeText.percent(distribution.degraded)) degraded")],
        distribution.hedged.map { [Words("\(TimeText.percent($0)) hedged")] }), Sentence(parts: figures),
    ]
  }

  var about: [Sentence] {
    runs.first?.run.summaries.flow.map { [Sentence($0, .faint)] } ?? []
  }

  var summary: [Block] {
    [.table(pages.above(curves(byPage: false).table)), .table(percentiles)]
      + (spreads.runs > 0 ? followed + tables(most: Self.listedSteps) : [])
  }

  var drawing: [Block] { summary + [.curves(curves(byPage: true))] }

  var views: [HTMLPage.View] {
    [
      .init(
        id: "distribution", title: "Distribution",
        blocks: [
          .curves(curves(byPage: true)),
          .heading("Landed on"), .table(pages),
          .heading("When the runs landed on each page"), .table(percentiles),
        ]),
      .init(
        id: "steps", title: "Steps",
        heading: "When each step settled, and how often it was on the critical path",
        blocks: steps),
    ] + runs.map(view)
  }

  private func curves(byPage: Bool) -> Curves {
    var marks: [Curves.Mark] = []
    for ((name, figure), share) in zip(distribution.all.named, LandingTally.shares) {
      let view = runs.first { $0.names.contains(name) }.map(Self.id)
      // Percentiles of one run share one mark, at the lowest.
      if let last = marks.last, last.view == view, last.time == figure.time, view != nil {
        marks[marks.count - 1].names.append(name)
      } else {
        marks.append(.init(names: [name], time: figure.time, share: share, view: view))
      }
    }
    var series = [Curves.Series(name: "all", curve: distribution.curve(distribution.all), marks: marks)]
    if byPage, distribution.pages.count > 1 {
      series += distribution.pages.prefix(VectorCurves.looks - 1).map {
        .init(name: $0.title, curve: distribution.curve($0.figures))
      }
    }
    let inTime = distribution.inTime
    let text = "deadline \(TimeText.exact(distribution.deadline)): \(TimeText.percent(inTime)) inside"
    return Curves(series, limits: [.init(time: distribution.deadline, text: text, share: inTime)])
  }

  private var pages: Table {
    Table(
      ["#page", "of all runs"],
      distribution.pages.map { [.words($0.title), .share(distribution.share($0.figures.count), .work)] })
  }

  private var percentiles: Table {
    let names = distribution.all.times.map { "#" + $0.name }
    func row(_ name: String, _ times: [Int64], _ degraded: Double) -> [Table.Cell] {
      [.words(name)] + times.map { .words(TimeText.short($0)) } + [.words(TimeText.percent(degraded))]
    }
    var table = Table(["landed on"] + names + ["#degraded"])
    table.rows = [row("any page", distribution.all.times.map(\.time), distribution.degraded)]
    if distribution.pages.count > 1 {
      table.rows += distribution.pages.map { page in
        let figures = page.figures
        return row(page.title, figures.times.map(\.time), Double(figures.degraded) / Double(figures.count))
      }
    }
    return table
  }

  /// The number of runs that the steps' figures cover.
  private var followed: [Block] {
    guard spreads.runs < distribution.runs else { return [] }
    let text =
      "The steps are counted over \(spreads.runs) of the runs, evenly spread and followed to their end."
    return [.sentences([Sentence(text)])]
  }

  private var steps: [Block] {
    let (drawn, undrawn) = Self.mostCritical(spreads.steps.filter { $0.start != nil }, Self.drawnSteps)
    let (listed, rest) = Self.mostCritical(spreads.steps, DrawnSteps.most)
    var table = Table(
      ["step", "#started in", "#median start", "#p5", "#p50", "#p95"],
      listed.map { step in
        let times = [step.start, step.p5, step.p50, step.p95].map { $0.map(TimeText.short) }
        return ([step.label, TimeText.percent(step.started)] + times).map { .words($0) }
      })
    table.rest = rest
    let scene = Scene(drawn, deadline: distribution.deadline)
    let note = undrawn.map { Sentence("Not drawn: \($0).") }
    return followed + [.sentences([note].compactMap(\.self)), .timeline(scene), .legend, .table(table)]
      + tables(most: DrawnSteps.most)
  }

  /// The steps that were critical most often, in file order, and the number of the others in words.
  private static func mostCritical(
    _ all: [StepSpread], _ count: Int
  ) -> (steps: [StepSpread], rest: String?) {
    let steps = all.enumerated().sorted {
      ($1.element.critical, $1.element.p95 ?? 0) < ($0.element.critical, $0.element.p95 ?? 0)
    }.prefix(count).sorted { $0.offset < $1.offset }.map(\.element)
    let rest = all.count - steps.count
    return (steps, rest > 0 ? "\(rest) more steps, which were critical less often" : nil)
  }

  private func tables(most: Int) -> [Block] {
    let (steps, rest) = Self.mostCritical(spreads.steps, most)
    guard !steps.isEmpty else { return [] }
    let statuses = Status.allCases.filter { status in
      steps.contains { $0.statuses.contains { $0.status == status } }
    }
    var table = Table(
      ["step"] + (statuses.map(\.rawValue) + ["critical in", "mean cost"]).map { "#" + $0 },
      steps.map { step in
        let shares = statuses.map { status in
          step.statuses.first { $0.status == status }.map { TimeText.percent($0.share) }
        }
        let cells = [TimeText.percent(step.critical), step.criticalTime.map(TimeText.short)]
        return ([step.label] + shares + cells).map { .words($0) }
      })
    table.rest = rest
    return [.heading("How each step settled, and how long the landing waited for it"), .table(table)]
  }

  private static func id(_ percentile: Picture.Percentile) -> String {
    "run-\(percentile.names.first ?? "\(percentile.number)")"
  }

  private func view(_ percentile: Picture.Percentile) -> HTMLPage.View {
    let names = percentile.names.joined(separator: ", ")
    let picture = RunPicture(chart: RunChart(percentile.run))
    return .init(
      id: Self.id(percentile), title: names, heading: "\(names): run \(percentile.number)",
      blocks: [.sentences(picture.sentences)] + picture.summary)
  }
}
