import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// What the outcomes of one source's attempts are called in a scenario's odds, in the order in which they were first seen.
struct OutcomeWords {
  private(set) var list: [String] = []
  /// The words that are codes.
  private var coded: Set<String> = []
  /// More answers are told by their class alone.
  private static let mostCoded = 8

  /// The number of an attempt's outcome; nil for one that was ended from outside.
  ///
  /// - Parameter codes: Its codes as they are said in odds, where they tell its end; nil for the end's name.
  mutating func number(of attempt: LaunchRecord.Attempt, _ names: Set<String>, codes: String?) -> Int? {
    var word = Self.word(attempt.end, names)
    if word != nil, let codes, coded.contains(codes) || coded.count < Self.mostCoded {
      coded.insert(codes)
      word = codes
    }
    return word.map { number(of: $0) }
  }

  mutating func number(of word: String) -> Int {
    if let known = list.firstIndex(of: word) { return known }
    list.append(word)
    return list.count - 1
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

/// The attempts of one source, a step's own work or one of its remote fallbacks, over many launches.
struct AttemptTally {
  var times = TimeBins()
  /// The codes that servers answered with, by their text.
  var codes: [String: Int] = [:]

  /// Adds the attempts of other launches.
  mutating func add(_ others: AttemptTally) {
    times.add(others.times)
    for (code, count) in others.codes { codes[code, default: 0] += count }
  }

  var count: Int { times.count { _ in true } }
  var cut: Int { times.count { $0 == nil } }

  /// How the source behaves.
  ///
  /// - Parameters:
  ///   - words: What its outcomes are called.
  ///   - own: What its calls take without the factor that the calls of a launch have in common; nil where there is no such
  ///     factor.
  func behaviour(_ words: [String], own: Survival? = nil) -> Scenario.Behaviour? {
    guard !times.isEmpty else { return nil }
    let survival = own ?? Survival(times.observations, outcomes: words.count)
    guard survival.answered > 0 else { return Scenario.Behaviour(outcome: .hang) }
    // Without the factor, no single attempt has a certain time, and half an attempt is beyond each end.
    let edge = own == nil ? 0 : min(0.25, 0.5 / Double(survival.answered))
    return Scenario.Behaviour(takes: takes(survival, edge), outcome: outcome(survival, words))
  }

  /// The percentiles that are written, in tenths of a percent.
  private static let percentiles =
    [0, 10, 20] + Array(stride(from: 50, through: 950, by: 50)) + [970, 980, 990, 995, 999, 1_000]

  private func takes(_ survival: Survival, _ edge: Double) -> Scenario.TimeTaken {
    let quantiles = Self.percentiles.compactMap { permille -> Scenario.Quantile? in
      let share = min(1 - edge, max(edge, Double(permille) / 1_000))
      guard let time = survival.time(at: share) else { return nil }
      // No percentile that a single attempt decides, but for the ends.
      guard
        permille == 0 || permille == 1_000 || Double(1_000 - permille) * Double(survival.answered) >= 5_000
      else { return nil }
      let whole = permille % 10 == 0 ? "\(permille / 10)" : "\(permille / 10).\(permille % 10)"
      return Scenario.Quantile("p" + whole, .microseconds((Double(time) / 1_000).rounded()))
    }
    return quantiles.first?.time == quantiles.last?.time
      ? .fixed(quantiles.first?.time ?? .zero) : .quantiles(quantiles)
  }

  /// The odds in millionths, which add up to 1 exactly as they are written.
  private func outcome(_ survival: Survival, _ words: [String]) -> Scenario.Outcome {
    var parts = zip(words, survival.outcomes).map { (word: $0, millionths: Int(($1 * 1e6).rounded())) }
    parts.append(("hang", Int(((1 - survival.answering) * 1e6).rounded())))
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
