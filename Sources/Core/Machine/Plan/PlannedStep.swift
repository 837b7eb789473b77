import LaunchFlowModel

/// A step as the machine reads it: numbers and ranges into the plan's flat arrays.
///
/// Times are nanoseconds; -1 means none.
package struct PlannedStep: Hashable, Sendable {
  package var kind: StepKind
  package var group: Int32 = -1
  /// One behind its last member, members of members included; its own index plus 1 for a plain step.
  package var end: Int32 = 0
  /// How many direct members it has.
  package var memberCount: Int32 = 0
  /// How many steps, the landing included, it waits for.
  package var waits: Int32 = 0
  package var isTail = false
  package var continues = false
  package var failFast = false
  /// Whether a landing rule names it.
  package var isWatched = false
  /// Whether anything that becomes of it can have a part in the landing.
  package var concernsLanding = false
  package var condition: Int32 = -1
  package var lane: Int32 = -1
  /// Whether it starts only while its lane has nothing else to do.
  package var whenIdle = false
  /// Its service's domain.
  package var domain: Int32 = -1
  package var awaited = PlannedWait.time
  /// The cache that it stores to.
  package var store: Int32 = -1
  /// A cache step's reading of its cache.
  package var reader: Int32 = -1
  /// The name of a value step's constant.
  package var constantName: Int32 = -1
  package var needs: Range<Int32> = 0..<0
  package var dependents: Range<Int32> = 0..<0
  package var ruleAfters: Range<Int32> = 0..<0
  /// The landing rules whose conditions read it.
  package var ruleReaders: Range<Int32> = 0..<0
  package var fallbacks: Range<Int32> = 0..<0
  package var names: Range<Int32> = 0..<0
  /// A group's: the conditions of its first names, in the same order.
  package var outcomes: Range<Int32> = 0..<0

  package init(kind: StepKind) { self.kind = kind }

  /// Whether a launch is degraded in which it goes wrong.
  package var canDegrade: Bool { !isTail && (kind == .http || kind == .action) }
}

/// What a wait is for. Its length, or its time-out, is the step's `timeout`.
package enum PlannedWait: Hashable, Sendable {
  case time
  case online
  /// One of the flow's signals.
  case signal(Int32)
}

/// A step's clocks, retries and polls. Apart from `PlannedStep`, so that each is small enough to be read
/// without being copied.
package struct PlannedClocks: Hashable, Sendable {
  /// Of an attempt, however far the app extends it.
  package var timeout: Int64 = -1
  /// When an attempt that the app does not extend ends with a time-out, which then is an answer of the driver; -1 where
  /// the app cannot extend it.
  package var unextendedTimeout: Int64 = -1
  package var deadline: Int64 = -1
  package var useFallbackAfter: Int64 = -1
  package var attempts: Int32 = 1
  /// The error classes that are retried, as bits.
  package var retryClasses: UInt8 = 0
  package var hasJitter = false
  package var delay: Int64 = 0
  package var factor: Double = 1
  package var maxDelay: Int64 = .max
  package var pollEvery: Int64 = -1
  package var pollFactor: Double = 1
  package var pollMaxEvery: Int64 = .max
  /// How many waits of a poll are shorter than the longest one.
  package var pollGrowth: Int32 = 0
  /// How failures are told apart by their error classes.
  package var errors = ErrorNumbers()

  package init() {}
}

/// A fallback as the machine reads it.
package struct PlannedFallback: Sendable {
  package enum Kind: UInt8, Sendable {
    case cache, value, http, action
  }

  package var kind: Kind
  /// A cache fallback's reading of its cache.
  package var reader: Int32 = -1
  /// The name of a constant.
  package var constantName: Int32 = -1
  package var timeout: Int64 = -1
  package var domain: Int32 = -1
}

/// A result or a failure of a step.
package struct PlannedName: Sendable {
  package var text: String
  package var isFailure: Bool
  package var allowsFallback = false
  /// The caches that this failure empties.
  package var clears: [Int] = []
  /// Whether it ends the polling.
  package var endsPolling = false
}

/// A landing rule as the machine reads it.
package struct PlannedRule: Sendable {
  package var page: Int32
  package var condition: Int32 = -1
  /// How many distinct steps it waits for.
  package var afters: Int32 = 0
  /// Rules of one number agree on page and notice.
  package var agreement: Int32
  /// The conditions of its notices, -1 for one without; empty where none has one.
  package var noticeConditions: Range<Int32> = 0..<0
}

/// Who reads a cache: a cache step, or a fallback of a step.
package struct CacheReader: Sendable {
  package var step: Int32
  package var cache: Int32
}
