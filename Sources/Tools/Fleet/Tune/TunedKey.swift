/// A key of a flow file whose value may be tuned.
package enum TunedKey: String, CaseIterable, Hashable, Sendable {
  case timeout, maxTimeout, deadline, useFallbackAfter
  case attempts = "retry.attempts"
  case delay = "retry.delay"
  case maxDelay = "retry.maxDelay"
  case every = "poll.every"
  case wait = "await"

  /// The keys that a step has or may get, in the order of the format; none for a step that another file declares.
  package static func keys(of step: Flow.Step) -> [TunedKey] {
    step.includer != nil ? [] : allCases.filter { $0.fits(step) && !$0.isGiven(in: step) }
  }

  /// Whether a step has the key or may get it. A retry's delays and a poll's pace are only changed, never added.
  private func fits(_ step: Flow.Step) -> Bool {
    switch self {
    case .timeout: step.isCall && !step.isUnbounded || step.awaited == .online || step.awaitedSignal != nil
    case .maxTimeout: if case .action = step.work { !step.isUnbounded } else { false }
    case .deadline: step.isCall && !step.isUnbounded || step.members != nil
    case .useFallbackAfter, .attempts: step.isCall && !step.isUnbounded
    case .delay, .maxDelay: step.retry != nil
    case .every: step.poll != nil
    case .wait: step.awaitedTime != nil
    }
  }

  /// Whether an input gives it, which is the app's to choose.
  private func isGiven(in step: Flow.Step) -> Bool {
    step.timesFromInputs.contains { $0.key.tokens.joined(separator: ".") == rawValue }
  }

  /// Whether a flow may do without it.
  package var isOptional: Bool {
    switch self {
    case .timeout, .maxTimeout, .deadline, .useFallbackAfter, .maxDelay: true
    case .attempts, .delay, .every, .wait: false
    }
  }

  package var isCount: Bool { self == .attempts }

  /// The value in a step: nanoseconds or a count; nil without one.
  package func value(in step: Flow.Step, of flow: Flow) -> Int64? {
    switch self {
    case .timeout: (step.timeout ?? (step.isCall ? flow.defaults.timeout : nil))?.nanoseconds
    case .maxTimeout: step.maxTimeout?.nanoseconds
    case .deadline: step.deadline?.nanoseconds
    case .useFallbackAfter: step.useFallbackAfter?.nanoseconds
    case .attempts: Int64(flow.retry(of: step)?.attempts ?? 1)
    case .delay: step.retry?.delay.nanoseconds
    case .maxDelay: step.retry?.maxDelay?.nanoseconds
    case .every: step.poll?.every.nanoseconds
    case .wait: step.awaitedTime?.nanoseconds
    }
  }
}

extension Flow.Step {
  fileprivate var awaitedTime: Duration? { if case .time(let time, _) = awaited { time } else { nil } }
}
