extension Learner.Source {
  /// Further answers keep only their class.
  private static let mostCoded = 8

  /// The number of an attempt's outcome; nil for one that was ended from outside.
  ///
  /// - Parameter codes: Its codes as they are said in odds, where they tell its end; nil for the end's name.
  mutating func outcome(of attempt: LaunchRecord.Attempt, _ names: Set<String>, codes: String?) -> Int? {
    guard var word = Self.word(attempt.end, names) else { return nil }
    if let codes, coded.contains(codes) || coded.count < Self.mostCoded {
      coded.insert(codes)
      word = codes
    }
    if let known = outcomes.firstIndex(of: word) { return known }
    outcomes.append(word)
    return outcomes.count - 1
  }

  /// The word of an end in odds; nil for an attempt that was ended from outside. A result or failure that the flow no
  /// longer has is a plain success or a business error.
  private static func word(_ end: LaunchRecord.End, _ names: Set<String>) -> String? {
    switch end {
    case .succeeded(let name?): names.contains(name) ? name : "ok"
    case .succeeded(nil): "ok"
    case .refused(let name): names.contains(name) ? name : ErrorClass.business.rawValue
    case .failed(let errorClass): errorClass.rawValue
    case .timedOut, .cut, .cancelled, .switchedOff: nil
    }
  }
}

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

extension Survival {
  /// As a scenario says it.
  ///
  /// - Parameter isPart: Whether each attempt counts in part. Then no single one has a certain time, and half an attempt is
  ///   beyond each end.
  func behaviour(_ words: [String], isPart: Bool) -> Scenario.Behaviour {
    guard answered > 0 else { return .init(outcome: .hang) }
    let edge = isPart ? min(0.25, 0.5 / Double(answered)) : 0
    return .init(takes: takes(edge), outcome: outcome(words))
  }

  /// The percentiles that are written, in tenths of a percent. Between them, times are drawn evenly: the farther apart
  /// they are where late calls become rare, the more late calls are learned.
  private static let percentiles =
    [0, 10, 20] + Array(stride(from: 50, through: 900, by: 50))
    + [925, 950, 960, 970, 975, 980, 990, 995, 998, 999, 1_000]

  /// - Parameter edge: The share of attempts beyond each end.
  private func takes(_ edge: Double) -> Scenario.TimeTaken {
    let quantiles = Self.percentiles.compactMap { permille -> Scenario.Quantile? in
      let share = min(1 - edge, max(edge, Double(permille) / 1_000))
      let time = answers.time(at: share)
      // No percentile that a single attempt decides, but for the ends.
      guard
        permille == 0 || permille == 1_000 || Double(1_000 - permille) * Double(answered) >= 2_000
      else { return nil }
      let whole = permille % 10 == 0 ? "\(permille / 10)" : "\(permille / 10).\(permille % 10)"
      return Scenario.Quantile("p" + whole, .microseconds((Double(time) / 1_000).rounded()))
    }
    return quantiles.first?.time == quantiles.last?.time
      ? .fixed(quantiles.first?.time ?? .zero) : .quantiles(quantiles)
  }

  /// The odds in millionths, which add up to 1 exactly as they are written.
  private func outcome(_ words: [String]) -> Scenario.Outcome {
    var parts = zip(words, outcomes).map { (word: $0, millionths: Int(($1 * 1e6).rounded())) }
    parts.append(("hang", Int(((1 - answering) * 1e6).rounded())))
    let rest = 1_000_000 - parts.reduce(0) { $0 + $1.millionths }
    if let largest = parts.indices.max(by: { parts[$0].millionths < parts[$1].millionths }) {
      parts[largest].millionths += rest
    }
    parts.removeAll { $0.millionths <= 0 }
    parts.sort { ($1.millionths, $0.word) < ($0.millionths, $1.word) }
    if parts.count == 1 {
      if parts[0].word == "ok" { return .opaque }
      if parts[0].word == "hang" { return .hang }
    }
    return .odds(parts.map { Scenario.Odds($0.word, Double($0.millionths) / 1e6) })
  }
}
