import Dispatch
import Foundation
import LaunchFlow

/// The time of one tested run, and the turns of its handlers.
///
/// One thread takes turns: work of the event loop, then one job of a handler after another, until every handler has
/// ended or sleeps; then the time jumps. So a run is the same each time. Jobs run on threads of a pool, so one that
/// blocks is noticed.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class VirtualTime: @unchecked Sendable {
  /// How a handler has left the kit's clock.
  enum Absence: Hashable {
    /// It waits for something that is not the kit's.
    case outside
    /// It blocks its thread.
    case blocking
    /// It takes one turn after another without ever waiting.
    case spinning
  }

  struct Handler {
    let step: String
    let executor: HandlerExecutor
    /// Its jobs that wait for a turn.
    var queued = 0
    var isRunning = false
    /// Its waits that end by virtual time.
    var sleeps = 0
    /// Its turns at this instant.
    var turns = 0
    /// Set once the run goes on without it, until it comes back.
    var isGivenUp = false
    /// Whether it has taken too many turns at one instant.
    var spins = false
  }

  private struct Job {
    let job: UnownedJob
    let executor: HandlerExecutor
  }

  private struct Sleeper {
    let number: Int
    let time: Int64
    let handler: Int?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Event {
    let time: Int64
    let order: EventOrder
    let number: Int
    let work: @Sendable () -> Void
  }

  /// Where turns are taken and jobs run.
  static let pool = ThreadPool("launchflow.test", ThreadPool.Size(first: 2, most: 64, mostStuck: 256))
  /// How many turns a handler may take at one instant; once it has spun, only the smaller number.
  private static let mostTurns = (first: 5_000, later: 100)

  /// The run's event loop.
  let loop = ManualEventLoop()
  /// The instant of virtual time 0 on the clock.
  private let origin = ContinuousClock.now
  /// For how many seconds of real time the run waits for a handler.
  private let patience: Double

  // `condition` guards all variables.
  private let condition = NSCondition()
  private var handlers: [Int: Handler] = [:]
  private var jobs: [Job] = []
  private var sleepers: [Sleeper] = []
  private var events: [Event] = []
  private var count = 0
  /// Counts what handlers do, so that a wait notices it.
  private var signs = 0
  private var order: SplitMix?
  /// The threads of the turn under way.
  private var turnThreads: [Thread] = []
  private var absences: [Int: (step: String, absence: Absence)] = [:]
  private var isMainBlocked = false
  private var isOver = false

  /// - Parameters:
  ///   - patience: For how long, in real time, the run waits for a handler that leaves the kit's clock.
  ///   - orderSeed: Varies which of several ready jobs runs first; 0 keeps them in order.
  init(patience: Duration, orderSeed: UInt64) {
    self.patience = Double(patience.nanoseconds) / 1_000_000_000
    order = orderSeed == 0 ? nil : SplitMix(state: orderSeed)
  }

  /// The clock for handlers.
  var clock: FlowClock {
    FlowClock(now: { self.origin + .nanoseconds(self.loop.now) }) { instant, _ in
      try await self.sleep(until: self.origin.duration(to: instant).nanoseconds)
    }
  }

  /// The handlers that have left the kit's clock, with their steps, in the order of their starts.
  var absentHandlers: [(step: String, absence: Absence)] {
    condition.withLock { absences.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Whether the main thread did not take a turn in time.
  var mainThreadIsBlocked: Bool { condition.withLock { isMainBlocked } }
}

// What handlers and the engine call, from any thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  /// Starts a handler.
  func start(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void, of step: String, onMain: Bool
  ) -> Task<Void, Never> {
    let executor = condition.withLock {
      count += 1
      let executor = HandlerExecutor(count, in: self)
      handlers[count] = Handler(step: step, executor: executor)
      return executor
    }
    let current = CurrentHandler(time: self, number: executor.handler)
    return Task(executorPreference: executor) {
      await CurrentHandler.$value.withValue(current) {
        if onMain { await Self.runOnMain(body) } else { await body() }
      }
      self.ended(executor.handler)
    }
  }

  @MainActor private static func runOnMain(
    _ body: nonisolated(nonsending) @Sendable () async -> Void
  ) async {
    await body()
  }

  private func ended(_ handler: Int) {
    sign {
      handlers[handler] = nil
      // It came to its end after all; what it has cost was real time alone.
      if absences[handler]?.absence == .outside, isInTurn { absences[handler] = nil }
    }
  }

  func enqueue(_ job: UnownedJob, on executor: HandlerExecutor) {
    let isLate = sign {
      guard !isOver else { return true }
      jobs.append(Job(job: job, executor: executor))
      handlers[executor.handler]?.queued += 1
      handlers[executor.handler]?.isGivenUp = false
      // Another handler of the run has woken it: it did not leave.
      if absences[executor.handler]?.absence == .outside, isInTurn { absences[executor.handler] = nil }
      return false
    }
    if isLate { Self.pool.run { job.runSynchronously(on: executor.asUnownedTaskExecutor()) } }
  }

  /// Lets something happen at a time; at one instant the machine's order decides.
  ///
  /// - Returns: The event's number.
  @discardableResult
  func schedule(at time: Int64, _ order: EventOrder, _ work: @escaping @Sendable () -> Void) -> Int {
    sign {
      count += 1
      let event = Event(time: time, order: order, number: count, work: work)
      let place = events.firstIndex {
        (time, order, event.number) < ($0.time, $0.order, $0.number)
      }
      events.insert(event, at: place ?? events.count)
      return event.number
    }
  }

  /// Takes back an event that has not happened.
  func unschedule(_ number: Int) {
    sign { events.removeAll { $0.number == number } }
  }

  /// Notes that a handler waits, or no longer waits, for something that virtual time brings.
  func noteSleep(of handler: Int?, by change: Int) {
    guard let handler else { return }
    sign { handlers[handler]?.sleeps += change }
  }

  /// Waits until a virtual time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func sleep(until time: Int64) async throws {
    try Task.checkCancellation()
    // A handler that sleeps for ever after the end of its run must not spin.
    if condition.withLock({ isOver }) {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let current = CurrentHandler.value
    let handler = current?.time === self ? current?.number : nil
    let number = condition.withLock {
      count += 1
      return count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(number: number, time: time, handler: handler, continuation: continuation)
        sign {
          let place = sleepers.firstIndex { (time, number) < ($0.time, $0.number) }
          sleepers.insert(sleeper, at: place ?? sleepers.count)
          if let handler { handlers[handler]?.sleeps += 1 }
        }
        if Task.isCancelled { cancelSleep(number) }
      }
    } onCancel: {
      cancelSleep(number)
    }
  }

  private func cancelSleep(_ number: Int) {
    let sleeper = sign { () -> Sleeper? in
      guard let place = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
      return remove(sleeperAt: place)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

}

// The turns.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  /// Takes turns and lets time jump until nothing is left to happen, or until the run is over and only handlers that
  /// never end are left.
  ///
  /// - Returns: Whether it came to an end within a million turns.
  func run(isFinished: () -> Bool) -> Bool {
    condition.withLock { turnThreads = [Thread.current] }
    defer { end() }
    var turnsAfterFinish = 0
    for _ in 0..<1_000_000 {
      loop.settle()
      if letHandlersRun() { continue }
      if let event = condition.withLock({ takeEvent(at: loop.now) }) {
        event.work()
        continue
      }
      if isFinished() {
        turnsAfterFinish += 1
        let isQuiet = condition.withLock { events.isEmpty && sleepers.isEmpty }
        if isQuiet || turnsAfterFinish > 10_000 { return true }
      }
      guard jump() else { return true }
    }
    return false
  }

  /// Moves the time to what happens next; false if nothing does. At one instant sleeping handlers come first, then
  /// answers in the machine's order, then alarms.
  private func jump() -> Bool {
    let (sleeper, event) = condition.withLock { (sleepers.first?.time, events.first?.time) }
    let alarm = loop.nextAlarm
    guard let next = [sleeper, event, alarm].compactMap(\.self).min() else { return false }
    condition.withLock {
      if next > loop.now { for handler in handlers.keys { handlers[handler]?.turns = 0 } }
    }
    if sleeper == next {
      loop.skip(to: next)
      wakeSleepers(at: next)
    } else if event == next {
      loop.skip(to: next)
    } else {
      _ = loop.step(through: next)
    }
    return true
  }

  private func wakeSleepers(at time: Int64) {
    var due = condition.withLock {
      var due: [Sleeper] = []
      while let first = sleepers.first, first.time <= time { due.append(remove(sleeperAt: 0)) }
      return due
    }
    condition.withLock { order?.shuffle(&due) }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Runs the handlers' jobs until every handler has ended, sleeps or is given up; whether there was anything to run.
  private func letHandlersRun() -> Bool {
    var hasRun = false
    while true {
      if let job = condition.withLock({ takeJob() }) {
        hasRun = true
        run(job)
        if condition.withLock({ hasStrays }) { drainMain() }
        continue
      }
      guard condition.withLock({ hasStrays }) else { return hasRun }
      hasRun = true
      let seen = condition.withLock { signs }
      drainMain()
      waitForStrays(since: seen)
    }
  }

  private func run(_ job: Job) {
    let number = job.executor.handler
    let isDone = runApart { [self] in
      job.job.runSynchronously(on: job.executor.asUnownedTaskExecutor())
      sign { handlers[number]?.isRunning = false }
    }
    guard !isDone else { return }
    condition.withLock {
      guard let handler = handlers[number], handler.isRunning else { return }
      handlers[number]?.isGivenUp = true
      note(.blocking, of: number, handler.step)
    }
  }

  /// Runs a piece of work that may block on a thread of the pool; whether it was done within the patience.
  func runApart(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isDone = Locked(false)
    Self.pool.run { [self] in
      let thread = Thread.current
      condition.withLock { turnThreads.append(thread) }
      work()
      condition.withLock {
        turnThreads.removeAll { $0 === thread }
        isDone.withLock { $0 = true }
        condition.broadcast()
      }
    }
    return wait { isDone.withLock { $0 } }
  }

  /// Lets the main actor's jobs run that are there by now.
  private func drainMain() {
    guard !condition.withLock({ isMainBlocked }) else { return }
    let isDone = Locked(false)
    DispatchQueue.main.async { [self] in
      condition.withLock {
        isDone.withLock { $0 = true }
        condition.broadcast()
      }
    }
    if !wait(until: { isDone.withLock { $0 } }) { condition.withLock { isMainBlocked = true } }
  }

  /// Waits until a handler does something, or gives up those that are away.
  private func waitForStrays(since seen: Int) {
    guard !wait(until: { self.signs != seen || !self.hasStrays }) else { return }
    condition.withLock {
      for (number, handler) in handlers where isStray(handler) {
        handlers[number]?.isGivenUp = true
        note(.outside, of: number, handler.step)
      }
    }
  }

  private func end() {
    let left = condition.withLock {
      isOver = true
      defer { (jobs, events, handlers) = ([], [], [:]) }
      return jobs
    }
    for job in left {
      Self.pool.run { job.job.runSynchronously(on: job.executor.asUnownedTaskExecutor()) }
    }
    while let sleeper = condition.withLock({ sleepers.isEmpty ? nil : remove(sleeperAt: 0) }) {
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}

// Called with the lock held.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  private var isInTurn: Bool { turnThreads.contains { $0 === Thread.current } }

  private var hasStrays: Bool { handlers.values.contains { isStray($0) } }

  /// Whether a handler is somewhere that the kit does not see: on the main actor, or with something else.
  private func isStray(_ handler: Handler) -> Bool {
    handler.queued == 0 && !handler.isRunning && handler.sleeps <= 0 && !handler.isGivenUp
  }

  private func note(_ absence: Absence, of handler: Int, _ step: String) {
    absences[handler] = (step, absence)
  }

  private func takeJob() -> Job? {
    let ready = jobs.indices.filter { index in
      let handler = handlers[jobs[index].executor.handler]
      let most = handler?.spins ?? false ? Self.mostTurns.later : Self.mostTurns.first
      return handler?.turns ?? 0 < most
    }
    guard let place = order?.pick(ready) ?? ready.first else {
      for job in jobs {
        guard let handler = handlers[job.executor.handler], !handler.spins else { continue }
        handlers[job.executor.handler]?.spins = true
        note(.spinning, of: job.executor.handler, handler.step)
      }
      return nil
    }
    let job = jobs.remove(at: place)
    let number = job.executor.handler
    handlers[number]?.queued -= 1
    handlers[number]?.turns += 1
    handlers[number]?.isRunning = true
    return job
  }

  private func takeEvent(at time: Int64) -> Event? {
    guard let first = events.first, first.time <= time else { return nil }
    return events.removeFirst()
  }

  private func remove(sleeperAt place: Int) -> Sleeper {
    let sleeper = sleepers.remove(at: place)
    if let handler = sleeper.handler { handlers[handler]?.sleeps -= 1 }
    return sleeper
  }

  /// Takes the lock, changes something, and wakes the thread that takes turns.
  @discardableResult private func sign<Answer>(_ change: () -> Answer) -> Answer {
    condition.lock()
    defer { condition.unlock() }
    signs += 1
    defer { condition.broadcast() }
    return change()
  }

  /// Takes the lock and waits within the patience; whether it has come.
  private func wait(until hasCome: () -> Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: patience)
    while !hasCome() {
      if !condition.wait(until: end) { return hasCome() }
    }
    return true
  }
}

/// Random numbers from a seed, the same on every machine: SplitMix64.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(next() >> 1) % elements.count]
  }

  mutating func shuffle<Element>(_ elements: inout [Element]) {
    elements.shuffle(using: &self)
  }
}
