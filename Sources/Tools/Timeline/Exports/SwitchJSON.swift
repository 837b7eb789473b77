/// A switch's trace as JSON, for other programs: the versioned contract of `simulate --format json`.
///
/// Times are whole nanoseconds since the start; values that do not apply are null.
package enum SwitchJSON {
  /// The contract's version. It grows when a key is removed or gets another meaning.
  package static let format: Int64 = 1

  package static func value(_ trace: SwitchTrace) -> JSONValue {
    [
      "format": .integer(format), "switch": .string(trace.name),
      "scenario": TraceJSON.string(trace.scenario), "seed": TraceJSON.seed(trace.seed),
      "end": .integer(trace.end), "offline": .array(trace.periods.map { period($0, trace) }),
      "faults": .array(trace.faults.map { fault($0, trace) }), "figures": figures(trace.figures),
    ]
  }

  private static func figures(_ figures: SwitchFigures) -> JSONValue {
    [
      "detect": times(figures.detect), "recover": times(figures.recover),
      "flips": .integer(Int64(figures.counts.flips)),
      "falseOfflines": .integer(Int64(figures.counts.falseOfflines)),
      "missed": .integer(Int64(figures.counts.missed)),
      "probes": .integer(Int64(figures.probes)), "questions": .integer(Int64(figures.questions)),
      "probesPerHour": .double(figures.probesPerHour),
    ]
  }

  private static func times(_ times: SwitchFigures.Times) -> JSONValue {
    ["max": TraceJSON.integer(times.max), "never": .integer(Int64(times.never))]
  }

  private static func period(_ period: SwitchTrace.Period, _ trace: SwitchTrace) -> JSONValue {
    [
      "cause": .string(trace.name(of: period.cause)), "from": .integer(period.from),
      "to": TraceJSON.integer(period.to),
    ]
  }

  private static func fault(_ fault: SwitchTrace.Fault, _ trace: SwitchTrace) -> JSONValue {
    [
      "domain": TraceJSON.string(fault.domain.map { trace.domains[$0] }), "from": .integer(fault.from),
      "to": .integer(fault.to),
    ]
  }
}
