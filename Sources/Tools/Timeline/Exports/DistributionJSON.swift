/// Many runs as JSON: the versioned contract of `simulate --runs --format json`.
package enum DistributionJSON {
  /// Times are whole nanoseconds.
  package static func value(_ distribution: LandingDistribution, steps: StepSpreads? = nil) -> JSONValue {
    let pages = distribution.pages
    var members: [(String, JSONValue)] = [
      ("format", .integer(TraceJSON.format)), ("flow", .string(distribution.flow)),
      ("scenario", TraceJSON.string(distribution.scenario)), ("seed", TraceJSON.seed(distribution.seed)),
      ("runs", .integer(Int64(distribution.runs))), ("degraded", .number(distribution.degraded)),
      ("landings", TraceJSON.object(pages.map { ($0.name, .number(distribution.share($0.figures.count))) })),
      ("at", times(distribution.all)),
    ]
    let byPage = pages.map { page -> (String, JSONValue) in
      let degraded = distribution.share(page.figures.degraded)
      return (page.name, ["degraded": .number(degraded), "at": times(page.figures)])
    }
    members.append(("pages", TraceJSON.object(byPage)))
    if let hedged = distribution.hedged { members.append(("hedged", .number(hedged))) }
    if let steps, steps.runs > 0 {
      members.append(("followed", .integer(Int64(steps.runs))))
      members.append(("steps", TraceJSON.object(steps.steps.map { ($0.name, value($0)) })))
    }
    return TraceJSON.object(members)
  }

  private static func value(_ step: StepSpread) -> JSONValue {
    [
      "started": .number(step.started), "start": TraceJSON.integer(step.start),
      "end": [
        "p5": TraceJSON.integer(step.p5), "p50": TraceJSON.integer(step.p50),
        "p95": TraceJSON.integer(step.p95),
      ],
      "statuses": TraceJSON.object(step.statuses.map { ($0.status.rawValue, .number($0.share)) }),
      "critical": ["share": .number(step.critical), "mean": TraceJSON.integer(step.criticalTime)],
    ]
  }

  private static func times(_ figures: LandingFigures) -> JSONValue {
    TraceJSON.object(figures.times.map { ($0.name, .integer($0.time)) })
  }
}
