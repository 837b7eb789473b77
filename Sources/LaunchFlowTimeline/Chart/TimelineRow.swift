import LaunchFlowMachine
import LaunchFlowModel

/// One row of a timeline, before anything is drawn: what stands in it and when. Times are in nanoseconds.
struct TimelineRow {
  /// What a row is about.
  enum Subject: Hashable {
    case step(Int)
    case group(Int)
    /// Steps that nothing needs saying about.
    case folded([Int])
    /// The offline switch, or one of its domains.
    case offline(domain: String?)
  }

  /// A stretch of time.
  struct Segment: Hashable {
    enum Kind: Hashable {
      /// Ready, but the lane is full.
      case queued
      case work, fallbackWork
      case backoff, poll
      /// Work that no one waits for any more.
      case late
      /// A handler that would not end.
      case abandoned
      case group, folded, offline
    }

    /// How work came to its end, where that needs a sign.
    enum Ending: Hashable {
      case fine, failed, timedOut, cancelled, open
    }

    var kind: Kind
    var start: Int64
    var end: Int64
    var ending = Ending.fine
    /// The attempt's number where it needs one.
    var number: Int?
  }

  /// A moment.
  struct Mark: Hashable {
    enum Kind: Hashable {
      /// The step's or group's own deadline, had it not ended before.
      case deadline
      /// The step was told to make do with its fallback.
      case useFallback
      /// A fallback gave the value.
      case recovered
      /// It settled as it started.
      case instant
    }

    var kind: Kind
    var time: Int64
  }

  var subject: Subject
  /// How many groups it stands in.
  var depth: Int
  var isCritical: Bool
  /// In the order in which they are painted.
  var segments: [Segment]
  var marks: [Mark]
}

extension TimelineRow {
  /// Draws up a step's row.
  init(step index: Int, depth: Int, isCritical: Bool, in trace: Trace, _ summary: TraceSummary) {
    let step = trace.steps[index]
    let past = summary.steps[index]
    let isGroup = step.kind == .group
    self.init(
      subject: isGroup ? .group(index) : .step(index), depth: depth, isCritical: isCritical, segments: [],
      marks: [])
    if isGroup {
      if let start = past.start {
        segments.append(.init(kind: .group, start: start, end: past.end ?? summary.end))
      }
      // Between the rounds of a polled group.
      addWaiting(past, now: summary.end)
    } else {
      addWaiting(past, now: summary.end)
      addAttempts(step, past, summary)
    }
    addMarks(step, past, now: summary.end)
  }

  private mutating func addWaiting(_ past: TraceSummary.Step, now: Int64) {
    if let queued = past.queued {
      segments.append(.init(kind: .queued, start: queued, end: past.start ?? past.end ?? now))
    }
    for wait in past.waits {
      let end = past.end == nil ? min(wait.end, now) : wait.end
      segments.append(.init(kind: wait.reason == .retry ? .backoff : .poll, start: wait.start, end: end))
    }
  }

  private mutating func addAttempts(_ step: Trace.Step, _ past: TraceSummary.Step, _ summary: TraceSummary) {
    let isNumbered = past.attempts.count > 1
    for attempt in past.attempts {
      let end = attempt.end ?? summary.end
      if attempt.isAbandoned {
        segments.append(.init(kind: .abandoned, start: end, end: attempt.abandonedEnd ?? summary.end))
      }
      var late = attempt.lateSince
      // What goes on past the landing is late for everybody but the tail, which belongs there.
      if let landedAt = summary.landedAt, !step.isTail { late = min(late ?? landedAt, landedAt) }
      let ending = Segment.Ending(attempt)
      let number = isNumbered ? attempt.number : nil
      let kind: Segment.Kind = attempt.origin == .own ? .work : .fallbackWork
      if let late, late < end {
        segments.append(.init(kind: .late, start: max(late, attempt.start), end: end, ending: ending))
        guard late > attempt.start else { continue }
        segments.append(.init(kind: kind, start: attempt.start, end: late, number: number))
      } else {
        segments.append(.init(kind: kind, start: attempt.start, end: end, ending: ending, number: number))
      }
    }
  }

  private mutating func addMarks(_ step: Trace.Step, _ past: TraceSummary.Step, now: Int64) {
    guard let start = past.start else {
      if past.settlement?.status == .recovered, let end = past.end {
        marks.append(.init(kind: .recovered, time: end))
      }
      return
    }
    let end = past.end ?? now
    if let deadline = step.deadline, case let (time, overflow) = start.addingReportingOverflow(deadline),
      !overflow, time > max(end, past.lateEnd ?? end)
    {
      marks.append(.init(kind: .deadline, time: time))
    }
    if let after = step.useFallbackAfter, case let (time, overflow) = start.addingReportingOverflow(after),
      !overflow, time <= end
    {
      marks.append(.init(kind: .useFallback, time: time))
    }
    if past.settlement?.status == .recovered { marks.append(.init(kind: .recovered, time: end)) }
    if past.attempts.isEmpty, step.kind != .group, past.settlement?.status != .recovered {
      marks.append(.init(kind: .instant, time: end))
    }
  }
}

extension TimelineRow.Segment.Ending {
  init(_ attempt: TraceSummary.Attempt) {
    switch attempt.outcome {
    case .succeeded: self = .fine
    case .failed(.timeout), .cut: self = .timedOut
    case .refused, .failed: self = .failed
    case .cancelled: self = .cancelled
    case nil: self = .open
    }
  }
}
