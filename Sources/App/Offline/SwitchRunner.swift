import LaunchFlow
import LaunchFlowSwitch

/// Drives the switch's machine in real time, on an event loop that the app cannot starve.
///
/// Each message has the time of its arrival, and timers that were due before are handled first. So a delayed loop
/// decides in the same way as a punctual one.
final class SwitchRunner: @unchecked Sendable {
  // After the initializer, all variables are read and written on the event loop only, except by `deinit`, which runs on
  // the thread that releases the last reference. The constants are fixed, and `observers` has its own lock.

  /// An event outside of the machine.
  enum Message: Sendable {
    case input(SwitchMachine.Input, SwitchEventOrder)
    /// The button was pressed. The callback is called when the mark is stored, or with the error.
    case press(Bool, @Sendable ((any Error)?) -> Void)
    case stored(number: Int, (any Error)?)
    case markRead(MarkReading)
    case stop
  }

  /// The first and the longest wait before an unknown mark is read again. Each wait is twice the one before.
  private static let markWaits: (first: Int64, longest: Int64) = (500_000_000, 30_000_000_000)
  private static let mostReadings = 3

  private let world: SwitchWorld
  private let loop: any EventLoop
  private var alarm: (any Alarm)?
  private let startedAt: Int64
  /// The newest time that the machine got. Times never decrease.
  private var latest: Int64
  private var machine: SwitchMachine
  private var schedule: Schedule
  private let onInput: InputListener?
  private var exchanges: [Question: PendingExchange] = [:]
  private var hasStopped = false
  /// By press: the callback that waits for it.
  private var waiting: [Int: @Sendable ((any Error)?) -> Void] = [:]
  private var pendingPress: (@Sendable ((any Error)?) -> Void)?
  /// The last write of the mark. The next one waits for it.
  private var lastWrite: Task<Void, Never>?
  /// Whether the mark has been read or set by the user.
  private var isMarkKnown: Bool
  private var markWait = markWaits.first
  private var isRetrySet = false
  /// How many readings of the mark have not been answered.
  private var openReadings = 1
  /// Whether a mark that was read late is being applied. It is already stored.
  private var isRestoring = false
  private let observers: SwitchObservers

  private enum Question: Hashable {
    case probe(Int)
    case domain(Int, Int)
  }

  /// Receives each input with its effects and its time, in nanoseconds since the start; on the event loop.
  typealias InputListener = @Sendable (SwitchMachine.Input, [SwitchMachine.Effect], Int64) -> Void

  /// - Parameters:
  ///   - mark: The first reading of the mark; unknown without an answer.
  ///   - onInput: For tests that compare inputs and effects with a simulation.
  init(_ world: SwitchWorld, loop: any EventLoop, mark: MarkReading, onInput: InputListener?) {
    self.world = world
    self.loop = loop
    startedAt = loop.now
    latest = startedAt
    machine = SwitchMachine(world.plan)
    schedule = Schedule(slots: world.plan.timerSlots + 1)
    self.onInput = onInput
    isMarkKnown = mark != .unknown
    // A caller that asks at once must see the mark, so this state is set before the event loop's first turn.
    observers = SwitchObservers(
      OfflineState(causes: mark == .marked ? [.marked] : [], isMarkKnown: isMarkKnown))
    alarm = loop.makeAlarm { [weak self] in self?.takeTimers() }
    post(.input(.started(isMarked: mark == .marked, path: .unknown), .process))
    guard !isMarkKnown else { return }
    loop.perform { [weak self] in
      self?.setRetry()
      self?.takeTimers()
    }
  }

  deinit {
    for exchange in exchanges.values { world.cancel(exchange) }
  }

  /// Sends a message. On any thread.
  func post(_ message: Message) {
    let arrival = loop.now
    loop.perform { [weak self] in self?.take(message, arrivedAt: arrival) }
  }

