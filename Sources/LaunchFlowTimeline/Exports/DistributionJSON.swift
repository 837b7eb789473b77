import LaunchFlowModel

/// Many runs as JSON: the versioned contract of `simulate --runs --format json`.
package enum DistributionJSON {
  /// The distribution as one object; times are whole nanoseconds.
  package static func value(_ distribution: LandingDistribution) -> JSONValue {
    [
      "format": .integer(TraceJSON.format), "flow": .string(distribution.flow),
      "scenario": TraceJSON.string(distribution.scenario), "seed": TraceJSON.seed(distribution.seed),
      "runs": .integer(Int64(distribution.runs)),
      "landings": .object(
        JSONObject(distribution.pages.map { .init(name: $0.page, value: .number($0.share)) })),
      "at": [
        "mean": .integer(distribution.mean), "p50": .integer(distribution.p50),
        "p90": .integer(distribution.p90), "p95": .integer(distribution.p95),
        "p99": .integer(distribution.p99), "max": .integer(distribution.max),
      ],
    ]
  }
}
