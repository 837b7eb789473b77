import Dispatch

/// Resumes one waiting task on its own queue.
///
/// A continuation is resumed on Swift's pool, even for a caller on the main actor, so it waits while every thread of
/// the pool is blocked. A task that prefers this executor while it waits is resumed on the queue and then continues on
/// its caller's executor. The queue is also needed because a task whose cancellation handler blocks would block the
/// resuming thread. Each wait has its own queue, since an actor's code may continue there until it waits again.
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
