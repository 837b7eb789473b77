/// The task-local values of a caller, for tasks that are created later and on other threads.
///
/// A task copies the values of the task that creates it, and there is no other way to read them all. So a task with the
/// caller's values is kept, which creates other tasks on demand. It runs on the demanding thread, between two
/// suspensions, so no thread waits for another. Before iOS 18 and macOS 15 there is no such task, and no values are
/// passed on.
package final class TaskLocals: Sendable {
  /// A `TaskMaker`; nil before iOS 18 and macOS 15, and outside of tasks.
  private let maker: (any AnyObject & Sendable)?

  /// Copies the values of the calling task.
  package init() {
    let isInTask = withUnsafeCurrentTask { task in if case .some = task { true } else { false } }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), isInTask {
      maker = TaskMaker()
    } else {
      maker = nil
    }
  }

  deinit {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let maker {
      unsafeDowncast(maker, to: TaskMaker.self).resume(with: nil)
    }
  }

  /// Does some short work at once, with the values. Tasks that the work creates inherit them.
  package func perform<Answer>(_ work: () -> Answer) -> Answer {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let maker else { return work() }
    var made: Answer?
    withoutActuallyEscaping({ made = work() }) {
      unsafeDowncast(maker, to: TaskMaker.self).resume(with: $0)
    }
    return made ?? work()
  }
}

/// Keeps one task and runs it on the thread that has work for it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class TaskMaker: TaskExecutor, @unchecked Sendable {
  /// Locked while the task runs. It guards the variables: the task and this executor use them only under the lock.
  private let turn = Lock()
  private var job: UnownedJob?
  /// The continuation of the task while it waits for work.
  private var waiting: UnsafeContinuation<Void, Never>?
  /// The task's next work; nil ends it.
  private var work: (() -> Void)?

  init() {
    turn.withLock {
      Task(executorPreference: self, priority: .userInitiated) { [self] in
        repeat {
          work?()
          await withUnsafeContinuation { waiting = $0 }
        } while work != nil
      }
      runJobs()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    self.job = UnownedJob(job)
  }

  /// Lets the task do some work and waits for it; nil ends the task.
  func resume(with work: (() -> Void)?) {
    turn.withLock {
      self.work = work
      waiting?.resume()
      runJobs()
      self.work = nil
    }
  }

  private func runJobs() {
    while let job {
      self.job = nil
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
