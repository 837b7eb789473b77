import Dispatch

/// Resumes one waiting task from a queue of its own.
///
/// A continuation is resumed by way of Swift's pool, also for a caller on the main actor, so it does not get through
/// while every thread of the pool is blocked. A task that prefers this executor while it waits comes back through the
/// queue, and goes on to where its caller runs. A resumption runs on a queue also because a task whose cancellation
/// handler blocks would block whoever resumes it. Each wait has its own queue, since an actor's code may go on there
/// until it waits again.
final class ResumingQueue: Sendable {
  let queue = makeQueue()

  static func makeQueue() -> DispatchQueue {
    DispatchQueue(label: "launchflow.resume", qos: .userInitiated)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ResumingQueue: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
