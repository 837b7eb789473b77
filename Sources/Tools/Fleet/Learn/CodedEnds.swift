extension FlowPlan {
  /// The codes of a failed attempt as they are said in odds; nil where an answer with them would end in another way.
  func codes(of attempt: LaunchRecord.Attempt, _ step: Int) -> String? {
    guard let recorded = attempt.codes, recorded.status != nil || recorded.code != nil else { return nil }
    let code: JSONValue?
    switch recorded.code {
    case .number(let number): code = .integer(number)
    case .listed(let text): code = .string(text)
    case .other: return nil
    case nil: code = nil
    }
    let codes = Scenario.Odds.Codes(status: recorded.status ?? 200, code: code)
    let places = remoteFallbacks(of: step)
    guard Scenario.Odds.Codes(codes.words) == codes, attempt.fallback.map(places.indices.contains) ?? true
    else { return nil }
    let origin = attempt.fallback.map { AttemptOrigin.fallback(places[$0]) } ?? .own
    guard request(of: step, origin: origin) != nil else { return nil }
    switch (read(answer(codes, of: step, origin: origin), of: step, origin: origin).outcome, attempt.end) {
    case (.failed(let read), .failed(let recorded)): return read == recorded ? codes.words : nil
    case (.refused(let number), .refused(let failure)):
      return name(number, of: step) == failure ? codes.words : nil
    default: return nil
    }
  }
}
