/// Starts the tasks of handlers, and cancels them.
package protocol HandlerPlace: AnyObject, Sendable {
  /// Starts a handler's task, for a step or, if that is empty, for none.
  func start(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void, of step: String, onMain: Bool
  ) -> Task<Void, Never>

  /// Cancels a task. `Task.cancel()` runs the app's cancellation handlers before it returns, so it may block.
  func cancel(_ task: Task<Void, Never>)
}

/// The threads on which an engine's handlers run.
///
/// Swift's own pool has as many threads as the device has cores. Handlers that block them all would stop every task of
/// the app, even those that wait for the landing.
package final class HandlerThreads: Sendable {
  package let pool: ThreadPool
  /// A `PoolExecutor`; nil before iOS 18 and macOS 15, since tasks cannot prefer an executor there.
  private let executor: (any AnyObject & Sendable)?
  /// Whether all code of a task runs here, so that a task may run several handlers.
  package var reusesTasks: Bool { executor != nil }

  /// - Parameter avoidsTaskExecutors: Behaves as on older systems, for tests.
  package init(_ pool: ThreadPool, avoidsTaskExecutors: Bool = false) {
    self.pool = pool
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !avoidsTaskExecutors {
      executor = PoolExecutor(pool)
    } else {
      executor = nil
    }
  }

  /// The threads for handlers of all engines.
  package static let shared = HandlerThreads(.handlers)
  /// The threads for stores. They are separate, so that handlers cannot prevent the reading of caches.
  package static let stores = HandlerThreads(.stores)

  /// Runs a handler in its own task, with the task-local values of the caller.
  ///
  /// Functions that it calls run there too, except in actors with their own executors and in unstructured tasks. On
  /// older systems only its own code runs there, and `async` functions that it calls run on Swift's pool.
  package func run(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor {
      let executor = unsafeDowncast(executor, to: PoolExecutor.self)
      return Task(executorPreference: executor, priority: .userInitiated) { await body() }
    }
    let actor = PoolActor(pool)
    return Task.detached(priority: .userInitiated) { await actor.run(body) }
  }
}

extension HandlerThreads: HandlerPlace {
  package func start(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void, of step: String, onMain: Bool
  ) -> Task<Void, Never> {
    onMain ? Task(priority: .userInitiated) { @MainActor in await body() } : run(body)
  }

  package func cancel(_ task: Task<Void, Never>) {
    ThreadPool.cancellations.run { task.cancel() }
  }
}

/// Runs tasks on a pool's threads if they prefer this executor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class PoolExecutor: TaskExecutor {
  private let pool: ThreadPool

  init(_ pool: ThreadPool) {
    self.pool = pool
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs one handler on a pool's threads, on systems where tasks cannot prefer an executor.
///
/// A handler runs on its caller's executor. This actor is the only caller, and its executor is the pool.
private actor PoolActor {
  private let executor: PoolSerialExecutor

  init(_ pool: ThreadPool) {
    executor = PoolSerialExecutor(pool)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Written first: without a use of the actor's state, the compiler omits the change of executors.
  private var hasStarted = false

  func run(_ body: nonisolated(nonsending) @Sendable () async -> Void) async {
    hasStarted = true
    await body()
  }
}

/// Runs an actor's jobs on a pool's threads, one at a time.
private final class PoolSerialExecutor: SerialExecutor {
  private let pool: ThreadPool
  private let state = Locked((waiting: [UnownedJob](), isRunning: false))

  init(_ pool: ThreadPool) {
    self.pool = pool
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.waiting.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { runNext() }
  }

  private func runNext() {
    pool.run {
      let job = self.state.withLock { $0.waiting.removeFirst() }
      job.runSynchronously(on: self.asUnownedSerialExecutor())
      let hasMore = self.state.withLock { state in
        state.isRunning = !state.waiting.isEmpty
        return state.isRunning
      }
      if hasMore { self.runNext() }
    }
  }
}
