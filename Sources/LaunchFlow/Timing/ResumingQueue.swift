import Dispatch

/// Resumes one task that waits, even while every thread of Swift's pool is blocked.
///
/// A continuation is resumed by way of the pool, also for a caller on the main actor. A task that prefers this
/// executor while it waits comes back through a queue, and goes on to where its caller runs. It is one queue for
/// each wait, since an actor's code may go on here until it waits again.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ResumingQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "launchflow.landing", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
