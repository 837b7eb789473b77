import LaunchFlowFleet
import LaunchFlowTimeline

/// The options of a gate; `replay` and `compare --records` share them.
enum GateOptions {
  static let gate = Option<String>.text("gate", "RULE").repeatable
  static let risk = Option<Int>.wholeNumber("risk", "PERCENT", atLeast: 1, atMost: 50)

  static func gate(_ given: Given, pages: [String]) throws(UsageError) -> Gate {
    let rules = try gate.reading { () throws(InvalidText) in
      try given.all(gate).map { text throws(InvalidText) in try GateRule(text, pages: pages) }
    }
    return Gate(rules, risk: Double(given[risk] ?? 5) / 100)
  }
}

extension Option {
  /// Reads the option's texts. An error names the option.
  func reading<Read>(_ read: () throws(InvalidText) -> Read) throws(UsageError) -> Read {
    do { return try read() } catch { throw UsageError("\(typed): \(error)") }
  }
}

extension MeasuredComparison {
  /// Measures all figures of two sides, with intervals that together miss the truth in at most 5 % of the cases.
  init(
    _ launches: some ComparedLaunches, of flow: String, before: Side, after: Side, times: [(String, Double)],
    pages: [(index: Int, name: String)]
  ) {
    typealias Asked = (name: String, kind: Figure.Kind, figure: GateRule.Figure)
    var all = times.map { name, share -> Asked in (name, .time, .time(share)) }
    all.append(("degraded", .degraded, .degraded))
    let others: [Asked] =
      [("cancelled", .cancelled, .cancelled), ("unfinished", .unfinished, .unfinished)]
      + pages.map { index, name in (name, .page, .page(index)) }
    all += others.filter { launches.has($0.figure) }
    let risk = 0.05
    let figures = all.map { asked in
      Figure(asked.name, asked.kind, launches.estimate(asked.figure, risk: risk / Double(all.count)))
    }
    self.init(flow: flow, before: before, after: after, figures: figures, risk: risk)
  }

  static func side(_ name: String, _ count: Int, installations: Int = 0, _ landings: LandingTimes) -> Side {
    (name, count, installations, ShareCurve(points: landings.curve(atMost: 400)))
  }
}

extension MeasuredComparison.Figure {
  fileprivate init(_ name: String, _ kind: Kind, _ found: Estimate) {
    func bound(_ value: Double) -> Double? { value.isFinite ? value : nil }
    self.init(
      name, kind, before: found.before, after: found.after,
      worst: found.worst == found.after ? nil : found.worst, least: bound(found.change.least),
      most: bound(found.change.most))
  }
}
