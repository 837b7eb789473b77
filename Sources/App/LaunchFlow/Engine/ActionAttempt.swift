import LaunchFlowMachine

/// An attempt as the app's code may steer it: when it is cut, and how far it has come.
final class ActionAttempt: Sendable {
  private struct State {
    var due: Int64
    var percent = -1
  }

  private let world: AppWorld
  private let ticket: AttemptTicket
  /// The loop's time beyond which the cut cannot be moved: the machine's own time-out.
  private let latest: Int64
  private let state: Locked<State>

  /// - Parameters:
  ///   - due: The loop's time at which the attempt is cut.
  ///   - latest: The loop's time beyond which the cut cannot be moved.
  init(_ ticket: AttemptTicket, in world: AppWorld, due: Int64, latest: Int64) {
    self.ticket = ticket
    self.world = world
    self.latest = latest
    state = Locked(State(due: due))
  }

  /// The present time of the cut.
  var due: Int64 { state.withLock { $0.due } }

  /// Whether the machine's own time-out comes no later.
  var isLatest: Bool { due >= latest }

  /// The present time of the cut, on the handlers' clock.
  var instant: ContinuousClock.Instant { world.instant(of: due) }

  /// Moves the cut to a time from now, if that is later.
  func extend(by duration: Duration) {
    let wanted = min(latest, world.engine.host.loop.now.plus(max(0, duration.nanoseconds)))
    // Handed over under the lock, or two threads could do so in the wrong order.
    state.withLock { state in
      guard wanted > state.due else { return }
      state.due = wanted
      world.moveCut(of: ticket, to: wanted)
    }
  }

  /// Passes on a progress, at most once for each percent: code that reports in a tight loop must not keep the event
  /// loop busy.
  ///
  /// - Parameter progress: From 0 to 1. Values beyond count as the nearer end; NaN is ignored.
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
