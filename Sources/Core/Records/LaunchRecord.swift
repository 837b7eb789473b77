import LaunchFlowMachine

/// The record of one launch: names, times in nanoseconds, error classes and codes, never a value.
///
/// It contains the ends of all attempts, so the launch can be played again with a changed flow.
package struct LaunchRecord: Equatable, Sendable {
  /// Identifies the launch, so that a record that was read twice counts once.
  package var id: Pseudonym?
  package var flow: String
  /// The version of the flow that ran; nil if the app does not give one.
  package var version: String?
  /// Identifies an installation with a version of the flow; nil if its launches are not recorded together.
  package var installation: Pseudonym?
  /// The hour in which the launch began, in UTC, such as `2026-07-31T14`.
  package var hour: String?
  package var labels: [LaunchLabel] = []
  /// The facts at the start of the run; empty if they were not recorded.
  package var facts: [StartFact] = []
  /// The steps with attempts, in the order of their first attempts.
  package var steps: [Step] = []
  /// The changes of the offline switch after the start.
  package var switches: [SwitchChange] = []
  package var signals: [Signal] = []
  /// When the run was cancelled; nil if it was not.
  package var cancelled: Int64?
  /// The landing; nil if the process ended before it.
  package var landing: Landing?
  package var end: Int64 = 0
  /// How long the process slept during the launch; nil if it did not. Then the times say nothing about the flow.
  package var slept: Int64?
  package var leftOut = 0
  /// The unit in nanoseconds to which times are rounded; nil for ``standardPrecision``.
  package var precision: Int64?

  package static let mostAttempts = 64
  package static let mostBytes = 1 << 14

  package init(flow: String, version: String? = nil) {
    (self.flow, self.version) = (flow, version)
  }
}

extension LaunchRecord {
  /// One step's attempts, in order: the first one is attempt 1.
  package struct Step: Hashable, Sendable {
    package var name: String
    package var attempts: [Attempt]

    package init(_ name: String, _ attempts: [Attempt] = []) {
      (self.name, self.attempts) = (name, attempts)
    }
  }

  package struct Attempt: Hashable, Sendable {
    package var start: Int64
    /// The time to its end; for an attempt that was ended from outside, the time in which it certainly had no answer.
    package var took: Int64
    package var end: End
    /// The number of the remote fallback among the step's tried ones, from 0; nil for the step's own work.
    package var fallback: Int?
    package var codes: AnswerCodes?
    package var wait: Wait?

    package init(start: Int64, took: Int64, _ end: End, fallback: Int? = nil) {
      (self.start, self.took, self.end, self.fallback) = (start, took, end, fallback)
    }
  }

  package enum End: Hashable, Sendable {
    /// It answered with a value, which may have a result.
    case succeeded(result: String?)
    case refused(failure: String)
    case failed(ErrorClass)
    case timedOut
    /// A deadline ended it.
    case cut
    /// The landing, a group or the run's cancellation ended it, or it was still open.
    case cancelled
    case switchedOff

    /// Whether the attempt was ended from outside, so that its further course is unknown.
    package var isCensored: Bool {
      switch self {
      case .succeeded, .refused, .failed: false
      case .timedOut, .cut, .cancelled, .switchedOff: true
      }
    }
  }

  package struct Wait: Hashable, Sendable {
    /// The longest wait that the flow allows there.
    package var longest: Int64
    /// The wait that was drawn; for a wait that was cut, the least possible one.
    package var drawn: Int64
    /// Whether the wait was ended from outside, so that a longer one may have been drawn.
    package var isCut: Bool

    package init(longest: Int64, drawn: Int64, isCut: Bool = false) {
      (self.longest, self.drawn, self.isCut) = (longest, drawn, isCut)
    }
  }

  package struct SwitchChange: Hashable, Sendable {
    package var time: Int64
    /// The domain; nil means the whole app.
    package var domain: String?
    package var isOffline: Bool
  }

  package struct Signal: Hashable, Sendable {
    package var name: String
    package var time: Int64
    /// The result that names its value; nil for none.
    package var result: String?
  }

  package struct Landing: Hashable, Sendable {
    package var page: String
    package var time: Int64
    /// Whether a call failed, timed out or was recovered before the landing.
    package var isDegraded: Bool
    /// Whether the run was cancelled before it landed by itself.
    package var isCancelled: Bool

    package init(page: String, time: Int64, isDegraded: Bool = false, isCancelled: Bool = false) {
      (self.page, self.time) = (page, time)
      (self.isDegraded, self.isCancelled) = (isDegraded, isCancelled)
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
}
