/// Every sign that a row may contain, in the order of the legend.
enum Sign: Int, CaseIterable, Hashable, Sendable {
  // The activities of a step.
  case work, critical, fallbackWork, queued, backoff, poll, waiting
  // The ends of an attempt.
  case failed, timedOut, cancelled
  case fallbackDue, recovered, instant, stepDeadline
  case late, abandoned, slack
  case group, folded, wentOffline
  // A switch's inputs and their consequences.
  case success, failure, noReply, calledOff, unanswered, faultConfirmed, cleared, noAnswer
  case pending, offline, partlyOffline, fault, medium, noPath, background, notRunning
  case online, healthy
  // The signs of many runs.
  case spread, typical, median

  /// A row of one nanosecond that shows the sign.
  ///
  /// - Parameter outcome: The outcome of the sample, for critical or late work.
  func sample(_ outcome: Scene.Outcome) -> Scene.Row {
    let work = Scene.Bar(sign: .work, start: 0, end: 1)
    var row = Scene.Row(label: "")
    switch self {
    case .critical, .late:
      row.bars = [Scene.Bar(sign: self == .late ? .late : .work, start: 0, end: 1, outcome: outcome)]
      row.isCritical = self == .critical
    case .failed, .timedOut, .cancelled:
      row.bars = [work]
      row.bars[0].outcome = self == .cancelled ? .cancelled : .failed
      row.bars[0].ending = self
    case .recovered:
      row.bars = [work]
      row.bars[0].outcome = .recovered
      row.marks = [.init(sign: .recovered, time: 1)]
    case .typical:
      row.bars = [.init(sign: .typical, start: 0, end: 1)]
      row.marks = [.init(sign: .median, time: 1)]
    case _ where isMoment: row.marks = [.init(sign: self, time: 0)]
    default: row.bars = [.init(sign: self, start: 0, end: 1)]
    }
    return row
  }
}

extension Scene {
  /// The drawn signs that have words, in the order of the legend.
  var legend: [Sign] {
    var used = Set<Sign>()
    for row in rows {
      for bar in row.bars where bar.start < bar.end || bar.sign == .work || bar.sign == .fallbackWork {
        used.insert(row.isCritical && bar.sign == .work ? .critical : bar.sign)
        if let ending = bar.ending { used.insert(ending) }
      }
      for mark in row.marks where mark.time <= span { used.insert(mark.sign) }
    }
    return Sign.allCases.filter { used.contains($0) && $0.look.meaning != nil }
  }
}

/// A sign of a legend, and the outcome whose colour its sample has.
typealias LegendEntry = (sign: Sign, outcome: Scene.Outcome)

extension [Scene] {
  /// The legend of coloured drawings. Failed or recovered work has the sign of its ending, so plain work is
  /// named only if there is some.
  var colouredLegend: [LegendEntry] {
    let used = Set(flatMap(\.legend))
    return Sign.allCases.filter(used.contains).compactMap { sign -> LegendEntry? in
      let outcomes = lazy.flatMap(\.rows).flatMap { row in
        row.bars.filter { bar in
          switch sign {
          case .critical: row.isCritical && bar.sign == .work
          case .work: !row.isCritical && bar.sign == .work
          default: bar.sign == sign
          }
        }.map(\.outcome)
      }
      switch sign {
      case .work:
        return outcomes.contains { $0 == .succeeded || $0 == .open } ? (sign, .succeeded) : nil
      case .critical, .late:
        let plain = outcomes.first { $0 == .succeeded || $0 == .open }
        return (sign, plain ?? outcomes.first ?? .succeeded)
      default: return (sign, .succeeded)
      }
    }
  }
}
