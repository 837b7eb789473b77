import Dispatch
import Foundation

/// Threads that run handlers, of which any number may block.
///
/// Waking a thread up is what a step costs, so there are no more threads than cores at first. Only when nothing
/// has been taken for a while although something waits, more come, twice as many each time. A concurrent queue
/// would not do: the system counts its threads, and starves the app's.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class HandlerThreads: TaskExecutor, @unchecked Sendable {
  /// How many handlers may block before further ones wait for one of them to end.
  static let most = 64
  /// After so long without a job being taken, the threads that there are count as blocked.
  private static let patience = DispatchTimeInterval.milliseconds(5)
  /// For how long, in seconds, a thread without a job stays.
  private static let idleTime = 2.0
  private static let first = max(2, ProcessInfo.processInfo.activeProcessorCount)
  /// Watches for stalls, for all engines; never blocked, since nothing else runs on it.
  private static let watch = DispatchQueue(label: "launchflow.handlers", qos: .userInitiated)

  // `condition` guards all variables.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  /// The first job that has not been taken.
  private var head = 0
  private var threads = 0
  private var idle = 0
  private var taken: UInt64 = 0
  private var isWatched = false

  /// How many threads there are now.
  var threadCount: Int { condition.withLock { threads } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    defer { condition.unlock() }
    jobs.append(job)
    if idle > 0 { condition.signal() }
    guard jobs.count - head > idle else { return }
    if threads < Self.first {
      startThread()
    } else if !isWatched {
      isWatched = true
      look(after: taken)
    }
  }

  /// Looks a little later whether anything has been taken since.
  private func look(after former: UInt64) {
    Self.watch.asyncAfter(deadline: .now() + Self.patience) {
      self.condition.lock()
      defer { self.condition.unlock() }
      let waiting = self.jobs.count - self.head
      guard waiting > 0 else {
        self.isWatched = false
        return
      }
      if self.taken == former {
        for _ in 0..<min(waiting, self.threads, Self.most - self.threads) { self.startThread() }
      }
      // With all threads there is nothing left to do, until one of them comes back and the next job is put in.
      self.isWatched = self.threads < Self.most
      if self.isWatched { self.look(after: self.taken) }
    }
  }

  /// Called with the lock held. The thread keeps this object alive until it ends.
  private func startThread() {
    threads += 1
    let thread = Thread { self.work() }
    thread.name = "launchflow.handler"
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  private func work() {
    while let job = next() {
      #if canImport(ObjectiveC)
        autoreleasepool { job.runSynchronously(on: asUnownedTaskExecutor()) }
      #else
        job.runSynchronously(on: asUnownedTaskExecutor())
      #endif
    }
  }

  /// Waits for a job; nil when none has come for a while, and the thread has to end.
  private func next() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: Self.idleTime)
    idle += 1
    defer { idle -= 1 }
    while head == jobs.count {
      if !condition.wait(until: end), head == jobs.count {
        threads -= 1
        return nil
      }
    }
    let job = jobs[head]
    head += 1
    taken &+= 1
    if head == jobs.count || head > 1_024 {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
