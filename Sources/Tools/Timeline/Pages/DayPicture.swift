extension Picture {
  /// A played scenario of a day, with the author's summary and the violated expectations; nil if there are none.
  package typealias Played = (name: String, summary: String?, outcome: Outcome, problems: [String]?)

  package enum Outcome: Sendable {
    case run(PicturedRun)
    case runs(LandingDistribution)
    case switchRun(SwitchTrace)
    /// Words without a picture.
    case words(String)
  }

  /// Several scenarios on one page: a small picture of each with its outcome, which leads to the whole picture.
  package init(day title: String, of noun: String = "scenario", _ scenarios: [Played]) {
    self.init(DayPicture(name: title, noun: noun, scenarios: scenarios))
  }
}

struct DayPicture: PictureContent {
  let name: String
  var noun = "scenario"
  let scenarios: [Picture.Played]

  /// The number of rows of a small picture.
  private static let rows = 12
  /// The number of pages that the outcome names.
  private static let named = 4

  var title: Sentence {
    Sentence([Words(name, isStrong: true)], [Words(Sentence.count(scenarios.count, noun))])
  }

  var about: [Sentence] { runs.first?.summaries.flow.map { [Sentence($0, .faint)] } ?? [] }

  var sentences: [Sentence] { [verdict, landings, latest].filter { !$0.parts.isEmpty } }

  /// The number of scenarios without violated expectations.
  private var verdict: Sentence {
    let expected = scenarios.compactMap { $0.problems }
    guard !expected.isEmpty else { return Sentence() }
    let failed = expected.count { !$0.isEmpty }
    return Sentence([
      failed == 0
        ? Words("all \(expected.count) as expected", .good, isStrong: true)
        : Words("\(failed) of \(expected.count) not as expected", .bad, isStrong: true)
    ])
  }

  /// The pages with the numbers of scenarios that end there, the most frequent first.
  private var landings: Sentence {
    var counts: [(page: String, count: Int)] = []
    for run in runs {
      let page = TraceSummary(run.trace).landing.map { "land on \($0.title)" } ?? "do not land"
      if let place = counts.firstIndex(where: { $0.page == page }) {
        counts[place].count += 1
      } else {
        counts.append((page, 1))
      }
    }
    let sorted = counts.sorted { $0.count > $1.count }
    let rest = sorted.dropFirst(Self.named).reduce(0) { $0 + $1.count }
    return Sentence(
      parts: sorted.prefix(Self.named).map { [Words("\($0.count)", isStrong: true), Words(" \($0.page)")] }
        + (rest > 0 ? [[Words("\(rest) elsewhere")]] : []))
  }

  private var latest: Sentence {
    let landed = scenarios.compactMap { played -> (name: String, time: Int64)? in
      guard case .run(let run) = played.outcome else { return nil }
      return TraceSummary(run.trace).landedAt.map { (played.name, $0) }
    }
    guard let last = landed.max(by: { $0.time < $1.time }) else { return Sentence() }
    return Sentence([
      Words("the latest lands after "), Words(TimeText.exact(last.time), .landing),
      Words(" (\(last.name))"),
    ])
  }

  private var runs: [PicturedRun] {
    scenarios.compactMap { if case .run(let run) = $0.outcome { run } else { nil } }
  }

  var summary: [Block] { [.cards(cards)] }

  var views: [HTMLPage.View] {
    [.init(id: "day", title: "Day", blocks: [.cards(cards), .legend])]
      + scenarios.enumerated().map { index, played in
        let problems = (played.problems ?? []).map { Sentence($0, .bad) }
        let summary = played.summary.map { [Sentence($0, .faint)] } ?? []
        return .init(
          id: Self.id(index), title: played.name, heading: played.name, isListed: false,
          blocks: [.sentences(summary + Self.sentences(of: played) + problems)]
            + (Self.content(of: played)?.drawing ?? []))
      }
  }

  private static func id(_ index: Int) -> String { "scenario-\(index + 1)" }

  private static func content(of played: Picture.Played) -> (any PictureContent)? {
    switch played.outcome {
    case .run(let run): RunPicture(chart: RunChart(run))
    case .runs(let distribution):
      DistributionPicture(distribution: distribution, spreads: StepSpreads(), runs: [])
    case .switchRun(let trace): SwitchPicture(trace: trace)
    case .words: nil
    }
  }

  private static func sentences(of played: Picture.Played) -> [Sentence] {
    if case .words(let words) = played.outcome { return [Sentence(words)] }
    return content(of: played)?.sentences ?? []
  }

  private var cards: [Card] {
    var charts = Self.charts(runs)[...]
    return scenarios.enumerated().map { index, played in
      var sentences = Array(Self.sentences(of: played).prefix(1))
      if let problems = played.problems {
        sentences.insert(problems.first.map { Sentence($0, .bad) } ?? Sentence("as expected", .good), at: 0)
      }
      let picture: Block? =
        switch played.outcome {
        case .run: charts.popFirst().map { .timeline(Self.small($0.scene)) }
        case .runs(let distribution): .curves(distribution.smallCurves)
        case .switchRun(let trace):
          .timeline(Self.small(SwitchScene.scene(trace)))
        case .words: nil
        }
      return Card(view: Self.id(index), title: played.name, sentences: sentences, picture: picture)
    }
  }

  /// The charts for small pictures. They share one axis, so that late ones look late; those that would take
  /// less than an eighth of it share a shorter one, and so on.
  private static func charts(_ runs: [PicturedRun]) -> [RunChart] {
    var charts = runs.map(RunChart.init)
    var open = Array(charts.indices)
    while let span = open.map({ charts[$0].span }).max() {
      let long = open.filter { charts[$0].span >= span / 8 }
      open.removeAll(where: long.contains)
      for place in long { charts[place].span = span }
    }
    return charts
  }

  /// A timeline for a glance: no labels, and only the most informative rows.
  private static func small(_ scene: Scene) -> Scene {
    var scene = scene
    var kept = scene.rows.indices.filter { scene.rows.count <= rows || scene.rows[$0].isInformative }
    kept = Array(kept.prefix(rows))
    scene.rows = kept.map { index in
      var row = scene.rows[index]
      (row.label, row.caption, row.details) = ("", nil, .init())
      row.bars.removeAll { $0.sign == .slack }
      return row
    }
    scene.arrows = []
    return scene
  }
}

extension Scene.Row {
  fileprivate var isInformative: Bool {
    isCritical || (caption?.outcome ?? .succeeded) != .succeeded && caption?.outcome != .skipped
  }
}

extension LandingDistribution {
  fileprivate var smallCurves: Curves {
    Curves(
      [.init(name: "all", curve: curve(all), marks: [])],
      limits: [.init(time: deadline, text: "deadline \(TimeText.exact(deadline))", share: inTime)])
  }
}
