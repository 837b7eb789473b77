/// A step, compiled for the machine: numbers and ranges into the plan's flat arrays.
///
/// Times are nanoseconds; -1 means none.
package struct PlannedStep: Equatable, Sendable {
  package internal(set) var kind: StepKind
  package internal(set) var group: Int32 = -1
  /// The index after the last member of a group, inner members included; the step's own index plus 1 for a plain step.
  package internal(set) var end: Int32 = 0
  /// How many direct members the group has.
  package internal(set) var memberCount: Int32 = 0
  /// How many steps the step waits for; the landing counts as one.
  package internal(set) var waits: Int32 = 0
  package internal(set) var isTail = false
  package internal(set) var continues = false
  package internal(set) var failFast = false
  /// Whether a landing rule names the step.
  package internal(set) var isWatched = false
  package internal(set) var concernsLanding = false
  package internal(set) var condition: Int32 = -1
  package internal(set) var lane: Int32 = -1
  package internal(set) var whenIdle = false
  package internal(set) var domain: Int32 = -1
  package internal(set) var awaited = PlannedWait.time
  package internal(set) var store: Int32 = -1
  package internal(set) var reader: Int32 = -1
  package internal(set) var constantName: Int32 = -1
  package internal(set) var dependents: Range<Int32> = 0..<0
  package internal(set) var ruleAfters: Range<Int32> = 0..<0
  /// The landing rules whose conditions read the step.
  package internal(set) var ruleReaders: Range<Int32> = 0..<0
  package internal(set) var fallbacks: Range<Int32> = 0..<0
  /// The track of its fallbacks' attempts, which may be in flight beside its own; -1 if they only follow its own.
  package internal(set) var hedge: Int32 = -1
  package internal(set) var names: Range<Int32> = 0..<0
  /// A group's conditions, in the order of its first names.
  package internal(set) var outcomes: Range<Int32> = 0..<0

  package init(kind: StepKind) { self.kind = kind }

  /// Whether a failure of the step makes the launch degraded.
  package var canDegrade: Bool { !isTail && (kind == .http || kind == .action) }
}

/// The event that a wait waits for. The wait's length, or its time-out, is the step's `timeout`.
package enum PlannedWait: Equatable, Sendable {
  case time
  case online
  case signal(Int32)
}

/// A step's clocks, retries and polls. They are separate from `PlannedStep`, so that both are small enough to be read
/// without a copy.
package struct PlannedClocks: Equatable, Sendable {
  /// The time-out of an attempt; the latest one if the app can extend it.
  package internal(set) var timeout: Int64 = -1
  /// The time-out of an attempt that the app could extend but does not. The driver reports it as an answer. -1 if the
  /// app cannot extend attempts.
  package internal(set) var unextendedTimeout: Int64 = -1
  package internal(set) var deadline: Int64 = -1
  package internal(set) var useFallbackAfter: Int64 = -1
  /// Whether a fallback begins at its time while the step's own work goes on. Otherwise only local values are used then.
  package internal(set) var hedges = false
  package internal(set) var attempts: Int32 = 1
  /// The error classes that are retried, as bits.
  package internal(set) var retryClasses: UInt16 = 0
  package internal(set) var hasJitter = false
  package internal(set) var delay: Int64 = 0
  package internal(set) var factor: Double = 1
  package internal(set) var maxDelay: Int64 = .max
  package internal(set) var pollEvery: Int64 = -1
  package internal(set) var pollFactor: Double = 1
  package internal(set) var pollMaxEvery: Int64 = .max
  /// How many waits of a poll are shorter than the longest one.
  package internal(set) var pollGrowth: Int32 = 0
  package internal(set) var errors = ErrorNumbers()

  package init() {}
}

package struct PlannedFallback: Sendable {
  package enum Kind: UInt8, Sendable {
    case cache, value, http, action
  }

  package internal(set) var kind: Kind
  package internal(set) var reader: Int32 = -1
  package internal(set) var constantName: Int32 = -1
  package internal(set) var timeout: Int64 = -1
  package internal(set) var domain: Int32 = -1
  /// How long after the one before it the fallback begins at the latest; -1 if it begins when that one has failed.
  package internal(set) var gap: Int64 = -1

  var isRemote: Bool { kind == .http || kind == .action }
}

/// A result or a failure of a step.
package struct PlannedName: Sendable {
  package internal(set) var text: String
  package internal(set) var isFailure: Bool
  package internal(set) var allowsFallback = false
  package internal(set) var clears: [Int] = []
  package internal(set) var endsPolling = false
}

package struct PlannedRule: Sendable {
  package internal(set) var page: Int32
  package internal(set) var condition: Int32 = -1
  /// How many distinct steps the rule waits for.
  package internal(set) var afters: Int32 = 0
  /// A number that rules with the same page and notice share.
  package internal(set) var agreement: Int32
  /// The conditions of the rule's notices, -1 for a notice without one; empty if no notice has one.
  package internal(set) var noticeConditions: Range<Int32> = 0..<0
}

/// A reader of a cache: a cache step, or a fallback of a step.
package struct CacheReader: Sendable {
  package internal(set) var step: Int32
  package internal(set) var cache: Int32
}