  var state: OfflineState { observers.state }

  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    observers.observe(onChange)
  }

  /// Handles the timers before a message, then the message.
  private func take(_ message: Message, arrivedAt time: Int64) {
    guard !hasStopped else { return takeStopped(message) }
    let order = order(of: message)
    while let due = schedule.pop(before: time, order.key) { fire(due) }
    take(message, at: time)
    takeTimers()
  }

  private func takeTimers() {
    guard !hasStopped else { return }
    let now = loop.now
    while let due = schedule.pop(before: now) { fire(due) }
    alarm?.set(at: schedule.nextTime())
  }

  private func fire(_ due: Schedule.Due) {
    guard due.slot < world.plan.timerSlots else { return readMark() }
    handle(.timerFired(world.plan.timer(inSlot: due.slot)), at: due.time)
  }

  private func order(of message: Message) -> SwitchEventOrder {
    switch message {
    case .input(_, let order): order
    case .press, .stored, .markRead: .mark
    case .stop: .process
    }
  }

  private func take(_ message: Message, at time: Int64) {
    switch message {
    case .input(let input, _):
      handle(input, at: time)
      // Data that was protected until the first unlock may be readable now.
      if case .returned = input { readMark() }
    case .press(let isMarked, let onStored):
      guard world.plan.document.marked != nil else { return onStored(nil) }
      pendingPress = onStored
      // The user's press counts more than a later answer of the store.
      isMarkKnown = true
      handle(.markRequested(isMarked), at: time)
    case .stored(let number, let error):
      handle(.markStored(number: number), at: time)
      waiting.removeValue(forKey: number)?(error)
      publish()
    case .markRead(let reading): markRead(reading, at: time)
    case .stop: stop()
    }
  }

  /// Answers a waiting caller. A stopped switch does not change.
  private func takeStopped(_ message: Message) {
    switch message {
    case .press(_, let onStored): onStored(CancellationError())
    case .stored(let number, let error): waiting.removeValue(forKey: number)?(error)
    case .input, .markRead, .stop: break
    }
  }

  private func stop() {
    hasStopped = true
    schedule.clearAll()
    alarm?.set(at: nil)
    for exchange in exchanges.values { world.cancel(exchange) }
    exchanges = [:]
  }

  private func handle(_ input: SwitchMachine.Input, at due: Int64) {
    latest = max(latest, due)
    let time = latest
    machine.handle(input)
    onInput?(input, machine.effects, time - startedAt)
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
      exchanges[.probe(number)] = world.probe { [weak self, plan = world.plan] answer in
        let isGood = answer.map(plan.isGood) ?? false
        self?.post(.input(.probeEnded(number: number, isGood: isGood), .probe))
      }
    case .ask(let domain, let number):
      exchanges[.domain(domain, number)] = world.ask(domain) { [weak self, plan = world.plan] answer in
        let verdict = answer.map(plan.verdict) ?? .unreachable
        self?.post(
          .input(.questionEnded(domain: domain, number: number, verdict), .question(domain: domain)))
      }
    case .probeEnded(let number, .good), .probeEnded(let number, .failed): exchanges[.probe(number)] = nil
    case .cancelProbe(let number): exchanges.removeValue(forKey: .probe(number)).map(world.cancel)
    case .questionEnded(let domain, let number, .faulty), .questionEnded(let domain, let number, .fine),
      .questionEnded(let domain, let number, .unreachable):
      exchanges[.domain(domain, number)] = nil
    case .cancelQuestion(let domain, let number):
      exchanges.removeValue(forKey: .domain(domain, number)).map(world.cancel)
    case .storeMark(let isMarked, let number): storeMark(isMarked, number)
    case .arm(let timer, let nanoseconds, let jitter):
      let wait = jitter ? Int64.random(in: 0...max(0, nanoseconds)) : nanoseconds
      schedule.set(
        world.plan.slot(of: timer), at: time.plus(wait), order: SwitchEventOrder.timer(timer).key)
    case .disarm(let timer): schedule.clear(world.plan.slot(of: timer))
    case .probeEnded, .questionEnded, .began, .ended, .windowOpened, .decided, .suspected, .cleared, .lapsed:
      break
    }
  }

  /// Stores marks one after another, so that the newest press is stored last.
  private func storeMark(_ isMarked: Bool, _ number: Int) {
    guard !isRestoring else { return post(.input(.markStored(number: number), .mark)) }
    waiting[number] = pendingPress
    pendingPress = nil
    let former = lastWrite
    let world = world
    lastWrite = HandlerThreads.stores.run { [weak self] in
      await former?.value
      let problem = await world.storeMark(isMarked)
      self?.post(.stored(number: number, problem))
    }
  }
}

// Repeated readings of an unknown mark.
extension SwitchRunner {
  private var retrySlot: Int { world.plan.timerSlots }

  private func readMark() {
    isRetrySet = false
    guard !isMarkKnown else { return }
    setRetry()
    guard openReadings < Self.mostReadings else { return }
    openReadings += 1
    world.readMark { [weak self] reading in self?.post(.markRead(reading)) }
  }

  /// Reads the mark again after a wait, even if the store does not answer at all.
  private func setRetry() {
    isRetrySet = true
    schedule.set(retrySlot, at: loop.now + markWait, order: 0)
    markWait = min(2 * markWait, Self.markWaits.longest)
  }

  private func markRead(_ reading: MarkReading, at time: Int64) {
    openReadings = max(0, openReadings - 1)
    guard !isMarkKnown else { return }
    switch reading {
    case .unknown: if !isRetrySet { setRetry() }
    case .unmarked:
      isMarkKnown = true
      publish()
    case .marked:
      isMarkKnown = true
      isRestoring = true
      handle(.markRequested(true), at: time)
      isRestoring = false
    }
  }
}
