/// The clock of a run: continuous time, or virtual time in a test with `LaunchFlowTesting`.
///
/// In such a test, an action that waits by this clock takes no real time.
package struct FlowClock: Clock {
  package typealias Duration = Swift.Duration
  /// A point in time. In virtual time it is meaningful only on the clock that made it.
  package typealias Instant = ContinuousClock.Instant

  /// The clock that continues while the device sleeps.
  package static let continuous = FlowClock(now: { .now }) { instant, tolerance in
    try await ContinuousClock().sleep(until: instant, tolerance: tolerance)
  }

  private let readNow: @Sendable () -> Instant
  private let wait: @Sendable (Instant, Duration?) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (_ until: Instant, _ tolerance: Duration?) async throws -> Void
  ) {
    readNow = now
    wait = sleep
  }

  package var now: Instant { readNow() }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline, tolerance)
  }
}
