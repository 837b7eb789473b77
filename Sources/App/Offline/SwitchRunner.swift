import LaunchFlow
import LaunchFlowSwitch

/// Drives the switch's machine in real time, on an event loop that the app cannot starve.
///
/// Each event has the time of its arrival, and timers that were due before are handled first. So a delayed loop
/// decides in the same way as a punctual one.
final class SwitchRunner: @unchecked Sendable {
  // After the initializer, all variables are read and written on the event loop only, except by `deinit`, which runs on
  // the thread that releases the last reference. The constants are fixed, and `observers` has its own lock.

  /// The first and the longest wait before an unknown mark is read again. Each wait is twice the one before.
  private static let markWaits: (first: Int64, longest: Int64) = (500_000_000, 30_000_000_000)
  private static let mostReadings = 3

  private let world: SwitchWorld
  private let loop: any EventLoop
  private var alarm: (any Alarm)?
  /// The newest time that the machine got. Times never decrease.
  private var latest: Int64
  private var machine: SwitchMachine
  private var schedule: Schedule
  /// By slot.
  private var timers: [Int: SwitchTimer] = [:]
  private let onInput: InputListener?
  /// By domain; -1 for the probe.
  private var exchanges: [Int: PendingExchange] = [:]
  private var hasStopped = false
  /// By press: the callback that waits for it.
  private var waiting: [Int: @Sendable ((any Error)?) -> Void] = [:]
  /// The last write of the mark. The next one waits for it.
  private var lastWrite: Task<Void, Never>?
  /// Whether the mark has been read or set by the user.
  private var isMarkKnown: Bool
  private var markWait = markWaits.first
  /// How many readings of the mark have not been answered.
  private var openReadings = 1
  /// Whether a mark that was read late is being applied. It is already stored.
  private var isRestoring = false
  let observers: SwitchObservers

  /// Receives each input with its effects and its time on the loop's clock; on the event loop.
  typealias InputListener = @Sendable (SwitchMachine.Input, [SwitchMachine.Effect], Int64) -> Void

  /// - Parameters:
  ///   - mark: The first reading of the mark; nil for an unknown one.
  ///   - onInput: For tests that compare inputs and effects with a simulation.
  init(_ world: SwitchWorld, loop: any EventLoop, mark: Bool?, onInput: InputListener?) {
    self.world = world
    self.loop = loop
    latest = loop.now
    machine = SwitchMachine(world.plan)
    schedule = Schedule(slots: world.plan.timerSlots + 1)
    self.onInput = onInput
    isMarkKnown = mark != nil
    // A caller that asks at once must see the mark, so this state is set before the event loop's first turn.
    observers = SwitchObservers(
      OfflineState(causes: mark == true ? [.marked] : [], isMarkKnown: isMarkKnown))
    alarm = loop.makeAlarm { [weak self] in self?.takeTimers() }
    post(.started(isMarked: mark == true, path: .unknown), .process)
    if !isMarkKnown { post(.process) { runner, _ in runner.setRetry() } }
  }

  deinit {
    for exchange in exchanges.values { world.cancel(exchange) }
  }

  /// Handles an event at the time of its arrival, after the timers that were due before it. On any thread.
  func post(
    _ order: SwitchEventOrder, _ event: @escaping @Sendable (_ runner: SwitchRunner, _ time: Int64) -> Void
  ) {
    let arrival = loop.now
    loop.perform { [weak self] in
      guard let self else { return }
      while let due = schedule.pop(before: arrival, order.key) { fire(due) }
      event(self, arrival)
      takeTimers()
    }
  }

  /// Gives the machine an input. On any thread.
  func post(_ input: SwitchMachine.Input, _ order: SwitchEventOrder) {
    post(order) { runner, time in
      runner.handle(input, at: time)
      // Data that was protected until the first unlock may be readable now.
      if input == .returned { runner.readMark() }
    }
  }

  private func takeTimers() {
    let now = loop.now
    while let due = schedule.pop(before: now) { fire(due) }
    alarm?.set(at: schedule.nextTime())
  }

  private func fire(_ due: Schedule.Due) {
    guard let timer = timers[due.slot] else { return readMark() }
    handle(.timerFired(timer), at: due.time)
  }

  /// Presses the button, or releases it. The callback is called when the mark is stored, or with the error. On any thread.
  func press(_ isMarked: Bool, _ onStored: @escaping @Sendable ((any Error)?) -> Void) {
    post(.mark) { runner, time in
      guard !runner.hasStopped else { return onStored(CancellationError()) }
      guard runner.world.plan.document.marked != nil else { return onStored(nil) }
      // The user's press counts more than a later answer of the store.
      runner.isMarkKnown = true
      runner.handle(.markRequested(isMarked), at: time)
      runner.waiting[runner.machine.press] = onStored
    }
  }

