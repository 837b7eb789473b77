import LaunchFlowRecords
import LaunchFlowSimulator

extension FlowPlan {
  /// The codes of a failed attempt as they are said in odds; nil where an answer with them would end in another way.
  func codes(of attempt: LaunchRecord.Attempt, _ step: Int) -> String? {
    switch attempt.end {
    case .refused, .failed: break
    case .succeeded, .timedOut, .cut, .cancelled, .switchedOff: return nil
    }
    guard let codes = attempt.codes.flatMap(Scenario.Odds.Codes.init(recorded:)),
      Scenario.Odds.Codes(codes.words) == codes, let origin = origin(attempt.fallback, of: step),
      request(of: step, origin: origin) != nil
    else { return nil }
    switch (read(answer(codes, of: step, origin: origin), of: step, origin: origin).outcome, attempt.end) {
    case (.failed(let read), .failed(let recorded)): return read == recorded ? codes.words : nil
    case (.refused(let number), .refused(let failure)):
      return name(number, of: step) == failure ? codes.words : nil
    default: return nil
    }
  }

  /// The place of an attempt's source among the step's fallbacks.
  private func origin(_ remote: Int?, of step: Int) -> AttemptOrigin? {
    guard let remote else { return .own }
    let places = remoteFallbacks(of: step)
    return places.indices.contains(remote) ? .fallback(places[remote]) : nil
  }
}

extension Scenario.Odds.Codes {
  fileprivate init?(recorded: AnswerCodes) {
    let status = recorded.status ?? 200
    switch recorded.code {
    case .number(let number): self.init(status: status, code: .integer(number))
    case .listed(let text): self.init(status: status, code: .string(text))
    case .other: return nil
    case nil:
      if recorded.status == nil { return nil }
      self.init(status: status)
    }
  }
}
