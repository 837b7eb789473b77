/// A run as JSON, for other programs: the versioned contract of `simulate --format json`.
///
/// Times are whole nanoseconds since the start; values that do not apply are null.
package enum TraceJSON {
  /// The contract's version. It grows when a key is removed or gets another meaning.
  package static let format: Int64 = 1

  /// The notice is the landing's with its references filled in; nil takes it as the flow's author wrote it.
  package static func value(_ trace: Trace, notice: String? = nil) -> JSONValue {
    let summary = TraceSummary(trace)
    return [
      "format": .integer(format), "flow": .string(trace.flow), "scenario": string(trace.scenario),
      "seed": seed(trace.seed), "landing": landing(summary, notice: notice), "milestones": milestones(trace),
      "steps": steps(trace, summary),
      "criticalPath": .array(summary.criticalPath.map { .string(trace.steps[$0].name) }),
      "serial": ["work": .integer(summary.serialWork), "worstCase": .integer(trace.serialWorstCase)],
    ]
  }

  static func seed(_ seed: UInt64?) -> JSONValue { seed.map(JSONValue.unsigned) ?? .null }
  static func string(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
  static func integer(_ value: Int64?) -> JSONValue { value.map(JSONValue.integer) ?? .null }
  static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.map { .init(name: $0, value: $1) }))
  }

  private static func landing(_ summary: TraceSummary, notice: String?) -> JSONValue {
    guard let landing = summary.landing, let landedAt = summary.landedAt else { return .null }
    return [
      "page": .string(landing.page), "kind": .string(landing.kind.rawValue), "at": .integer(landedAt),
      "rule": .integer(Int64(landing.rule)),
      "notice": self.notice(landing.notice, text: notice), "degraded": .bool(landing.isDegraded),
      "cancelled": .bool(landing.isCancelled),
    ]
  }

  /// The times to the landing and to each signal, by name.
  private static func milestones(_ trace: Trace) -> JSONValue {
    object(trace.milestones.map { ($0.name, .integer(max(0, $0.time))) })
  }

  /// An empty notice counts as no notice.
  private static func notice(_ notice: Flow.Notice?, text: String?) -> JSONValue {
    guard let notice, case let text = text ?? notice.text, !text.isEmpty else { return .null }
    return ["text": .string(text), "style": .string(notice.style.rawValue)]
  }

  private static func steps(_ trace: Trace, _ summary: TraceSummary) -> JSONValue {
    object(trace.steps.indices.map { (trace.steps[$0].name, step($0, trace, summary.steps[$0])) })
  }

  private static func step(_ index: Int, _ trace: Trace, _ past: TraceSummary.Step) -> JSONValue {
    [
      "status": string(past.settlement?.status.rawValue), "result": string(past.settlement?.name),
      "source": string(past.settlement?.source?.rawValue), "start": integer(past.start),
      "end": integer(past.end),
      "attempts": .array(past.attempts.map(attempt)),
      "reason": string(
        trace.skipReason(
          past.settlement?.reason, of: index,
          name: { trace.steps.indices.contains($0) ? trace.steps[$0].name : "a step" })),
      "lateEnd": integer(past.lateEnd), "rounds": rounds(trace, past),
    ]
  }

  private static func rounds(_ trace: Trace, _ past: TraceSummary.Step) -> JSONValue {
    guard !past.rounds.isEmpty else { return .null }
    return .array(
      past.rounds.map { round in
        let members = round.members.map { member -> (String, JSONValue) in
          let (status, name) = (member.settlement.status.rawValue, member.settlement.name)
          return (trace.steps[member.step].name, ["status": .string(status), "result": string(name)])
        }
        return ["start": .integer(round.start), "end": integer(round.end), "members": object(members)]
      })
  }

  private static func attempt(_ attempt: TraceSummary.Attempt) -> JSONValue {
    let origin = if case .fallback(let index) = attempt.origin { "fallback[\(index)]" } else { "own" }
    return [
      "start": .integer(attempt.start), "end": integer(attempt.end), "error": string(attempt.error),
      "outcome": string(attempt.outcomeWord), "origin": .string(origin),
      "http": integer(attempt.codes?.status.map(Int64.init)), "code": attempt.codes?.code?.value ?? .null,
    ]
  }
}
