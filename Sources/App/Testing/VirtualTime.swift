import Dispatch
import Foundation
import LaunchFlow

/// The time of one tested run, and the turns of its handlers.
///
/// One thread gives the turns: first to the work of the event loop, then to one job of a handler after another, until
/// every handler has ended or sleeps; then the time jumps. So a run is always the same. A job may take any real time,
/// since no real clock has an influence.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class VirtualTime: @unchecked Sendable {
  // `condition` guards all variables.

  static let pool = ThreadPool("launchflow.test", ThreadPool.Size(first: 2, most: 64, mostStuck: 256))

  let loop = ManualEventLoop()
  /// The instant of virtual time 0 on the clock.
  private let origin = ContinuousClock.now
  private let condition = NSCondition()
  private var state: TurnState
  /// Counts the actions of handlers, so that a wait notices them.
  private var signs = 0
  /// The threads of the current turn.
  private var turnThreads: [Thread] = []
  private var isOver = false

  init(orderSeed: UInt64) {
    state = TurnState(orderSeed: orderSeed)
  }

  var clock: FlowClock {
    FlowClock(now: { self.origin + .nanoseconds(self.loop.now) }) { instant, _ in
      try await self.sleep(until: self.origin.duration(to: instant).nanoseconds)
    }
  }

  /// The handlers that have left virtual time, with their steps, in the order of their starts.
  var absentHandlers: [(step: String, absence: TurnState.Absence)] {
    condition.withLock { state.absences.sorted { $0.key < $1.key }.map(\.value) }
  }
}

// Functions for handlers and the engine, on any thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  func start(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void, of step: String, onMain: Bool
  ) -> Task<Void, Never> {
    let executor = condition.withLock {
      let executor = HandlerExecutor(state.nextNumber(), in: self)
      state.handlers[executor.handler] = TurnState.Handler(step: step, executor: executor)
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
      state.handlers[handler] = nil
      // It ended after all, so it only cost real time.
      if isInTurn { state.forgetAbsence(of: handler) }
    }
  }

  func enqueue(_ job: UnownedJob, on executor: HandlerExecutor) {
    let isLate = sign {
      guard !isOver else { return true }
      state.insert(TurnState.Job(job: job, executor: executor))
      // Another handler of the run has woken it, so it had not left virtual time.
      if isInTurn { state.forgetAbsence(of: executor.handler) }
      return false
    }
    if isLate { Self.pool.run { job.runSynchronously(on: executor.asUnownedTaskExecutor()) } }
  }

  /// Schedules an event. The machine's order decides about simultaneous events.
  @discardableResult
  func schedule(at time: Int64, _ order: EventOrder, _ work: @escaping @Sendable () -> Void) -> Int {
    sign {
      let event = state.events.make(work)
      state.events.set(event, at: time, order: order.key)
      return event
    }
  }

  func unschedule(_ event: Int) {
    sign { state.events.remove(event) }
  }

  /// Notes that a handler begins or ends a wait in virtual time.
  func noteSleep(of handler: Int?, by change: Int) {
    guard let handler else { return }
    sign { state.handlers[handler]?.sleeps += change }
  }

  /// Waits until a virtual time. Throws `CancellationError` if the task is cancelled.
  func sleep(until time: Int64) async throws {
    try Task.checkCancellation()
    // A handler that sleeps again and again after the end of its run must not spin.
    if condition.withLock({ isOver }) {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let current = CurrentHandler.value
    let handler = current?.time === self ? current?.number : nil
    let number = condition.withLock { state.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = TurnState.Sleeper(
          number: number, time: time, handler: handler, continuation: continuation)
        sign { state.insert(sleeper) }
        if Task.isCancelled { cancelSleep(number) }
      }
    } onCancel: {
      cancelSleep(number)
    }
  }

  private func cancelSleep(_ number: Int) {
    let sleeper = sign { () -> TurnState.Sleeper? in
      guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
      return state.remove(sleeperAt: place)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}

// Work outside of a run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  /// Does a piece of work; nil if it left virtual time and was abandoned.
  func perform<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) -> Result<Answer, any Error>? {
    let answer = Locked<Result<Answer, any Error>?>(nil)
    _ = start(
      {
        let result: Result<Answer, any Error>
        do {
          result = .success(try await work())
        } catch {
          result = .failure(error)
        }
        answer.withLock { $0 = result }
      }, of: "", onMain: false)
    _ = run { answer.withLock { $0 != nil } }
    return answer.withLock { $0 }
  }
}

