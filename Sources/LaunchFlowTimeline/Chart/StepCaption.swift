import LaunchFlowMachine
import LaunchFlowModel

/// What a chart says beside a row, the most telling part first.
struct StepCaption {
  /// How it went, which decides sign and colour.
  enum Tone: Hashable {
    case open, succeeded, recovered, failed, skipped, cancelled
  }

  var tone: Tone
  /// The parts in order; those at the end are left out first where room is short.
  var parts: [String]

  init(_ row: TimelineRow, in chart: TimelineChart, ascii: Bool) {
    switch row.subject {
    case .step(let index), .group(let index):
      self.init(step: index, in: chart, ascii: ascii)
    case .folded(let steps):
      self.init(tone: .succeeded, parts: Self.counts(steps, chart.summary))
    case .offline:
      let first = row.segments.first?.start ?? 0
      let isOver = (row.segments.last?.end ?? 0) < chart.summary.end
      let words = isOver ? [] : ["to the end"]
      self.init(tone: .failed, parts: ["from \(TimeText.short(first, ascii: ascii))"] + words)
    }
  }

  private init(tone: Tone, parts: [String]) {
    self.tone = tone
    self.parts = parts
  }

  private init(step index: Int, in chart: TimelineChart, ascii: Bool) {
    let past = chart.summary.steps[index]
    let end = past.end ?? chart.summary.end
    let isInstant = past.attempts.isEmpty && chart.trace.steps[index].kind != .group
    let took = past.start.flatMap { isInstant && $0 == end ? nil : TimeText.short(end - $0, ascii: ascii) }
    let late = Self.late(past, in: chart, ascii: ascii)
    let rounds = past.rounds.count > 1 ? "\(past.rounds.count) rounds" : nil
    guard let settlement = past.settlement else {
      let percent = past.attempts.last.flatMap { $0.end == nil ? $0.percent : nil }
      parts =
        took.map { [$0, percent.map { "\($0) %" } ?? "running"] } ?? (past.queued != nil ? ["queued"] : [])
      tone = .open
      return
    }
    switch settlement.status {
    case .succeeded:
      tone = .succeeded
      let source = settlement.source.flatMap { $0 == .live ? nil : $0.rawValue }
      parts = [took, settlement.name ?? source, rounds, late].compactMap(\.self)
    case .recovered:
      tone = .recovered
      parts = [took, settlement.source?.rawValue, settlement.name, Self.cause(past), late].compactMap(\.self)
    case .failed:
      tone = .failed
      let isCache = chart.trace.steps[index].kind == .cache
      let why = settlement.name ?? past.lastError ?? (isCache ? "not cached" : "failed")
      parts = [took, why, rounds, late].compactMap(\.self)
    case .timedOut:
      tone = .failed
      parts = [past.start == nil ? "not started" : took, settlement.status.rawValue, rounds, late]
        .compactMap(\.self)
    case .skipped:
      tone = .skipped
      parts = chart.trace.skipWords(settlement.reason)
    case .cancelled:
      tone = .cancelled
      parts = past.start == nil ? ["not started"] : [took, "cancelled"].compactMap(\.self)
    }
  }

  /// Why a fallback was needed.
  private static func cause(_ past: TraceSummary.Step) -> String? {
    past.attempts.last { $0.origin == .own && $0.lateSince == nil }?.error.map { "after \($0)" }
  }

  private static func late(_ past: TraceSummary.Step, in chart: TimelineChart, ascii: Bool) -> String? {
    guard let settled = past.end, past.attempts.contains(where: { $0.lateSince != nil }) else { return nil }
    return "+\(TimeText.short((past.lateEnd ?? chart.summary.end) - settled, ascii: ascii)) late"
  }

  private static func counts(_ steps: [Int], _ summary: TraceSummary) -> [String] {
    Status.allCases.compactMap { status in
      let count = steps.filter { summary.steps[$0].settlement?.status == status }.count
      return count > 0 ? "\(count) \(status.rawValue)" : nil
    }
  }
}

extension TraceSummary.Attempt {
  /// Why it failed, in one word: an error class, a refusal's name, or `timeout` where a deadline cut it.
  var error: String? {
    switch outcome {
    case .failed(let errorClass): errorClass.rawValue
    case .refused(let failure): failure
    case .cut: ErrorClass.timeout.rawValue
    case .succeeded, .cancelled, nil: nil
    }
  }
}

extension TraceSummary.Step {
  /// The last attempt's error.
  fileprivate var lastError: String? { attempts.last?.error }
}

extension Trace {
  /// Why a step was skipped, in few words.
  fileprivate func skipWords(_ reason: SkipReason?) -> [String] {
    switch reason {
    case .need(let need, let status):
      ["needs \(steps.indices.contains(need) ? steps[need].name : "a step")", "(\(status.rawValue))"]
    case .condition: ["condition false"]
    case .group: ["group skipped"]
    case nil: ["skipped"]
    }
  }

  /// Why a step was skipped, as a short sentence such as `needs login, which failed`.
  func skipReason(_ reason: SkipReason?, of step: Int) -> String? {
    switch reason {
    case .need(let need, let status):
      let name = steps.indices.contains(need) ? steps[need].name : "a step"
      return "needs \(name), which \(status.asPredicate)"
    case .condition: return "its condition does not hold"
    case .group:
      let group = steps.indices.contains(step) ? steps[step].group : nil
      let name = group.flatMap { steps.indices.contains($0) ? steps[$0].name : nil }
      return "its group \(name.map { "\($0) " } ?? "")was skipped"
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
