import LaunchFlowMachine

/// The outages of the network: it is silent, or it refuses.
extension AttemptSources {
  func meetOutages(_ attempt: inout PlannedAttempt, _ now: Int64) {
    switch outage(sentAt: now, answeredAt: attempt.answer < 0 ? nil : now.plus(attempt.takes)) {
    case .silent: attempt.answer = -1
    case .refused:
      attempt.answer = refused
      attempt.takes = 0
    case nil: break
    }
  }

  /// The network's effect on a request: a network that refuses fails it at once, a silent one loses the
  /// answer; nil if the request gets through.
  ///
  /// - Parameter end: The time of its answer; nil while that is unknown.
  func outage(sentAt start: Int64, answeredAt end: Int64?) -> Scenario.Outage.Kind? {
    var found: Scenario.Outage.Kind?
    for outage in outages where start < outage.to {
      let isUnderWay = start >= outage.from
      switch outage.kind {
      case .silent: if isUnderWay || end.map({ $0 >= outage.from }) ?? false { found = .silent }
      case .refused: if isUnderWay { return .refused }
      }
    }
    return found
  }
}
