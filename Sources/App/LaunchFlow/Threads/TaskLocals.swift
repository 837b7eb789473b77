import Foundation

/// The task-local values of a caller, for tasks that are made later and on other threads.
///
/// A task copies the values of the task that makes it, and nothing else can read them all. So a task is kept for the
/// caller that makes tasks when it is told to. It runs on the thread that tells it, between two suspensions, so nobody
/// waits for it. Before iOS 18 and macOS 15 there is no such task, and no values are passed on.
package final class TaskLocals: Sendable {
  /// A `TaskMaker`; nil before iOS 18 and macOS 15, and where no task runs.
  private let maker: (any AnyObject & Sendable)?

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
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let maker {
      unsafeDowncast(maker, to: TaskMaker.self).resume(with: nil)
    }
  }

  /// Does some short work at once, with the values. Tasks that it makes inherit them.
  package func perform<Answer>(_ work: () -> Answer) -> Answer {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let maker else { return work() }
    var made: Answer?
    withoutActuallyEscaping({ made = work() }) {
      unsafeDowncast(maker, to: TaskMaker.self).resume(with: $0)
    }
    return made ?? work()
  }
}

/// Keeps one task, and runs it on the thread that has work for it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class TaskMaker: TaskExecutor, @unchecked Sendable {
  /// Held while the task runs. It guards the variables: the task and this executor use them only meanwhile.
  private let turn = NSLock()
  /// The task's next stretch.
  private var job: UnownedJob?
  /// Where the task waits for work.
  private var waiting: UnsafeContinuation<Void, Never>?
  /// What the task does next; nil ends it.
  private var work: (() -> Void)?

  init() {
    turn.lock()
    defer { turn.unlock() }
    Task(executorPreference: self, priority: .userInitiated) { [self] in
      repeat {
        work?()
        await withUnsafeContinuation { waiting = $0 }
      } while work != nil
    }
    runJobs()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    self.job = UnownedJob(job)
  }

  /// Lets the task do some work, and waits for that; nil ends the task.
  func resume(with work: (() -> Void)?) {
    turn.lock()
    defer { turn.unlock() }
    self.work = work
    waiting?.resume()
    runJobs()
    self.work = nil
  }

  private func runJobs() {
    while let job {
      self.job = nil
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
