import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// Which recorded failures their HTTP status and envelope code tell, so that a scenario can say the codes themselves.
struct CodedEnds: Sendable {
  private struct Key: Hashable {
    var step: Int
    var fallback: Int?
    var words: String
    var end: LaunchRecord.End
  }

  private let plan: FlowPlan
  /// What was asked before: the flow's rules are applied once to each answer.
  private var known: [Key: Bool] = [:]

  private static let mostKnown = 1_000

  init(_ plan: FlowPlan) { self.plan = plan }

  /// The codes of an attempt as they are said in odds; nil where an answer with them would end in another way.
  mutating func word(_ attempt: LaunchRecord.Attempt, of step: Int) -> String? {
    switch attempt.end {
    case .refused, .failed: break
    case .succeeded, .timedOut, .cut, .cancelled, .switchedOff: return nil
    }
    guard let codes = attempt.codes.flatMap(Self.codes), Scenario.Odds.Codes(codes.words) == codes else {
      return nil
    }
    let key = Key(step: step, fallback: attempt.fallback, words: codes.words, end: attempt.end)
    let tells = known[key] ?? tells(codes, attempt, step)
    if known.count < Self.mostKnown { known[key] = tells }
    return tells ? codes.words : nil
  }

  private static func codes(_ recorded: AnswerCodes) -> Scenario.Odds.Codes? {
    let status = recorded.status ?? 200
    switch recorded.code {
    case .number(let number): return .init(status: status, code: .integer(number))
    case .listed(let text): return .init(status: status, code: .string(text))
    case .other: return nil
    case nil: return recorded.status == nil ? nil : .init(status: status)
    }
  }

  /// Whether the flow reads an answer with these codes as the recorded end.
  private func tells(
    _ codes: Scenario.Odds.Codes, _ attempt: LaunchRecord.Attempt, _ step: Int
  ) -> Bool {
    guard let origin = origin(attempt.fallback, of: step), plan.request(of: step, origin: origin) != nil
    else {
      return false
    }
    switch (
      plan.read(plan.answer(codes, of: step, origin: origin), of: step, origin: origin).outcome, attempt.end
    ) {
    case (.failed(let read), .failed(let recorded)): return read == recorded
    case (.refused(let number), .refused(let name)): return plan.name(number, of: step) == name
    default: return false
    }
  }

  /// The place of an attempt's source among the step's fallbacks.
  private func origin(_ remote: Int?, of step: Int) -> AttemptOrigin? {
    guard let remote else { return .own }
    let places = plan.remoteFallbacks(of: step)
    return places.indices.contains(remote) ? .fallback(places[remote]) : nil
  }
}
