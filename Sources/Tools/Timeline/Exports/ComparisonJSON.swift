/// Two runs, or the landings of many, as JSON: the versioned contract of `compare --format json`.
///
/// Times are whole nanoseconds since the start; values that do not apply are null. A difference is the second
/// value minus the first.
package enum ComparisonJSON {
  package static func value(_ before: PicturedRun, _ after: PicturedRun) -> JSONValue {
    let comparison = RunComparison(TraceSummary(before.trace), TraceSummary(after.trace))
    let landings = [comparison.landedBefore, comparison.landedAfter].compactMap(\.self)
    return [
      "format": .integer(TraceJSON.format),
      "before": TraceJSON.value(before.trace, notice: before.notice),
      "after": TraceJSON.value(after.trace, notice: after.notice),
      "difference": TraceJSON.integer(landings.count == 2 ? landings[1] - landings[0] : nil),
      "steps": .array(comparison.steps.map(step)),
    ]
  }

  private static func step(_ step: RunComparison.Step) -> JSONValue {
    [
      "step": TraceJSON.string(step.name), "before": TraceJSON.integer(step.before.duration),
      "after": TraceJSON.integer(step.after.duration),
      "difference": .integer((step.after.duration ?? 0) - (step.before.duration ?? 0)),
      "statusBefore": TraceJSON.string(step.before.status?.rawValue),
      "statusAfter": TraceJSON.string(step.after.status?.rawValue),
      "settledBefore": TraceJSON.integer(step.before.settledAt),
      "settledAfter": TraceJSON.integer(step.after.settledAt), "costBefore": .integer(step.before.cost),
      "costAfter": .integer(step.after.cost),
    ]
  }

  /// Shares are those of pairs of runs with the same random numbers.
  package static func value(_ comparison: DistributionComparison) -> JSONValue {
    let differences = comparison.figures.map { ($0.name, JSONValue.integer($0.after - $0.before)) }
    return [
      "format": .integer(TraceJSON.format), "before": DistributionJSON.value(comparison.before),
      "after": DistributionJSON.value(comparison.after), "difference": TraceJSON.object(differences),
      "sooner": .number(comparison.sooner), "later": .number(comparison.later),
      "pages": .array(
        comparison.moves.map {
          [
            "before": TraceJSON.string($0.before), "after": TraceJSON.string($0.after),
            "share": .number($0.share),
          ]
        }),
    ]
  }
}
