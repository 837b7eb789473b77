/// The caption beside a step's row, the most important part first.
enum StepCaption {
  static func caption(of index: Int, in summary: TraceSummary, _ titles: StepTitles) -> Scene.Caption {
    let (kind, past) = (summary.trace.steps[index].kind, summary.steps[index])
    let end = past.end ?? summary.end
    let isInstant = past.attempts.isEmpty && past.waits.isEmpty && kind != .group
    let took = past.start.flatMap { isInstant && $0 == end ? nil : TimeText.short(end - $0) }
    let late = late(past, summary)
    let rounds = past.rounds.count > 1 ? "\(past.rounds.count) rounds" : nil
    func caption(_ outcome: Scene.Outcome, _ parts: String?...) -> Scene.Caption {
      Scene.Caption(outcome: outcome, parts: parts.compactMap(\.self))
    }
    guard let settlement = past.settlement else {
      let percent = past.attempts.last.flatMap { $0.end == nil ? $0.percent : nil }
      guard let took else { return caption(.open, past.queued != nil ? "queued" : nil) }
      return caption(.open, took, percent.map { "\($0) %" } ?? "running")
    }
    switch settlement.status {
    case .succeeded:
      let source = settlement.source.flatMap { $0 == .live ? nil : $0.rawValue }
      return caption(.succeeded, took, settlement.name ?? source, rounds, late)
    case .recovered:
      let cause = cause(past)
      return caption(
        .recovered, took, settlement.source?.rawValue, settlement.name, cause?.error.map { "after \($0)" },
        cause?.codeWords, late)
    case .failed:
      let why = settlement.name ?? past.attempts.last?.error ?? (kind == .cache ? "not cached" : "failed")
      return caption(.failed, took, why, past.attempts.last?.codeWords, rounds, late)
    case .timedOut:
      return caption(
        .failed, past.start == nil ? "not started" : took, Status.timedOut.rawValue, rounds, late)
    case .skipped: return Scene.Caption(outcome: .skipped, parts: skipWords(settlement.reason, titles))
    case .cancelled:
      return past.start == nil ? caption(.cancelled, "not started") : caption(.cancelled, took, "cancelled")
    }
  }

  private static func skipWords(_ reason: SkipReason?, _ titles: StepTitles) -> [String] {
    switch reason {
    case .need(let need, let status): ["needs \(titles.step(need))", "(\(status.rawValue))"]
    case .condition: ["condition false"]
    case .group: ["group skipped"]
    case nil: ["skipped"]
    }
  }

  /// The attempt whose failure led to a fallback.
  private static func cause(_ past: TraceSummary.Step) -> TraceSummary.Attempt? {
    past.attempts.last { $0.origin == .own && $0.lateSince == nil }
  }

  private static func late(_ past: TraceSummary.Step, _ summary: TraceSummary) -> String? {
    guard let settled = past.end, past.attempts.contains(where: { $0.lateSince != nil }) else { return nil }
    return "+\(TimeText.short((past.lateEnd ?? summary.end) - settled)) late"
  }
}

extension TraceSummary.Attempt {
  /// The envelope's code, after the HTTP status if that is not 2xx; nil without a code.
  var codeWords: String? {
    guard outcomeWord != "succeeded" else { return nil }
    let status = codes?.status.flatMap { (200..<300).contains($0) ? nil : String($0) }
    let code = codes?.code.map { status == nil ? $0.description : "code \($0)" }
    let words = [status, code].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Trace {
  /// The reason why a step was skipped, as a short sentence such as `needs login, which failed`.
  func skipReason(_ reason: SkipReason?, of step: Int, name: (Int) -> String) -> String? {
    switch reason {
    case .need(let need, let status): return "needs \(name(need)), which \(status.asPredicate)"
    case .condition: return "its condition does not hold"
    case .group:
      let group = steps.indices.contains(step) ? steps[step].group : nil
      return "its group \(group.map { steps.indices.contains($0) ? name($0) + " " : "" } ?? "")was skipped"
    case nil: return nil
    }
  }
}

extension Status {
  fileprivate var asPredicate: String {
    switch self {
    case .succeeded: "succeeded"
    case .recovered: "was recovered"
    case .failed: "failed"
    case .timedOut: "timed out"
    case .skipped: "was skipped"
    case .cancelled: "was cancelled"
    }
  }
}
