import LaunchFlowModel

/// A trace read step by step: when each waited, worked and settled, and which of them the landing waited for.
/// All times are in nanoseconds since the start.
package struct TraceSummary: Equatable, Sendable {
  package struct Attempt: Equatable, Sendable {
    /// From 1, counted over the step's own attempts and its remote fallbacks'.
    package var number: Int
    /// Whether it was the step's own work or which fallback's.
    package var origin: AttemptOrigin
    /// When it began.
    package var start: Int64
    /// How far its handler said that it had come, from 0 to 100; nil where it said nothing.
    package var percent: Int?
    /// nil while it goes on.
    package var end: Int64?
    /// How it ended; nil while it goes on.
    package var outcome: Trace.AttemptEnd?
    /// What the server said in codes; nil where no server answered.
    package var codes: AnswerCodes?
    /// What cut or cancelled it; nil where it ended of itself.
    package var endCause: Cause?
    /// Whether its handler went on after it had been told to end, and until when.
    package var isAbandoned = false
    /// When the abandoned handler came to its end; nil when it never did.
    package var abandonedEnd: Int64?
    /// Since when it was late work.
    package var lateSince: Int64?
  }

  /// A wait between two attempts.
  package struct Wait: Equatable, Sendable {
    package var reason: WaitReason
    /// When the attempt before it had ended.
    package var start: Int64
    /// When it was over; as planned while it goes on.
    package var end: Int64
  }

  /// One time that a group went through its members.
  package struct Round: Equatable, Sendable {
    /// How a member settled in it.
    package struct Member: Equatable, Sendable {
      /// The member's index.
      package var step: Int
      /// How it settled.
      package var settlement: Trace.Settlement
    }

    /// When it began.
    package var start: Int64
    /// When it was over, before any wait for the next one; nil while it goes on.
    package var end: Int64?
    /// The group's own members that settled in it, in the trace's order of steps.
    package var members: [Member] = []
  }

  /// What became of one step.
  package struct Step: Equatable, Sendable {
    /// When all that it waits for had settled; nil when it never came to that.
    package var ready: Int64?
    /// Since when it queued for its lane.
    package var queued: Int64?
    /// The step that held its lane when it began to queue.
    package var laneHolder: Int?
    /// nil when it never started.
    package var start: Int64?
    /// When it settled, started or not.
    package var end: Int64?
    /// How it settled; nil while it is open.
    package var settlement: Trace.Settlement?
    /// Each time that a group went through its members: more than once where it is polled. Empty for a step, and
    /// for a group that never started.
    package var rounds: [Round] = []
    /// Its own attempts and its remote fallbacks', in order.
    package var attempts: [Attempt] = []
    /// The waits between attempts, in order.
    package var waits: [Wait] = []
    /// When its late work ended.
    package var lateEnd: Int64?
    /// The cache that its value was stored to.
    package var storedTo: String?
    /// What released it to start; nil when nothing was waited for.
    package var startCause: Cause?
    /// What made it settle: of a group its last member, else what ended it from outside.
    package var endCause: Cause?
    /// The index of what it was started by: the step whose settling made it ready or freed its lane. For a
    /// member that started with its group this is what started the group; nil when nothing was waited for.
    package var startedBy: Int?
  }

  /// In the trace's order of steps.
  package var steps: [Step]
  /// When the run landed; nil before.
  package var landedAt: Int64?
  /// How the run landed.
  package var landing: Trace.Landing?
  /// When the run was cancelled; nil when it was not.
  package var cancelledAt: Int64?
  /// When everything was over; at the least the last event's time.
  package var end: Int64
  /// The steps that the landing waited for, first to last. Groups and skipped steps take no time of their own
  /// and are left out. Empty before the landing, when it waited for nothing, and in a trace without causes.
  package var criticalPath: [Int]
  /// The sum of all attempts' own times: what they would have taken one after another.
  package var serialWork: Int64
}

extension TraceSummary {
  /// Reads a trace, a partial one too; linear in events and steps. An event that names a step or an
  /// attempt that does not exist is passed over.
  ///
  /// - Parameters:
  ///   - trace: What happened.
  ///   - now: Of a run that goes on: until when it has come, in nanoseconds since its start; nil is the last
  ///     event's time.
  package init(_ trace: Trace, now: Int64? = nil) {
    var reader = TraceReader(trace)
    reader.end = max(0, now ?? 0)
    for event in trace.events { reader.read(event) }
    self = reader.summary()
  }
}

extension TraceSummary.Attempt {
  /// Why it failed, in one word: an error class, a refusal's name, or `timeout` where a deadline cut it.
  package var error: String? {
    switch outcome {
    case .failed(let errorClass): errorClass.rawValue
    case .refused(let failure): failure
    case .cut: ErrorClass.timeout.rawValue
    case .succeeded, .cancelled, nil: nil
    }
  }

  /// How it ended, in one word; nil while it is open.
  package var outcomeWord: String? {
    switch outcome {
    case .succeeded: "succeeded"
    case .refused: "refused"
    case .failed: "failed"
    case .cut: "cut"
    case .cancelled: "cancelled"
    case nil: nil
    }
  }
}
