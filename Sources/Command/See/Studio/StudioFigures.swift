import LaunchFlowTimeline
import LaunchFlowVerifier

/// The percentiles of many runs.
enum StudioFigures {
  /// The number of runs between two checks whether the page still waits.
  private static let runsAtOnce = 200
  /// The longest time for a request.
  private static let longest = Duration.seconds(10)

  static func json(_ play: StudioPlay, isAbandoned: () -> Bool) throws -> JSONValue {
    let end = ContinuousClock.now + longest
    let count = max(1, (play.runs + runsAtOnce - 1) / runsAtOnce)
    var tally = RunTally(pages: play.simulation.plan.pages.count)
    for index in 0..<count {
      if isAbandoned() { throw CancellationError() }
      guard ContinuousClock.now < end else {
        throw UsageError("\(play.runs) runs take longer than \(longest.documentText); choose fewer")
      }
      let part = play.simulation.distribution(
        runs: play.runs, seed: play.seed, Shard(index: index, count: count))
      if let stopped = part.stopped { throw UsageError("\(stopped)") }
      tally.add(part.tally)
    }
    let distribution = play.simulation.distribution(runs: play.runs, seed: play.seed, adding: tally)
    guard let landings = LandingDistribution(distribution, of: play.simulation, seed: play.seed) else {
      throw UsageError("no run has been played")
    }
    return [
      "runs": .integer(Int64(landings.runs)), "seed": .string(String(landings.seed ?? 0)),
      "inTime": .string(TimeText.percent(landings.inTime)),
      "degraded": .string(TimeText.percent(landings.degraded)),
      "figures": .array(
        landings.all.times.map { name, time in
          ["name": .string(name), "time": .integer(time), "text": .string(TimeText.exact(time))]
        }),
      "pages": .array(
        landings.pages.map {
          [
            "page": .string($0.title.visible),
            "share": .string(TimeText.percent(landings.share($0.figures.count))),
          ]
        }),
      "svg": .string(Picture(landings).svg(width: 480)),
    ]
  }
}

/// The proof over all runs, within limits that a page can wait for.
enum StudioProof {
  /// The longest time for a proof.
  private static let longest = Duration.seconds(20)
  private static let budget = Budget(states: 500_000, work: 1_500_000_000, memory: 500_000_000)

  static func json(_ plan: FlowPlan, isAbandoned: @escaping () -> Bool) -> JSONValue {
    let end = ContinuousClock.now + longest
    var isLate = false
    let verification = Verifier(plan, Verifier.Limits(budget: budget)).verify { _ in
      isLate = isLate || ContinuousClock.now > end
      return isLate || isAbandoned()
    }
    let verified = VerifiedFlow(plan: plan, verification: verification)
    let claims = verified.claims.flatMap { $0.lines(isASCII: false) }
    let worst = verification.latestBy == nil ? nil : verification.worstCase
    return [
      "heading": .string(([verified.heading] + verified.givenTimes).joined(separator: ". ")),
      "finished": .bool(verification.extent.isComplete),
      "claims": .array(claims.map(JSONValue.string)),
      "worst": worst.map { .integer($0.bound) } ?? .null,
      "worstText": worst.map { .string(TimeText.exact($0.bound)) } ?? .null,
    ]
  }
}
