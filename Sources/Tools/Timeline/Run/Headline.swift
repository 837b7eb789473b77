// The headline above a run's picture.
extension RunChart {
  var title: Sentence {
    Sentence(
      title: trace.title, trace.scenario, trace.environment.map { "in \($0)" }, seed: trace.seed,
      run: trace.run)
  }

  /// The outcome, the signals, the notice, and the time of a serial execution.
  var sentences: [Sentence] { [outcome, signalled, noticed, serial].filter { !$0.parts.isEmpty } }

  /// The page and time of the landing, its distance from the deadline, and its quality.
  private var outcome: Sentence {
    guard let landing = summary.landing, let landedAt = summary.landedAt else {
      let left = deadline - summary.end
      return Sentence(
        [Words("not landed after \(time(summary.end))", isStrong: true)],
        [left > 0 ? Words("\(time(left)) to the deadline") : Words("past its deadline", .bad)])
    }
    let tone: Tone = landing.isGood ? .landing : .bad
    return Sentence(
      [
        Words(landing.kind == .stuck ? "stuck on " : "landed on "), Words(landing.title, tone), Words(" at "),
        Words(time(landedAt), tone),
      ],
      [margin(landedAt)], landing.isDegraded ? [Words("degraded", .recovered)] : nil,
      landing.isCancelled ? [Words("cancelled", .bad)] : nil)
  }

  private func margin(_ landedAt: Int64) -> Words {
    if landedAt == deadline { return Words("at its deadline", .recovered) }
    return landedAt < deadline
      ? Words("\(time(deadline - landedAt)) before its deadline of \(time(deadline))")
      : Words("\(time(landedAt - deadline)) after its deadline of \(time(deadline))", .bad)
  }

  private var signalled: Sentence {
    Sentence(
      parts: trace.events.compactMap { event in
        guard case .signalled(let name, let result) = event.kind else { return nil }
        let value = result.map { " as \($0)" } ?? ""
        return [Words("\(name)\(value) at \(time(max(0, event.time)))")]
      })
  }

  private var noticed: Sentence {
    guard let shown = summary.landing?.notice, case let text = run.notice ?? shown.text, !text.isEmpty
    else { return Sentence() }
    return Sentence("\(shown.style.rawValue) “\(text)”")
  }

  /// A sum of time-outs of a day or more includes a wait for the user, and says nothing about the servers.
  private var serial: Sentence {
    let (work, worst) = (summary.serialWork, trace.serialWorstCase)
    return Sentence(
      work > 0 ? [Words("all attempts in a row: \(time(work))\(ratio(work))")] : nil,
      worst > 0 && worst < 86_400_000_000_000
        ? [Words("all time-outs in a row: \(time(worst))\(ratio(worst))")] : nil)
  }

  private func ratio(_ serial: Int64) -> String {
    let times = summary.landedAt.flatMap { TimeText.ratio(serial, to: $0) }
    return times.map { ", \($0)× as long" } ?? ""
  }

  private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds) }
}
