import LaunchFlowMachine
import LaunchFlowModel

extension Picture {
  /// Two runs, one above the other on one axis, and the differences step by step.
  ///
  /// - Parameters:
  ///   - before: The first run.
  ///   - after: The second.
  ///   - span: Where the axis ends, in nanoseconds; nil takes what fits both.
  package init(comparing before: PicturedRun, _ after: PicturedRun, span: Int64? = nil) {
    self.init(ComparisonPicture(before, after, span: span))
  }
}

/// Two runs and their differences.
struct ComparisonPicture: PictureContent {
  private let charts: [RunChart]
  private let headlines: [Headline]
  private let comparison: RunComparison

  /// What the two are called.
  static let sides = ["before", "after"]
  /// How many steps a summary lists.
  private static let listed = 60

  init(_ before: PicturedRun, _ after: PicturedRun, span: Int64? = nil) {
    let runs = [before, after]
    let span = span ?? runs.map { RunChart($0.trace).span }.max()
    charts = runs.map { RunChart($0.trace, span: span) }
    headlines = zip(charts, runs).map { Headline($0, notice: $1.notice) }
    comparison = RunComparison(charts[0], charts[1])
  }

  var title: Sentence? { Self.pair(headlines.map(\.title)) }

  /// Two titles as one; their common end appears once.
  static func pair(_ titles: [Sentence]) -> Sentence {
    guard var first = titles.first?.parts, var second = titles.last?.parts else { return Sentence() }
    var common: [[Words]] = []
    while first.count > 1, second.count > 1, let last = first.last, last == second.last {
      common.insert(last, at: 0)
      first.removeLast()
      second.removeLast()
    }
    var sentence = Sentence()
    sentence.parts = first.dropLast() + [(first.last ?? []) + [Words(" and ")] + (second.first ?? [])]
    sentence.parts += second.dropFirst() + common
    return sentence
  }

  /// Where both landed, and which sooner.
  var sentences: [Sentence] {
    let landings = zip(Self.sides, charts).map { side, chart -> [Words] in
      guard let landing = chart.summary.landing, let time = chart.summary.landedAt else {
        return [Words("\(side): "), Words("not landed after \(TimeText.exact(chart.summary.end))", .bad)]
      }
      return [
        Words("\(side): "),
        Words("\(landing.title) at \(TimeText.exact(time))", .landing),
      ]
    }
    var sentence = Sentence()
    sentence.parts = landings + [difference].compactMap(\.self)
    return [sentence]
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

  /// Both sides say what they are.
  var headline: [Sentence] { sentences }

  func summary(isDetailed: Bool) -> [Block] {
    let differing = comparison.steps.filter { $0.difference != 0 || $0.statusBefore != $0.statusAfter }
    guard !differing.isEmpty else {
      return timelines(isDetailed: isDetailed) + [.sentences([Sentence("no step differs", .faint)])]
    }
    var table = table(differing.prefix(Self.listed))
    if differing.count > Self.listed { table.rest = "and \(differing.count - Self.listed) more" }
    return timelines(isDetailed: isDetailed) + [.table(table)]
  }

  var views: [HTMLPage.View] {
    [
      .init(id: "timelines", title: "Timelines", isTogether: true, blocks: timelines(isDetailed: true)),
      .init(
        id: "difference", title: "Difference", heading: "Step by step, the greatest difference first",
        blocks: [.table(table(comparison.steps[...]))]),
    ]
  }

  /// Both runs on one axis.
  private func timelines(isDetailed: Bool) -> [Block] {
    var blocks: [Block] = []
    for ((side, headline), chart) in zip(zip(Self.sides, headlines), charts) {
      blocks.append(.sentences([headline.title.prefixed("\(side): ")] + headline.sentences))
      blocks.append(.timeline(chart.scene(isDetailed: isDetailed)))
    }
    return blocks + [.legend]
  }

  private func table(_ steps: ArraySlice<RunComparison.Step>) -> Table {
    let longest = comparison.steps.map { abs($0.difference) }.max() ?? 0
    return Table(
      ["step"] + Self.sides.map { "#" + $0 } + ["#difference", ""],
      steps.map { step in
        [
          .words(step.label), .words(Self.words(step.before, step.statusBefore)),
          .words(Self.words(step.after, step.statusAfter)), .words(Self.words(step.difference)),
          .difference(longest > 0 ? Double(step.difference) / Double(longest) : 0),
        ]
      })
  }

  /// How long a step took, and how it settled where that says more; `-` for one that never started.
  private static func words(_ duration: Int64?, _ status: Status?) -> String {
    let took = duration.map(TimeText.short)
    guard let status, status != .succeeded else { return took ?? "-" }
    return [took, status.rawValue].compactMap(\.self).joined(separator: " ")
  }

  /// A difference with its sign; empty for zero.
  static func words(_ difference: Int64) -> String {
    difference == 0 ? "" : (difference < 0 ? "-" : "+") + TimeText.short(abs(difference))
  }
}
