/// A handler's work in a task, which no code waits for.
///
/// A task group would wait for each child, even for one that ignores its cancellation or blocks. So a handler's task is
/// detached. It reports its end once, at any later time; a caller that no longer waits ignores the report.
package class HandlerTask: @unchecked Sendable {
  /// The app's code. It returns the report of its answer.
  private struct Work {
    let body: nonisolated(nonsending) @Sendable () async -> @Sendable () -> Void
  }

  /// The lock of the variables, perhaps shared by many handlers.
  let lock: Lock
  private let place: any HandlerPlace
  // `lock` guards them.
  private var task: Task<Void, Never>?
  private var isOver = false
  private var isCancelled = false
  // Used by the task only.
  private var work: Work?
  private var answer: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - place: The threads on which it runs and is cancelled.
  ///   - step: The step that it works for; empty for none.
  ///   - onMain: Whether it runs on the main actor.
  ///   - handler: The work. It may block, ignore its cancellation, and never end.
  ///   - onEnd: Called once with the handler's answer, on the handler's thread; never if the handler does not end.
  package convenience init<Answer: Sendable>(
    on place: any HandlerPlace, of step: String = "", onMain: Bool = false,
    _ handler: nonisolated(nonsending) @escaping @Sendable () async -> Answer,
    onEnd: @escaping @Sendable (Answer) -> Void
  ) {
    self.init(on: place, Lock())
    work = Work {
      let answer = await handler()
      return { onEnd(answer) }
    }
    start(of: step, onMain: onMain)
  }

  /// A handler that has not started, for a subclass with its own work.
  init(on place: any HandlerPlace, _ lock: Lock) {
    self.place = place
    self.lock = lock
  }

  final func start(of step: String, onMain: Bool) {
    let body: nonisolated(nonsending) @Sendable () async -> Void = {
      await self.perform()
      _ = self.end()
    }
    noteStart(in: place.start(body, of: step, onMain: onMain))
  }

  final func noteStart(in task: Task<Void, Never>) {
    lock.withLock { if !isOver { self.task = task } }
  }

  /// Reports the end of the handler. Called once, in its task. Returns whether the task may run another handler.
  final func end() -> Bool {
    let isCancelled = lock.withLock {
      isOver = true
      task = nil
      return self.isCancelled
    }
    EngineThread.end { report() }
    return !isCancelled
  }

  /// Runs the app's code and keeps its answer. Called once, in its task. Releases the code before the end is reported.
  nonisolated(nonsending) func perform() async {
    guard let work = take() else { return }
    answer = await work.body()
  }

  private func take() -> Work? {
    defer { work = nil }
    return work
  }

  func report() {
    answer?()
    answer = nil
  }

  package final var hasEnded: Bool { lock.withLock { isOver } }

  /// Cancels the handler's task on another thread, so that a blocking cancellation handler does not block the caller.
  package final func cancel() {
    let task = lock.withLock { () -> Task<Void, Never>? in
      guard !isCancelled, !isOver else { return nil }
      isCancelled = true
      return self.task
    }
    if let task { place.cancel(task) }
  }
}
