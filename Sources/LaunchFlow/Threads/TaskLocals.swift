import Foundation

/// The task-local values of a caller, for tasks that are made later and on other threads.
///
/// A task copies the values of the task that makes it, and nothing else can read them all. So a task is kept for the
/// caller that makes tasks when it is told to. It runs on the thread that tells it, between two suspensions, so nobody
/// waits for it. Before iOS 18 and macOS 15 there is no such task, and no values are passed on.
package final class TaskLocals: Sendable {
  /// A `TaskMaker`; nil before iOS 18 and macOS 15, and where no task runs.
  private let maker: (any Sendable)?

  /// Takes the values of the task that calls this.
  package init() {
    let isInTask = withUnsafeCurrentTask { $0 != nil }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), isInTask {
      maker = TaskMaker()
    } else {
      maker = nil
    }
  }

  deinit {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { (maker as? TaskMaker)?.end() }
  }

  /// Does some short work at once, with the values. Tasks that it makes inherit them.
  package func perform<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) -> Answer {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let maker = maker as? TaskMaker
    else { return work() }
    let made = Locked<Answer?>(nil)
    maker.perform {
      let answer = work()
      made.withLock { $0 = answer }
    }
    return made.withLock { $0 } ?? work()
  }
}

/// Keeps one task, and runs it on the thread that has work for it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class TaskMaker: TaskExecutor {
  private typealias Work = @Sendable () -> Void

  private struct State {
    /// The task's next stretch.
    var job: UnownedJob?
    /// Where the task waits for work; nil ends it.
    var waiting: UnsafeContinuation<Work?, Never>?
  }

  /// Held while the task runs.
  private let turn = NSLock()
  private let state = Locked(State())

  init() {
    let state = state
    Task(executorPreference: self, priority: .userInitiated) {
      while let work = await withUnsafeContinuation({ waiting in state.withLock { $0.waiting = waiting } }) {
        work()
      }
    }
    runJobs()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.job = job }
  }

  func perform(_ work: @escaping @Sendable () -> Void) { resume(with: work) }

  func end() { resume(with: nil) }

  private func resume(with work: Work?) {
    turn.lock()
    defer { turn.unlock() }
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: work)
    runJobs()
  }

  private func runJobs() {
    while let job = state.withLock({ state in
      defer { state.job = nil }
      return state.job
    }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
