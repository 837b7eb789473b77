import LaunchFlowMachine
import LaunchFlowModel

/// What is kept of one launch: names, times in nanoseconds, error classes and codes, never a value.
///
/// It says what the world did to the launch, attempt by attempt. So the launch can be played again under a changed flow.
package struct LaunchRecord: Equatable, Sendable {
  /// Tells the launch apart from all others, so that a record that was read twice counts once.
  package var id: Pseudonym?
  /// The flow's name.
  package var flow: String
  /// The version of the flow that ran; nil where the app does not say.
  package var version: String?
  /// Of the launches of one installation and version, if all are recorded.
  package var installation: Pseudonym?
  /// The hour in which the launch began, in UTC, such as `2026-07-31T14`.
  package var hour: String?
  /// The app's own labels, by name.
  package var labels: [LaunchLabel] = []
  /// What the run knew at its start; empty where that was not recorded.
  package var facts: [StartFact] = []
  /// The steps that made attempts, in the order of their first ones.
  package var steps: [Step] = []
  /// When the offline switch went offline or came back after the start.
  package var switches: [SwitchChange] = []
  /// When the app gave signals.
  package var signals: [Signal] = []
  /// When the run was cancelled; nil if it was not.
  package var cancelled: Int64?
  /// Where the run landed; nil if it did not before its process ended.
  package var landing: Landing?
  /// When the record ends.
  package var end: Int64 = 0
  /// How many attempts were not kept.
  package var leftOut = 0

  /// The most attempts that a record keeps.
  package static let mostAttempts = 64
  /// The most bytes of a record's line.
  package static let mostBytes = 1 << 14

  /// A record of a flow without anything else.
  package init(flow: String, version: String? = nil) {
    self.flow = flow
    self.version = version
  }
}

extension LaunchRecord {
  /// One step's attempts, in order: the first one is attempt 1.
  package struct Step: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its attempts.
    package var attempts: [Attempt]

    /// Collects attempts.
    package init(_ name: String, _ attempts: [Attempt] = []) {
      self.name = name
      self.attempts = attempts
    }
  }

  /// One attempt.
  package struct Attempt: Hashable, Sendable {
    /// When it started.
    package var start: Int64
    /// How long it took; of one that was ended from outside, how long it certainly had no answer.
    package var took: Int64
    /// How it ended.
    package var end: End
    /// Of a remote fallback: which of the step's remote fallbacks it is, from 0.
    package var fallback: Int?
    /// What the server said in codes.
    package var codes: AnswerCodes?
    /// The wait before a retry after it.
    package var wait: Wait?

    /// Describes an attempt.
    package init(start: Int64, took: Int64, _ end: End, fallback: Int? = nil) {
      self.start = start
      self.took = took
      self.end = end
      self.fallback = fallback
    }
  }

  /// How an attempt ended.
  package enum End: Hashable, Sendable {
    /// It answered; its result, if it has one.
    case succeeded(result: String?)
    case refused(failure: String)
    case failed(ErrorClass)
    /// Its time-out ended it.
    case timedOut
    /// A deadline ended it.
    case cut
    /// The landing, a group or the run's cancellation ended it, or it was still open.
    case cancelled
    /// The offline switch ended it.
    case switchedOff

    /// Whether it was ended from outside, so that nobody knows how it would have gone on.
    package var isCensored: Bool {
      switch self {
      case .succeeded, .refused, .failed: false
      case .timedOut, .cut, .cancelled, .switchedOff: true
      }
    }
  }

  /// A wait before a retry.
  package struct Wait: Hashable, Sendable {
    /// The longest wait that the flow allows there.
    package var longest: Int64
    /// The wait that was drawn, or the least that it was.
    package var drawn: Int64
    /// Whether it was ended from outside, so that it may have been drawn longer.
    package var isCut: Bool

    /// Describes a wait.
    package init(longest: Int64, drawn: Int64, isCut: Bool = false) {
      self.longest = longest
      self.drawn = drawn
      self.isCut = isCut
    }
  }

  /// A change of the offline switch.
  package struct SwitchChange: Hashable, Sendable {
    /// When it happened.
    package var time: Int64
    /// The domain; nil is the whole app.
    package var domain: String?
    /// Whether it went offline.
    package var isOffline: Bool
  }

  /// A signal of the app.
  package struct Signal: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// When it was given.
    package var time: Int64
  }

  /// Where a launch landed.
  package struct Landing: Hashable, Sendable {
    /// The page.
    package var page: String
    /// When.
    package var time: Int64
    /// Whether a call failed, timed out or was recovered before it.
    package var isDegraded: Bool
    /// Whether the run was cancelled before it landed by itself.
    package var isCancelled: Bool

    /// Describes a landing.
    package init(page: String, time: Int64, isDegraded: Bool = false, isCancelled: Bool = false) {
      self.page = page
      self.time = time
      self.isDegraded = isDegraded
      self.isCancelled = isCancelled
    }
  }

  /// The word of a label. The version and the hour of the record count as labels.
  package func word(of label: String) -> String? {
    switch label {
    case "version": version ?? "none"
    case "hour": hour
    default: labels.first { $0.name == label }?.word
    }
  }

  /// The attempts of a step; empty where it made none.
  package func attempts(of step: String) -> [Attempt] {
    steps.first { $0.name == step }?.attempts ?? []
  }
}
