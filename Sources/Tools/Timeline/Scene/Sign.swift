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

/// A sign of a legend, and the outcome whose colour its sample has: that of plain work, if there is some.
typealias LegendEntry = (sign: Sign, outcome: Scene.Outcome)

extension [Scene] {
  /// The drawn signs that have words, in the order of the legend.
  var legend: [LegendEntry] {
    var used: [Sign: Scene.Outcome] = [:]
    for scene in self {
      for row in scene.rows {
        for bar in row.bars where bar.start < bar.end || bar.sign == .work || bar.sign == .fallbackWork {
          let sign = row.isCritical && bar.sign == .work ? Sign.critical : bar.sign
          let isPlain = bar.outcome == .succeeded || bar.outcome == .open
          if isPlain || used[sign] == nil { used[sign] = isPlain ? .succeeded : bar.outcome }
          if let ending = bar.ending { used[ending] = .succeeded }
        }
        for mark in row.marks where mark.time <= scene.span { used[mark.sign] = .succeeded }
      }
    }
    return Sign.allCases.compactMap { sign in
      sign.look.meaning == nil ? nil : used[sign].map { (sign: sign, outcome: $0) }
    }
  }

  /// The legend of coloured drawings. Failed or recovered work has the sign of its ending, so plain work is
  /// named only if there is some.
  var colouredLegend: [LegendEntry] { legend.filter { $0.sign != .work || $0.outcome == .succeeded } }
}
