/// A trace by steps: when each waited, worked and settled, and for which of them the landing waited. All times are in
/// nanoseconds since the start.
package struct TraceSummary: Sendable {
  package struct Attempt: Sendable {
    /// From 1, counted over the attempts of the step's own work and its remote fallbacks.
    package var number: Int
    package var origin: AttemptOrigin
    /// Whether it began beside the step's own work.
    package internal(set) var isBeside = false
    package var start: Int64
    /// The progress that the handler reported, from 0 to 100; nil for none.
    package var percent: Int?
    /// The time of the end; nil while it continues.
    package var end: Int64?
    package var outcome: Trace.AttemptEnd?
    /// The server's codes; nil if no server answered.
    package var codes: AnswerCodes?
    /// The cause that cut or cancelled the attempt; nil if it ended by itself.
    package internal(set) var endCause: Cause?
    /// Whether its handler continued after it had been told to end.
    package var isAbandoned = false
    /// When the abandoned handler ended; nil if it never did.
    package var abandonedEnd: Int64?
    package var lateSince: Int64?
  }

  /// A wait between two attempts.
  package struct Wait: Sendable {
    package var reason: WaitReason
    /// The end of the attempt before the wait.
    package var start: Int64
    /// The end of the wait; the planned one while it continues.
    package var end: Int64
  }

  /// One round of a group's members.
  package struct Round: Sendable {
    package struct Member: Sendable {
      package var step: Int
      package internal(set) var settlement: Trace.Settlement
    }

    package var start: Int64
    /// The time of the end, before a wait for the next round; nil while it continues.
    package var end: Int64?
    /// The group's direct members that settled in the round, in the trace's order of steps.
    package var members: [Member] = []
  }

  package struct Step: Sendable {
    /// When everything that the step waits for had settled; nil if that never happened.
    package var ready: Int64?
    /// When it began to queue for its lane.
    package var queued: Int64?
    /// The step on its lane when it began to queue.
    package internal(set) var laneHolder: Int?
    /// When it started; nil if it never did.
    package var start: Int64?
    /// When it settled, started or not.
    package var end: Int64?
    package internal(set) var settlement: Trace.Settlement?
    /// The rounds of a group; several only if it is polled. Empty for a plain step, and for a group that never started.
    package internal(set) var rounds: [Round] = []
    /// The attempts of its own work and its remote fallbacks, in order.
    package var attempts: [Attempt] = []
    package var waits: [Wait] = []
    package internal(set) var lateEnd: Int64?
    package internal(set) var storedTo: String?
    /// The cause of its start; nil if it waited for nothing.
    package internal(set) var startCause: Cause?
    /// The cause of its settling: for a group its last member, otherwise an event outside of the step.
    package internal(set) var endCause: Cause?
  }

  package let trace: Trace
  package internal(set) var steps: [Step]
  /// When the run landed; nil before the landing.
  package internal(set) var landedAt: Int64?
  package internal(set) var landing: Trace.Landing?
  /// When the run was cancelled; nil if it was not.
  package internal(set) var cancelledAt: Int64?
  /// When everything ended; at least the last event's time.
  package internal(set) var end: Int64
  /// The steps that the landing waited for, from first to last, without groups and skipped steps, which take no time of
  /// their own. Empty before the landing, for a landing that waited for nothing, and in a trace without causes.
  package internal(set) var criticalPath: [Int] = []
  /// The sum of all attempts' times, as if they had run one after another.
  package internal(set) var serialWork: Int64 = 0
  /// The step that the landing waited for.
  var landedBy: Int?
  let members: [[Int]]

  /// Reads a complete or partial trace, in linear time. An event that names an unknown step or attempt is ignored.
  ///
  /// - Parameter now: The time of a run that continues, in nanoseconds since its start; nil means the last event's.
  package init(_ trace: Trace, now: Int64? = nil) {
    self.trace = trace
    members = trace.members
    steps = Array(repeating: Step(), count: trace.steps.count)
    end = max(0, now ?? 0)
    for event in trace.events { read(event) }
    finish()
  }
}

extension TraceSummary.Attempt {
  /// The failure in one word: an error class, a refusal's name, or `timeout` if a deadline cut the attempt.
  package var error: String? {
    switch outcome {
    case .failed(let errorClass): errorClass.rawValue
    case .refused(let failure): failure
    case .cut: ErrorClass.timeout.rawValue
    case .succeeded, .cancelled, nil: nil
    }
  }

  package var outcomeWord: String? { outcome?.word }
}
