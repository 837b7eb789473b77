import LaunchFlowModel

/// What happened in one run: the driver's record of the machine's effects, each with its time.
///
/// A trace holds names, times and codes, never values.
public struct Trace: Equatable, Sendable {
  /// The flow's name.
  public package(set) var flow: String
  /// The flow's own title; nil where it has none.
  package var ownTitle: String?
  /// The version of the flow that ran; nil where the app does not say.
  package var version: String?
  /// The scenario's name, if one was simulated.
  package var scenario: String?
  /// The seed, if it was simulated.
  package var seed: UInt64?
  /// The run's number, if it was simulated.
  package var run: UInt64?
  /// The environment whose services were called, if it was a real run.
  package var environment: String?
  /// The flow's deadline in nanoseconds.
  package var deadline: Int64
  /// The sum of all time-outs over all attempts in nanoseconds: the worst that one after another could take.
  package var serialWorstCase: Int64
  /// The steps, in file order; a group comes before its members. Events name them by index.
  package var steps: [Step]
  /// What happened, in order.
  package var events: [Event]

  package init(
    flow: String, scenario: String? = nil, seed: UInt64? = nil, run: UInt64? = nil,
    environment: String? = nil, deadline: Int64, serialWorstCase: Int64, steps: [Step], events: [Event] = []
  ) {
    self.flow = flow
    self.scenario = scenario
    self.seed = seed
    self.run = run
    self.environment = environment
    self.deadline = deadline
    self.serialWorstCase = serialWorstCase
    self.steps = steps
    self.events = events
  }
}

extension Trace {
  /// What a step is, as far as a picture needs it. All times are in nanoseconds.
  package struct Step: Equatable, Sendable {
    package var name: String
    /// The step's own title; nil where it has none.
    package var ownTitle: String?
    /// What the step does.
    package var kind: StepKind
    /// The index of its group.
    package var group: Int?
    /// The indices of the steps that it needs.
    package var needs: [Int]
    /// The indices of the other steps that it waits for, those that its condition names included.
    package var after: [Int]
    /// Whether it waits for the landing, directly or not.
    package var isTail: Bool
    /// The lane that it queues for.
    package var lane: String?
    /// Bounds one attempt.
    package var timeout: Int64?
    /// Bounds all attempts and the waits between them; on a group, its members.
    package var deadline: Int64?

    package init(
      name: String, kind: StepKind, group: Int? = nil, needs: [Int] = [], after: [Int] = [],
      isTail: Bool = false, lane: String? = nil, timeout: Int64? = nil, deadline: Int64? = nil
    ) {
      self.name = name
      self.kind = kind
      self.group = group
      self.needs = needs
      self.after = after
      self.isTail = isTail
      self.lane = lane
      self.timeout = timeout
      self.deadline = deadline
    }
  }

  /// One thing that happened at a time.
  package struct Event: Equatable, Sendable {
    /// Nanoseconds since the start.
    package var time: Int64
    /// What happened.
    package var kind: EventKind
    /// What made it happen. A step starts by what it waited for last, is queued by the step that holds its lane, and
    /// settles by what ended it; an attempt is cut or cancelled by a deadline, a group, the landing or the run; a
    /// group settles by its last member, a run lands by its last step. nil where nothing did, and in traces that
    /// were recorded without causes.
    package var cause: Cause?
    /// What the server said in codes, where an answer ended an attempt; nil where no server answered, and in traces
    /// that were recorded without codes.
    package var codes: AnswerCodes?
    /// What the run knew, where it started; empty elsewhere, and in traces that were recorded without it.
    package var facts: [StartFact] = []

    package init(at time: Int64, _ kind: EventKind, by cause: Cause? = nil, codes: AnswerCodes? = nil) {
      self.time = time
      self.kind = kind
      self.cause = cause
      self.codes = codes
    }
  }

  /// What happened. Steps are indices into `steps`.
  package enum EventKind: Equatable, Sendable {
    case started
    /// The step is ready but its lane is full.
    case queued(step: Int)
    /// The step has begun: left its queue, or as a group opened to its members.
    case stepStarted(step: Int)
    case attemptStarted(step: Int, attempt: Int, origin: AttemptOrigin)
    /// The handler of the attempt says how far it has come, from 0 to 100 and never less than before.
    case progressed(step: Int, attempt: Int, percent: Int)
    case attemptEnded(step: Int, attempt: Int, AttemptEnd)
    /// The attempt was told to end and did not: its handler goes on, unheard.
    case abandoned(step: Int, attempt: Int)
    /// An abandoned handler came to its end.
    case abandonedEnded(step: Int, attempt: Int)
    /// The step waits before its next attempt.
    case waiting(step: Int, WaitReason, nanoseconds: Int64)
    /// The step has settled while this attempt goes on as late work.
    case lateWork(step: Int, attempt: Int)
    case stored(step: Int, cache: String)
    case settled(step: Int, Settlement)
    /// The switch went offline; nil is the whole app.
    case offline(domain: String?)
    case online(domain: String?)
    /// The app gave this signal.
    case signalled(String)
    case cancelled
    case landed(Landing)
    /// All steps have settled and no late work is left.
    case finished
  }

  /// How an attempt ended, with its name as text.
  package typealias AttemptEnd = LaunchFlowMachine.AttemptEnd<String>
  /// How a step settled, with its name as text.
  package typealias Settlement = LaunchFlowMachine.Settlement<String?>

  /// Where a run ended.
  package struct Landing: Equatable, Sendable {
    package var page: String
    /// The page's own title; nil where it has none.
    package var ownTitle: String?
    /// What the page means for the user.
    package var kind = Flow.Page.Kind.normal
    /// The first rule that was noted, from 0.
    package var rule: Int
    /// The notice as the flow's author wrote it: what it refers to is not filled in.
    package var notice: Flow.Notice?
    /// Whether an `http` or `action` step failed, timed out or was recovered before the landing.
    package var isDegraded: Bool
    /// Whether the run was cancelled before it landed by itself.
    package var isCancelled: Bool

    package init(page: String, rule: Int, notice: Flow.Notice?, isDegraded: Bool, isCancelled: Bool) {
      self.page = page
      self.rule = rule
      self.notice = notice
      self.isDegraded = isDegraded
      self.isCancelled = isCancelled
    }
  }
}
