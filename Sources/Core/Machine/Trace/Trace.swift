/// The record of one run: the machine's effects, each with its time.
///
/// A trace contains names, times and codes, never values.
public struct Trace: Equatable, Sendable {
  package var flow: String
  package var ownTitle: String?
  /// The version of the flow that ran; nil if the app does not give one.
  package var version: String?
  /// The scenario's name, the seed and the run's number, for a simulated run.
  package var scenario: String?
  package var seed: UInt64?
  package var run: UInt64?
  /// The environment whose services were called, for a real run.
  package var environment: String?
  /// The flow's deadline in nanoseconds.
  package var deadline: Int64
  /// The sum of all time-outs over all attempts, in nanoseconds.
  package var serialWorstCase: Int64
  /// The steps, in file order; a group comes before its members. Events name them by index.
  package var steps: [Step]
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
  /// The declaration of a step, as far as pictures need it. All times are in nanoseconds.
  package struct Step: Equatable, Sendable {
    package var name: String
    package var ownTitle: String?
    package var kind: StepKind
    /// The index of the step's group.
    package var group: Int?
    /// The indices of the needed steps.
    package var needs: [Int]
    /// The indices of the other steps that it waits for, including those that its condition names.
    package var after: [Int]
    /// Whether the step waits for the landing, directly or through others.
    package var isTail: Bool
    package var lane: String?
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

  package struct Event: Equatable, Sendable {
    /// Nanoseconds since the start.
    package var time: Int64
    package var kind: EventKind
    /// The cause of the event. A step starts after the last event that it waited for, is queued because of the step on
    /// its lane, and settles by the event that ended it. An attempt is cut or cancelled by a deadline, a group, the
    /// landing or the run. A group settles by its last member, a run lands by its last step. nil for no cause, and in
    /// traces that were recorded without causes.
    package var cause: Cause?
    /// The server's codes in the answer that ended an attempt; nil without an answer, and in traces without codes.
    package var codes: AnswerCodes?
    /// The facts at the start of the run; empty for other events, and in traces that were recorded without facts.
    package var facts: [StartFact] = []

    package init(at time: Int64, _ kind: EventKind, by cause: Cause? = nil, codes: AnswerCodes? = nil) {
      self.time = time
      self.kind = kind
      self.cause = cause
      self.codes = codes
    }
  }

  /// A kind of event. Steps are indices into `steps`.
  package enum EventKind: Equatable, Sendable {
    case started
    /// The step is ready but its lane is full.
    case queued(step: Int)
    /// The step has begun, or the group has opened to its members.
    case stepStarted(step: Int)
    case attemptStarted(step: Int, attempt: Int, origin: AttemptOrigin)
    /// The handler of the attempt reports its progress, from 0 to 100 and never less than before.
    case progressed(step: Int, attempt: Int, percent: Int)
    case attemptEnded(step: Int, attempt: Int, AttemptEnd)
    /// The attempt was told to end, but its handler continues. Its answer is ignored.
    case abandoned(step: Int, attempt: Int)
    case abandonedEnded(step: Int, attempt: Int)
    case waiting(step: Int, WaitReason, nanoseconds: Int64)
    /// The step has settled while this attempt continues as late work.
    case lateWork(step: Int, attempt: Int)
    case stored(step: Int, cache: String)
    case settled(step: Int, Settlement)
    /// The switch went offline; nil means the whole app.
    case offline(domain: String?)
    case online(domain: String?)
    /// The app gave this signal, with the result that names its value.
    case signalled(String, result: String? = nil)
    case cancelled
    // Indirect, since it is several times as large as the others.
    indirect case landed(Landing)
    /// All steps have settled and no late work is left.
    case finished
  }

  /// How an attempt ended, with its name as text.
  package typealias AttemptEnd = LaunchFlowMachine.AttemptEnd<String>
  /// How a step settled, with its name as text.
  package typealias Settlement = LaunchFlowMachine.Settlement<String?>

  package struct Landing: Equatable, Sendable {
    package var page: String
    package var ownTitle: String?
    package var kind = Flow.Page.Kind.normal
    /// The first rule of equal ones, from 0.
    package var rule: Int
    /// The notice as the flow's author wrote it, with its references not filled in.
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
