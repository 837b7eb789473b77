extension Picture {
  /// Many runs of two flows side by side, and one pair of runs with the same random numbers.
  package init(_ comparison: DistributionComparison, run before: PicturedRun, and after: PicturedRun) {
    self.init(DistributionComparisonPicture(comparison: comparison, pair: ComparisonPicture(before, after)))
  }
}

struct DistributionComparisonPicture: PictureContent {
  let comparison: DistributionComparison
  let pair: ComparisonPicture
  private var distributions: [LandingDistribution] { [comparison.before, comparison.after] }

  var title: Sentence {
    ComparisonPicture.pair(
      distributions.map { Sentence(title: $0.flowTitle, $0.scenario, seed: $0.seed) })
  }

  var sentences: [Sentence] {
    let luck = Sentence([
      Words("with the same random numbers the second landed sooner in "),
      Words(TimeText.percent(comparison.sooner), .good, isStrong: true), Words(" of the runs, later in "),
      Words(TimeText.percent(comparison.later), comparison.later > 0 ? .bad : .plain, isStrong: true),
    ])
    return [pages, luck]
      + zip(ComparisonPicture.sides, distributions).map { side, distribution in
        let inTime = distribution.inTime
        return Sentence(
          [Words("\(side): ", .faint), Words(distribution.title, isStrong: true)],
          [Words("\(distribution.runs) runs")], distribution.seed.map { [Words("seed \($0)", .faint)] },
          [
            Words(TimeText.percent(inTime), inTime < 1 ? .bad : .landing),
            Words(" within the deadline of \(TimeText.exact(distribution.deadline))"),
          ])
      }
  }

  /// The effect on users: the shares of the runs that move from one page to another.
  private var pages: Sentence {
    let moved = comparison.moves.filter { $0.before != $0.after }
    guard !moved.isEmpty else { return Sentence("every run lands on the same page in both") }
    var sentence = Sentence()
    sentence.parts = moved.prefix(Self.movesInWords).map { move in
      let from = comparison.before.title(ofPage: move.before)
      let to = comparison.after.title(ofPage: move.after)
      return [
        Words(TimeText.percent(move.share), isStrong: true), Words(" of the runs move from \(from) to "),
        Words(to, .landing),
      ]
    }
    let same = 1 - moved.reduce(0) { $0 + $1.share }
    if same > 0 { sentence.parts.append([Words("\(TimeText.percent(same)) stay on their page")]) }
    return sentence
  }

  private static let movesInWords = 3

  /// Both sides are named in the sentences.
  var headline: [Sentence] { sentences }

  var summary: [Block] { [.table(figures), .table(moves), .curves(curves)] }

  var views: [HTMLPage.View] {
    [
      .init(id: "distribution", title: "Distribution", blocks: [.curves(curves)]),
      .init(
        id: "figures", title: "Figures", heading: "Landings in figures",
        blocks: [.table(figures), .heading("Pages, run by run with the same random numbers"), .table(moves)]),
    ] + pair.views
  }

  private var curves: Curves {
    let limits = Set(distributions.map(\.deadline)).sorted().map {
      Curves.Limit(time: $0, text: "deadline \(TimeText.exact($0))")
    }
    return Curves(
      zip(ComparisonPicture.sides, distributions).map { .init(name: $0, curve: $1.curve($1.all)) },
      limits: limits)
  }

  private var figures: Table {
    let figures = comparison.figures
    let longest = figures.map { abs($0.after - $0.before) }.max() ?? 0
    return Table(
      ["landed"] + ComparisonPicture.sides.map { "#" + $0 } + ["#difference", ""],
      figures.map { name, before, after in
        [.words(name)]
          + ComparisonPicture.cells([before, after].map(TimeText.short), after - before, longest)
      })
  }

  private var moves: Table {
    Table(
      ComparisonPicture.sides + ["of all runs"],
      comparison.moves.map { move in
        [
          .words(comparison.before.title(ofPage: move.before)),
          .words(comparison.after.title(ofPage: move.after)),
          .share(move.share, move.before == move.after ? .work : .recovered),
        ]
      })
  }
}
