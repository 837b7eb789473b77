import LaunchFlowModel

/// A trace read step by step: when each waited, worked and settled, and which of them the landing waited for.
/// All times are in nanoseconds since the start.
public struct TraceSummary: Hashable, Sendable {
  /// One attempt.
  public struct Attempt: Hashable, Sendable {
    /// From 1, counted over the step's own attempts and its remote fallbacks'.
    public var number: Int
    public var origin: Trace.AttemptOrigin
    public var start: Int64
    /// nil while it goes on.
    public var end: Int64?
    public var outcome: Trace.AttemptEnd?
    /// Whether its handler went on after it had been told to end, and until when.
    public var isAbandoned = false
    public var abandonedEnd: Int64?
    /// Since when it was late work.
    public var lateSince: Int64?
  }

  /// A wait between two attempts.
  public struct Wait: Hashable, Sendable {
    public var reason: Trace.WaitReason
    public var start: Int64
    public var end: Int64
  }

  /// What became of one step.
  public struct Step: Hashable, Sendable {
    /// When all that it waits for had settled; nil when it never came to that.
    public var ready: Int64?
    /// Since when it queued for its lane.
    public var queued: Int64?
    /// nil when it never started.
    public var start: Int64?
    /// When it settled, started or not.
    public var end: Int64?
    public var settlement: Trace.Settlement?
    public var attempts: [Attempt] = []
    public var waits: [Wait] = []
    /// When its late work ended.
    public var lateEnd: Int64?
    /// The cache that its value was stored to.
    public var storedTo: String?
    /// The index of what it was started by: the step whose settling made it ready or freed its lane.
    public var startedBy: Int?
  }

  /// In the trace's order of steps.
  public var steps: [Step]
  /// When the run landed, and how.
  public var landedAt: Int64?
  public var landing: Trace.Landing?
  public var cancelledAt: Int64?
  /// When everything was over; at the least the last event's time.
  public var end: Int64
  /// The steps that the landing waited for, first to last.
  public var criticalPath: [Int]
  /// The sum of all attempts' own times: what they would have taken one after another.
  public var serialWork: Int64
}
