struct PlannedAttempt {
  /// The number of its answer among those of the scenario; -1 if it hangs.
  var answer: Int32
  /// The nanoseconds until it answers.
  var takes: Int64
  /// Whether it continues after a cancellation.
  var ignoresCancellation: Bool
}

/// The conditions that all attempts of one run share.
struct RunConditions: Sendable {
  let random: KeyedRandom
  /// The network; nil adds no time to HTTP attempts.
  let link: PlannedLink.Conditions?
  let factor: Double?
  /// The factor by which losses are more likely.
  let loss: Double

  // Inlined, because a call would copy the whole scenario for each run.
  @inline(__always)
  init(_ scenario: PlannedScenario, _ random: KeyedRandom) {
    self.random = random
    link = scenario.link?.conditions(random)
    factor = scenario.factor?.value(random)
    loss = scenario.loss?.value(random) ?? 1
  }

  /// The nanoseconds that the network adds to a request.
  ///
  /// - Parameter key: That of its source of attempts.
  @inline(__always)
  func delay(_ key: UInt64, _ attempt: Int) -> Int64 {
    link?.delay(random, key, attempt) ?? 0
  }
}

extension PlannedScenario {
  /// An attempt that starts now.
  ///
  /// - Parameters:
  ///   - number: Its number, from 1.
  ///   - source: The place of its source among all.
  @inline(__always)
  func attempt(_ number: Int, of source: Int, at now: Int64, _ run: RunConditions) -> PlannedAttempt {
    let behaviour = sources[source].behaviour(number)
    let (key, isHTTP) = (sources[source].key, sources[source].isHTTP)
    var attempt = PlannedAttempt(
      answer: answer(behaviour.ending, key, number, isHTTP: isHTTP, run), takes: 0,
      ignoresCancellation: behaviour.ignoresCancellation)
    if case .fixed(let time) = behaviour.takes {
      attempt.takes = time
    } else if attempt.answer >= 0 {
      attempt.takes = behaviour.takes.nanoseconds(run.random.unit(step: key, attempt: number, .time))
    }
    if isHTTP {
      if let factor = run.factor { attempt.takes = RunFactor.times(factor, attempt.takes) }
      if run.link != nil { attempt.takes = attempt.takes.plus(run.delay(key, number)) }
      if !outages.isEmpty { meetOutages(&attempt, now) }
    }
    if behaviour.extendedTo >= 0, attempt.answer < 0 || attempt.takes > behaviour.extendedTo {
      attempt.answer = Self.timedOut
      attempt.takes = behaviour.extendedTo
    }
    return attempt
  }

  /// A wait with jitter, from zero to the longest, both included; the scenario may choose it.
  func wait(
    after number: Int, of source: Int, atMost longest: Int64, _ run: RunConditions
  ) -> Int64 {
    if !sources[source].behaviours.isEmpty {
      let said = sources[source].behaviour(number).wait
      if said >= 0 { return min(longest, said) }
    }
    let unit = run.random.unit(step: sources[source].key, attempt: number, .jitter)
    return min(longest, Int64(unit * (Double(longest) + 1)))
  }

  /// The number of an attempt's answer; -1 if it hangs.
  @inline(__always)
  private func answer(
    _ ending: Ending, _ key: UInt64, _ attempt: Int, isHTTP: Bool, _ run: RunConditions
  ) -> Int32 {
    switch ending {
    case .answer(let answer): return answer
    case .hang: return -1
    case .odds(let places):
      let unit = run.random.unit(step: key, attempt: attempt, .outcome)
      let chosen = isHTTP && run.loss != 1 ? share(places, unit, loss: run.loss) : share(places, unit)
      if case .answer(let answer) = chosen.ending { return answer }
      return -1
    }
  }

  /// One of the shares, for a number in [0, 1).
  @inline(__always)
  private func share(_ places: Range<Int>, _ unit: Double) -> Share {
    // Rounding may leave a gap above the last share; the last share includes it.
    var chosen = places.lowerBound
    while chosen < places.upperBound - 1, unit >= shares[chosen].upTo { chosen += 1 }
    return shares[chosen]
  }

  /// One of the shares, if losses are more likely by a factor; the other shares shrink in proportion.
  private func share(_ places: Range<Int>, _ unit: Double, loss: Double) -> Share {
    var (lost, before) = (0.0, 0.0)
    for share in shares[places] {
      if share.isLoss { lost += share.upTo - before }
      before = share.upTo
    }
    let likelier = min(1, lost * loss)
    let rest = lost < 1 ? (1 - likelier) / (1 - lost) : 0
    var sum = 0.0
    before = 0
    for share in shares[places] {
      sum += (share.upTo - before) * (share.isLoss ? likelier / lost : rest)
      before = share.upTo
      if unit < sum { return share }
    }
    return shares[places.upperBound - 1]
  }
}

extension PlannedScenario {
  func meetOutages(_ attempt: inout PlannedAttempt, _ now: Int64) {
    switch outage(sentAt: now, answeredAt: attempt.answer < 0 ? nil : now.plus(attempt.takes)) {
    case .silent: attempt.answer = -1
    case .refused:
      attempt.answer = Self.refused
      attempt.takes = 0
    case nil: break
    }
  }

  /// The network's effect on a request: a network that refuses fails it at once, a silent one loses the
  /// answer; nil if the request gets through.
  ///
  /// - Parameter end: The time of its answer; nil while that is unknown.
  func outage(sentAt start: Int64, answeredAt end: Int64?) -> Scenario.Outage.Kind? {
    let weather = outages.weather(at: start)
    if weather.isRefused { return .refused }
    return weather.isLost || end.map { $0 >= weather.nextLoss } ?? false ? .silent : nil
  }
}
