import Dispatch

/// Resumes one task that waits, where that can hold up nobody and nobody can hold it up.
///
/// A continuation is resumed by way of Swift's pool, also for a caller on the main actor, so it does not get
/// through while every thread of the pool is blocked. A task that prefers this executor while it waits comes back
/// through a queue, and goes on to where its caller runs. And whoever resumes a task whose cancellation handler
/// blocks is blocked too: so that happens on the queue. There is one for each wait, since an actor's code may go
/// on here until it waits again.
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