  /// Ends all work. A stopped switch does not change. On any thread.
  func stop() {
    post(.process) { runner, _ in
      runner.hasStopped = true
      runner.schedule.clearAll()
      for exchange in runner.exchanges.values { runner.world.cancel(exchange) }
      runner.exchanges = [:]
    }
  }

  private func handle(_ input: SwitchMachine.Input, at due: Int64) {
    guard !hasStopped else { return }
    latest = max(latest, due)
    let time = latest
    machine.handle(input)
    onInput?(input, machine.effects, time)
    var hasChanged = false
    for effect in machine.effects {
      apply(effect, at: time)
      switch effect {
      case .began, .ended: hasChanged = true
      default: break
      }
    }
    if hasChanged { publish() }
  }

  private func publish() {
    observers.publish(OfflineState(causes: machine.causes.map(name), isMarkKnown: isMarkKnown))
  }

  private func name(of cause: SwitchCause) -> OfflineState.Cause {
    switch cause {
    case .marked: .marked
    case .network(.wifi): .wifi
    case .network(.cellular): .cellular
    case .domain(let domain): .domain(world.plan.domains[domain])
    }
  }
}

extension SwitchRunner {
  private func apply(_ effect: SwitchMachine.Effect, at time: Int64) {
    switch effect {
    case .startProbe(let number, _):
      exchanges[-1] = world.send(to: nil) { [weak self, plan = world.plan] answer in
        self?.post(.probeEnded(number: number, isGood: plan.isGood(answer)), .probe)
      }
    case .ask(let domain, let number):
      exchanges[domain] = world.send(to: domain) { [weak self, plan = world.plan] answer in
        let verdict = plan.verdict(answer)
        self?.post(.questionEnded(domain: domain, number: number, verdict), .question(domain: domain))
      }
    case .probeEnded(_, let end): forget(-1, isAnswered: end == .good || end == .failed)
    case .questionEnded(let domain, _, let end):
      forget(domain, isAnswered: end != .timedOut && end != .calledOff)
    case .storeMark(let isMarked, let number): storeMark(isMarked, number)
    case .arm(let timer, let nanoseconds, let jitter):
      let wait = jitter ? Int64.random(in: 0...max(0, nanoseconds)) : nanoseconds
      let slot = world.plan.slot(of: timer)
      timers[slot] = timer
      schedule.set(slot, at: time.plus(wait), order: SwitchEventOrder.timer(timer).key)
    case .disarm(let timer): schedule.clear(world.plan.slot(of: timer))
    case .began, .ended, .windowOpened, .decided, .suspected, .cleared, .lapsed: break
    }
  }

  private func forget(_ question: Int, isAnswered: Bool) {
    guard let exchange = exchanges.removeValue(forKey: question), !isAnswered else { return }
    world.cancel(exchange)
  }

  /// Stores marks one after another, so that the newest press is stored last.
  private func storeMark(_ isMarked: Bool, _ number: Int) {
    guard !isRestoring else { return post(.markStored(number: number), .mark) }
    let former = lastWrite
    let world = world
    lastWrite = HandlerThreads.stores.run { [weak self] in
      await former?.value
      let problem = await world.storeMark(isMarked)
      self?.post(.mark) { runner, time in
        runner.handle(.markStored(number: number), at: time)
        runner.waiting.removeValue(forKey: number)?(problem)
        runner.publish()
      }
    }
  }
}

// Repeated readings of an unknown mark.
extension SwitchRunner {
  private func readMark() {
    guard !isMarkKnown, !hasStopped else { return }
    setRetry()
    guard openReadings < Self.mostReadings else { return }
    openReadings += 1
    world.readMark { [weak self] reading in self?.markRead(reading) }
  }

  /// Reads the mark again after a wait, even if the store does not answer at all.
  private func setRetry() {
    schedule.set(world.plan.timerSlots, at: loop.now + markWait, order: 0)
    markWait = min(2 * markWait, Self.markWaits.longest)
  }

  /// Takes a reading of the mark; nil if it failed. On any thread.
  func markRead(_ isMarked: Bool?) {
    post(.mark) { runner, time in
      runner.openReadings -= 1
      guard let isMarked, !runner.isMarkKnown, !runner.hasStopped else { return }
      runner.isMarkKnown = true
      guard isMarked else { return runner.publish() }
      runner.isRestoring = true
      runner.handle(.markRequested(true), at: time)
      runner.isRestoring = false
    }
  }
}
