import LaunchFlow

/// Runs the jobs of one handler in their turns of virtual time.
///
/// Tasks prefer it, so child tasks, actors and `async` functions that a handler calls run here, too. Each handler has
/// its own executor, which identifies the handler of a job.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class HandlerExecutor: TaskExecutor {
  let handler: Int
  private let time: VirtualTime

  init(_ handler: Int, in time: VirtualTime) {
    self.handler = handler
    self.time = time
  }

  func enqueue(_ job: consuming ExecutorJob) {
    time.enqueue(UnownedJob(job), on: self)
  }
}

/// The handler that a task works for. Unstructured tasks that a handler makes inherit it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct CurrentHandler: Sendable {
  /// Set in the tasks of a test's handlers.
  @TaskLocal static var value: CurrentHandler?

  let time: VirtualTime
  let number: Int
}
