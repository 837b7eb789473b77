import LaunchFlowSimulator

/// Many runs as JSON: the versioned contract of `simulate --runs --format json`.
package enum DistributionJSON {
  /// The distribution as one object; times are whole nanoseconds.
  ///
  /// - Parameter steps: The spreads of the steps; nil leaves them out.
  package static func value(_ distribution: LandingDistribution, steps: StepSpreads? = nil) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "format", value: .integer(TraceJSON.format)),
      .init(name: "flow", value: .string(distribution.flow)),
      .init(name: "scenario", value: TraceJSON.string(distribution.scenario)),
      .init(name: "seed", value: TraceJSON.seed(distribution.seed)),
      .init(name: "runs", value: .integer(Int64(distribution.runs))),
      .init(name: "degraded", value: .number(distribution.degraded)),
      .init(
        name: "landings",
        value: object(distribution.pages.map { ($0.name, .number(distribution.share($0.figures.count))) })),
      .init(name: "at", value: times(distribution.all)),
      .init(
        name: "pages",
        value: object(
          distribution.pages.map { page in
            let degraded = distribution.share(page.figures.degraded)
            return (page.name, ["degraded": .number(degraded), "at": times(page.figures)])
          })),
    ]
    if let hedged = distribution.hedged { members.append(.init(name: "hedged", value: .number(hedged))) }
    if let steps, steps.runs > 0 {
      members.append(.init(name: "followed", value: .integer(Int64(steps.runs))))
      members.append(.init(name: "steps", value: object(steps.steps.map { ($0.name, value($0)) })))
    }
    return .object(JSONObject(members))
  }

  private static func value(_ step: StepSpread) -> JSONValue {
    [
      "started": .number(step.started), "start": TraceJSON.integer(step.start),
      "end": [
        "p5": TraceJSON.integer(step.p5), "p50": TraceJSON.integer(step.p50),
        "p95": TraceJSON.integer(step.p95),
      ],
      "statuses": object(step.statuses.map { ($0.status.rawValue, .number($0.share)) }),
      "critical": ["share": .number(step.critical), "mean": TraceJSON.integer(step.criticalTime)],
    ]
  }

  private static func times(_ figures: LandingFigures) -> JSONValue {
    object(figures.times.map { ($0.name, .integer($0.time)) })
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.map { .init(name: $0, value: $1) }))
  }
}
