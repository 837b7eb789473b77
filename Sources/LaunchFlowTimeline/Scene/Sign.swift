/// Every sign that a row may contain, in the order of the legend.
enum Sign: Int, CaseIterable, Hashable, Sendable {
  // What a step does.
  case work, critical, fallbackWork, queued, backoff, poll, waiting
  // How an attempt ends.
  case failed, timedOut, cancelled
  case fallbackDue, recovered, instant, stepDeadline
  case late, abandoned, slack
  case group, folded, wentOffline
  // What a switch hears of, and what comes of it.
  case success, failure, noReply, faultConfirmed, cleared, noAnswer
  case pending, offline, partlyOffline, fault, medium, noPath, background, notRunning
  case online, healthy
  // Many runs.
  case spread, typical, median

  /// The words of the legend; nil for a sign that explains itself.
  var meaning: String? {
    switch self {
    case .work: "work"
    case .critical: "critical path"
    case .fallbackWork: "fallback request"
    case .queued: "queued"
    case .backoff: "waits to retry"
    case .poll: "waits for the next poll"
    case .waiting: "waits"
    case .failed, .failure: "failed"
    case .timedOut, .noReply: "timed out"
    case .cancelled: "cancelled"
    case .fallbackDue: "fallback due"
    case .recovered: "fallback used"
    case .instant: "took no time"
    case .stepDeadline: "step deadline"
    case .late: "late work"
    case .abandoned: "ignores cancellation"
    case .slack: "slack"
    case .success: "good"
    case .faultConfirmed: "fault confirmed"
    case .cleared: "cleared"
    case .noAnswer: "no answer"
    case .pending: "window or suspicion"
    case .offline: "offline"
    case .partlyOffline: "some domains offline"
    case .fault: "actual fault"
    case .background: "in the background"
    case .notRunning: "not running"
    case .spread: "settled, p5 to p95"
    case .typical: "median start to median end"
    case .group, .folded, .wentOffline, .medium, .noPath, .online, .healthy, .median: nil
    }
  }

  /// Whether it marks a moment, not a stretch of time.
  var isMoment: Bool {
    switch self {
    case .failed, .timedOut, .cancelled, .fallbackDue, .recovered, .instant, .stepDeadline, .success,
      .failure,
      .noReply, .faultConfirmed, .cleared, .noAnswer, .median:
      true
    default: false
    }
  }

  /// A row of one nanosecond that shows the sign.
  var sample: Scene.Row {
    let work = Scene.Bar(sign: .work, start: 0, end: 1)
    var row = Scene.Row(label: "")
    switch self {
    case .critical:
      row.bars = [work]
      row.isCritical = true
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
    return Sign.allCases.filter { used.contains($0) && $0.meaning != nil }
  }
}
