import LaunchFlowMachine

/// The time at which an action's attempt is cut, which the app may move.
final class AttemptLimit: Sendable {
  private let host: any EngineHost
  /// On the loop's clock, like all times here.
  private let latest: Int64
  private let due: Locked<Int64>
  private let moved: @Sendable (_ due: Int64) -> Void

  /// - Parameters:
  ///   - timeout: The nanoseconds from now after which the attempt is cut.
  ///   - latest: The nanoseconds from now beyond which it cannot be extended.
  ///   - moved: Called with each new time.
  init(
    on host: any EngineHost, timeout: Int64, latest: Int64, moved: @escaping @Sendable (_ due: Int64) -> Void
  ) {
    let now = host.loop.now
    self.host = host
    self.latest = now.plus(latest)
    self.moved = moved
    due = Locked(now.plus(timeout))
  }

  /// The present time of the cut.
  var time: Int64 { due.withLock { $0 } }

  /// Whether the machine's own time-out comes no later.
  var isLatest: Bool { time >= latest }

  /// The present time of the cut, on the handlers' clock.
  var instant: ContinuousClock.Instant { host.clock.now + .nanoseconds(time - host.loop.now) }

  /// Moves the cut to a time from now, if that is later.
  func extend(by duration: Duration) {
    let wanted = min(latest, host.loop.now.plus(max(0, duration.nanoseconds)))
    // Handed over under the lock, or two threads could do so in the wrong order.
    due.withLock { due in
      guard wanted > due else { return }
      due = wanted
      moved(wanted)
    }
  }
}