// The turns.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  /// Gives turns and lets time jump until there are no more events, or until the run is over and only endless handlers
  /// are left.
  ///
  /// - Returns: Whether it ended within a million turns.
  func run(isFinished: () -> Bool) -> Bool {
    condition.withLock { turnThreads = [Thread.current] }
    defer { end() }
    var turnsAfterFinish = 0
    for _ in 0..<1_000_000 {
      loop.settle()
      if runHandlers() { continue }
      if let event = condition.withLock({ state.events.takeDue(at: loop.now) }) {
        event()
        continue
      }
      if isFinished() {
        turnsAfterFinish += 1
        let isQuiet = condition.withLock { state.events.next() == nil && state.sleepers.isEmpty }
        if isQuiet || turnsAfterFinish > 10_000 { return true }
      }
      guard jump() else { return true }
    }
    return false
  }

  /// Moves the time to the next event; false if there is none. At one instant, sleeping handlers come first, then
  /// answers in the machine's order, then alarms.
  private func jump() -> Bool {
    let (sleeper, event) = condition.withLock { (state.sleepers.first?.time, state.events.next()) }
    let alarm = loop.nextAlarm
    guard let next = [sleeper, event, alarm].compactMap(\.self).min() else { return false }
    condition.withLock {
      if next > loop.now { state.beginInstant() }
    }
    if sleeper == next {
      loop.skip(to: next)
      let due = condition.withLock { state.takeSleepers(at: next) }
      for sleeper in due { sleeper.continuation.resume() }
    } else if event == next {
      loop.skip(to: next)
    } else {
      _ = loop.step(through: next)
    }
    return true
  }

  /// Runs the handlers' jobs until every handler has ended, sleeps or is abandoned. Returns whether there were jobs.
  private func runHandlers() -> Bool {
    var hasRun = false
    while true {
      if let job = condition.withLock({ state.takeJob() }) {
        hasRun = true
        run(job)
        if condition.withLock({ state.hasStrays }) { drainMain() }
        continue
      }
      guard condition.withLock({ state.hasStrays }) else { return hasRun }
      hasRun = true
      let seen = condition.withLock { signs }
      drainMain()
      waitForStrays(since: seen)
    }
  }

  private func run(_ job: TurnState.Job) {
    let number = job.executor.handler
    runApart { [self] in
      job.job.runSynchronously(on: job.executor.asUnownedTaskExecutor())
      sign { state.handlers[number]?.isRunning = false }
    }
  }

  /// Runs a piece of work on a thread of the pool and waits for its end.
  func runApart(_ work: @escaping @Sendable () -> Void) {
    waitForTurn("A handler or a cancellation handler is running") { [self] done in
      Self.pool.run { [self] in
        let thread = Thread.current
        condition.withLock { turnThreads.append(thread) }
        work()
        condition.withLock { turnThreads.removeAll { $0 === thread } }
        done()
      }
    }
  }

  /// Runs the jobs that wait on the main actor.
  private func drainMain() {
    waitForTurn("The main thread is busy") { done in DispatchQueue.main.async { done() } }
  }

  /// Waits until a handler acts, or abandons the absent ones. Once all other threads sleep, nothing in this process can
  /// wake a handler. A thread that runs, or waits for a processor, may still wake one.
  private func waitForStrays(since seen: Int) {
    var pause = 0.001
    let reason = "A handler is outside of virtual time while another thread runs"
    let end = Date(timeIntervalSinceNow: Self.patience)
    var hasTold = false
    while true {
      if condition.withLock({ signs != seen || !state.hasStrays }) { return }
      // After the work that handlers have started there.
      waitForTurn("Swift's pool is busy") { done in Task.detached(priority: .low) { done() } }
      drainMain()
      if OtherThreads.wereAllAsleep() { break }
      if !hasTold, Date() > end {
        hasTold = true
        Self.tell(reason)
      }
      condition.withLock { if signs == seen { _ = condition.wait(until: Date(timeIntervalSinceNow: pause)) } }
      pause = min(2 * pause, 0.2)
    }
    condition.withLock {
      guard signs == seen else { return }
      for number in state.strays { state.giveUp(number, .outside) }
    }
  }

  private func end() {
    let left = condition.withLock {
      isOver = true
      defer { (state.jobs, state.events, state.handlers) = ([], AlarmQueue(), [:]) }
      return state.jobs
    }
    for job in left {
      Self.pool.run { job.job.runSynchronously(on: job.executor.asUnownedTaskExecutor()) }
    }
    while let sleeper = condition.withLock({
      state.sleepers.isEmpty ? nil : state.remove(sleeperAt: 0)
    }) {
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}

// Functions that are called under the lock or take it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTime {
  private var isInTurn: Bool { turnThreads.contains { $0 === Thread.current } }

  /// Takes the lock, changes something, and wakes the thread that takes turns.
  @discardableResult private func sign<Answer>(_ change: () -> Answer) -> Answer {
    condition.lock()
    defer { condition.unlock() }
    signs += 1
    defer { condition.broadcast() }
    return change()
  }

  /// Waits, for any time, until work that is started now has had its turn.
  private func waitForTurn(_ reason: String, of start: (@escaping @Sendable () -> Void) -> Void) {
    let isDone = Locked(false)
    start { [self] in
      condition.withLock {
        isDone.withLock { $0 = true }
        condition.broadcast()
      }
    }
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: Self.patience)
    var hasTold = false
    while !isDone.withLock({ $0 }) {
      if hasTold {
        condition.wait()
      } else if !condition.wait(until: end) {
        hasTold = true
        Self.tell(reason)
      }
    }
  }

  /// The time, in seconds, after which a wait prints its reason once, for the developer.
  private static let patience = 10.0

  private static func tell(_ reason: String) {
    FileHandle.standardError.write(Data("LaunchTest waits. \(reason).\n".utf8))
  }
}
