import Foundation
import LaunchFlowMachine
import LaunchFlowModel

/// Drives the switch's machine in real time, on an event loop that nothing the app does can starve.
///
/// Each message is stamped with its arrival, and timers that were due before it are taken first. So a loop that was
/// held up decides as one that was not.
final class SwitchRunner: @unchecked Sendable {
  /// What happens outside.
  enum Message: Sendable {
    case input(SwitchMachine.Input, SwitchEventOrder)
    /// The button was pressed. The callback hears when that is stored, or why it is not.
    case press(Bool, @Sendable ((any Error)?) -> Void)
    case stored(number: Int, isMarked: Bool, since: Date, (any Error)?)
    case stop
  }

  // All variables are read and written on the event loop only, once the initializer is done; `deinit` alone runs where
  // the last reference goes. The constants are fixed, and `observers` has a lock of its own.
  private let world: SwitchWorld
  private let loop: any EventLoop
  private var alarm: (any Alarm)?
  private let startedAt: Int64
  /// The newest time that the machine was given: it never goes back.
  private var latest: Int64
  private var machine: SwitchMachine
  private var schedule: Schedule
  private var recorder: SwitchRecorder?
  private var exchanges: [Question: PendingExchange] = [:]
  private var hasStopped = false
  /// By press: who waits for it.
  private var waiting: [Int: @Sendable ((any Error)?) -> Void] = [:]
  private var pendingPress: (@Sendable ((any Error)?) -> Void)?
  /// The last write of the mark; the next one waits for it.
  private var lastWrite: Task<Void, Never>?
  /// Since when the newest stored mark holds.
  private var markedSince: Date?
  private let observers: SwitchObservers

  /// A request that is under way.
  private enum Question: Hashable {
    case probe(Int)
    case domain(Int, Int)
  }

  init(
    _ world: SwitchWorld, loop: any EventLoop, markedSince: Date?, records: Bool
  ) {
    self.world = world
    self.loop = loop
    self.markedSince = markedSince
    startedAt = loop.now
    latest = startedAt
    machine = SwitchMachine(world.plan)
    schedule = Schedule(slots: world.plan.timerSlots)
    recorder = records ? SwitchRecorder(world.plan) : nil
    // A caller that asks at once must be told of a mark, so this is the state before the event loop's first turn.
    let isMarked = markedSince != nil && world.plan.document.marked != nil
    let mark = markedSince.map { OfflineState.Holding(.marked, since: $0) }
    observers = SwitchObservers(OfflineState(causes: isMarked ? [mark].compactMap(\.self) : []))
    alarm = loop.makeAlarm { [weak self] in self?.takeTimers() }
    post(.input(.started(isMarked: isMarked, path: .unknown), .process))
  }

  deinit {
    for exchange in exchanges.values { world.cancel(exchange) }
  }

  /// Hands in a message, from any thread.
  func post(_ message: Message) {
    let arrival = loop.now
    loop.perform { [weak self] in self?.take(message, arrivedAt: arrival) }
  }

  var state: OfflineState { observers.state }

  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    observers.observe(onChange)
  }

  /// The record so far; nil where none is kept. For tests, on the event loop.
  func trace() -> SwitchTrace? { recorder?.trace }

  /// Does something on the event loop, where the record may be read.
  func onLoop(_ work: @escaping @Sendable (SwitchRunner) -> Void) {
    loop.perform { work(self) }
  }

  /// Takes the timers that come before a message, then the message.
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
    handle(.timerFired(world.plan.timer(inSlot: due.slot)), at: due.time)
  }

  private func order(of message: Message) -> SwitchEventOrder {
    switch message {
    case .input(_, let order): order
    case .press, .stored: .mark
    case .stop: .process
    }
  }

  private func take(_ message: Message, at time: Int64) {
    switch message {
    case .input(let input, _): handle(input, at: time)
    case .press(let isMarked, let onStored):
      guard world.plan.document.marked != nil else { return onStored(nil) }
      pendingPress = onStored
      handle(.markRequested(isMarked), at: time)
    case .stored(let number, let isMarked, let since, let error):
      if isMarked { markedSince = since }
      handle(.markStored(number: number), at: time)
      waiting.removeValue(forKey: number)?(error)
    case .stop: stop()
    }
  }

  /// Answers a caller that waits; a switch that has stopped does not change any more.
  private func takeStopped(_ message: Message) {
    switch message {
    case .press(_, let onStored): onStored(CancellationError())
    case .stored(let number, _, _, let error): waiting.removeValue(forKey: number)?(error)
    case .input, .stop: break
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
    recorder?.record(input, machine.effects, at: time - startedAt)
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

  /// Tells the causes; one that held before keeps its date.
  private func publish() {
    let former = observers.state.causes
    let holdings = machine.causes.map { cause -> OfflineState.Holding in
      let name = name(of: cause)
      if cause == .marked, let markedSince { return OfflineState.Holding(name, since: markedSince) }
      return former.first { $0.cause == name } ?? OfflineState.Holding(name, since: Date())
    }
    observers.publish(OfflineState(causes: holdings))
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
      exchanges[.probe(number)] = world.probe { [weak self] isGood in
        self?.post(.input(.probeEnded(number: number, isGood: isGood), .probe))
      }
    case .ask(let domain, let number):
      exchanges[.domain(domain, number)] = world.ask(domain) { [weak self] verdict in
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
      let (due, overflow) = time.addingReportingOverflow(wait)
      schedule.set(
        world.plan.slot(of: timer), at: overflow ? .max : due, order: SwitchEventOrder.timer(timer).key)
    case .disarm(let timer): schedule.clear(world.plan.slot(of: timer))
    case .probeEnded, .questionEnded, .began, .ended, .windowOpened, .decided, .suspected, .cleared, .lapsed:
      break
    }
  }

  /// Stores marks one after another, so that the newest press is what is on the disk in the end.
  private func storeMark(_ isMarked: Bool, _ number: Int) {
    waiting[number] = pendingPress
    pendingPress = nil
    let former = lastWrite
    let since = Date()
    let world = world
    lastWrite = Task.detached(priority: .userInitiated) { [weak self] in
      await former?.value
      let problem = await world.storeMark(since: isMarked ? since : nil)
      self?.post(.stored(number: number, isMarked: isMarked, since: since, problem))
    }
  }
}
