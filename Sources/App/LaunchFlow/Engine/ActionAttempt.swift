import LaunchFlowMachine

/// An attempt of an action, whose app code can move its cut and report its progress.
final class ActionAttempt: Sendable {
  private struct State {
    var due: Int64
    var percent = -1
  }

  private let world: AppWorld
  private let ticket: AttemptTicket
  /// The latest possible time of the cut: the machine's own time-out.
  private let latest: Int64
  private let state: Locked<State>

  /// - Parameters:
  ///   - due: The loop's time at which the attempt is cut.
  ///   - latest: The loop's latest possible time of the cut.
  init(_ ticket: AttemptTicket, in world: AppWorld, due: Int64, latest: Int64) {
    self.ticket = ticket
    self.world = world
    self.latest = latest
    state = Locked(State(due: due))
  }

  /// The current time of the cut.
  var due: Int64 { state.withLock { $0.due } }

  /// Whether the cut is as late as the machine's own time-out.
  var isLatest: Bool { due >= latest }

  /// The current time of the cut, on the handlers' clock.
  var instant: ContinuousClock.Instant { world.instant(of: due) }

  /// Moves the cut to a time from now, if that is later.
  func extend(by duration: Duration) {
    let wanted = min(latest, world.engine.host.loop.now.plus(max(0, duration.nanoseconds)))
    // Passed on under the lock; otherwise two threads could do so in the wrong order.
    state.withLock { state in
      guard wanted > state.due else { return }
      state.due = wanted
      world.moveCut(of: ticket, to: wanted)
    }
  }

  /// Passes on a progress, at most once for each percent, so that code that reports in a tight loop does not load the
  /// event loop.
  ///
  /// - Parameter progress: From 0 to 1. Other values are limited to this range; NaN is ignored.
  func report(_ progress: Double) {
    guard !progress.isNaN else { return }
    let percent = Int(max(0, min(1, progress)) * 100)
    state.withLock { state in
      guard percent > state.percent else { return }
      state.percent = percent
      world.progressed(ticket, percent)
    }
  }
}
