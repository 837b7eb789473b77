/// Two groups of real launches as JSON: the versioned contract of `compare --records` and `replay`, `--format json`.
///
/// Times are in nanoseconds, shares from 0 to 1. A difference is the second group's value minus the first
/// one's; a bound that the launches do not give is null.
package enum MeasuredComparisonJSON {
  package static func value(_ comparison: MeasuredComparison) -> JSONValue {
    [
      "format": .integer(TraceJSON.format), "flow": .string(comparison.flow),
      "by": .string(comparison.label), "within": TraceJSON.string(comparison.within),
      "before": side(comparison.before), "after": side(comparison.after),
      "figures": .array(comparison.figures.map(figure)), "figureRisk": .number(comparison.risk),
      "gate": .array(
        comparison.rules.map { ["rule": .string($0.text), "verdict": .string($0.outcome)] }),
      "risk": .number(comparison.ruleRisk), "warnings": .array(comparison.warnings.map(JSONValue.string)),
      "notes": .array(comparison.notes.map(JSONValue.string)),
    ]
  }

  private static func side(_ side: MeasuredComparison.Side) -> JSONValue {
    [
      "name": .string(side.name), "launches": .integer(Int64(side.launches)),
      "installations": side.installations == 0 ? .null : .integer(Int64(side.installations)),
    ]
  }

  private static func figure(_ figure: MeasuredComparison.Figure) -> JSONValue {
    let isTime = figure.kind == .time
    func value(_ value: Double?) -> JSONValue {
      guard let value else { return .null }
      return isTime ? .integer(value.clampedToInt64) : .number(value)
    }
    return [
      "figure": .string(figure.name), "kind": .string(figure.kind.rawValue), "before": value(figure.before),
      "after": value(figure.after), "worst": value(figure.worst),
      "difference": value(figure.after - figure.before),
      "least": value(figure.least), "most": value(figure.most),
      "beyondChance": .bool(figure.isBeyondChance),
    ]
  }
}
