/// An attempt of an action, whose app code can move its cut and report its progress.
final class ActionAttempt: HandlerTask, @unchecked Sendable {
  let ticket: AttemptTicket
  private let action: FlowActions.Action
  private let input: JSONValue?
  private let world: AppWorld
  /// The latest possible time of the cut: the machine's own time-out.
  private let latest: Int64
  // The lock guards them.
  private var cut: Int64
  private var percent = -1
  // Used by the task only.
  private var answer = Answer.error(.error)

  /// - Parameter due: The loop's time at which the attempt is cut.
  init(
    _ action: FlowActions.Action, _ input: JSONValue?, _ ticket: AttemptTicket, in world: AppWorld,
    due: Int64, latest: Int64, _ lock: Lock
  ) {
    self.action = action
    self.input = input
    self.ticket = ticket
    self.world = world
    self.latest = latest
    cut = due
    super.init(on: world.engine.host.handlers, lock)
  }

  nonisolated(nonsending) override func perform() async {
    let engine = world.engine
    let context = ActionContext(
      step: engine.plan.stepNames[ticket.step], inputs: world.inputs, input: input, attempt: ticket.attempt,
      time: engine.host.clock, running: self)
    do {
      answer = .value(try await action.body(context))
    } catch let refusal as ActionRefusal {
      answer = .refusal(refusal.name, message: refusal.message)
    } catch is CancellationError {
      // The engine did not cancel the handler, or ignores its answer by now.
      answer = .error(.network)
    } catch {
      answer = .error(.error)
    }
  }

  override func report() {
    world.ended(ticket, world.engine.plan.read(answer, of: ticket.step, origin: ticket.origin))
  }

  var due: Int64 { lock.withLock { cut } }

  /// Whether the cut is as late as the machine's own time-out.
  var isLatest: Bool { due >= latest }

  /// The current time of the cut, on the handlers' clock.
  var instant: ContinuousClock.Instant { world.instant(of: due) }

  /// Moves the cut to a time from now, if that is later.
  func extend(by duration: Duration) {
    let wanted = min(latest, world.engine.host.loop.now.plus(max(0, duration.nanoseconds)))
    // Passed on under the lock; otherwise two threads could do so in the wrong order.
    lock.withLock {
      guard wanted > cut else { return }
      cut = wanted
      world.moveCut(of: ticket, to: wanted)
    }
  }

  /// Passes on each percent at most once, so that code that reports in a tight loop does not load the event loop.
  ///
  /// - Parameter progress: From 0 to 1. Other values are limited to this range; NaN is ignored.
  func report(_ progress: Double) {
    guard !progress.isNaN else { return }
    let new = Int(max(0, min(1, progress)) * 100)
    lock.withLock {
      guard new > percent else { return }
      percent = new
      world.progressed(ticket, new)
    }
  }
}
