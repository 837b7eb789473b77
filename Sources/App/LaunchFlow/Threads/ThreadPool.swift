import Dispatch
import Foundation

/// Threads for work that may block for any time, or for ever.
///
/// Waking a thread costs more than most work, so a pool starts with few threads. When work waits and no thread has
/// taken any for a while, the pool doubles. A concurrent dispatch queue is unsuitable: the system limits its threads,
/// and blocked ones would starve the app's own queues.
///
/// A thread that works on one piece for long counts as stuck. Another thread replaces it, up to a limit.
package final class ThreadPool: @unchecked Sendable {
  /// The numbers of a pool's threads.
  package struct Size: Sendable {
    /// The number of threads that are started before work has to wait.
    package var first: Int
    /// The largest number of threads that are not stuck. Further work waits.
    package var most: Int
    /// The largest number of stuck threads that are replaced. Beyond it, further work waits until a thread is free.
    package var mostStuck: Int

    package init(first: Int, most: Int, mostStuck: Int) {
      self.first = max(1, first)
      self.most = max(self.first, most)
      self.mostStuck = max(0, mostStuck)
    }
  }

  /// The state of a pool at one time.
  package struct Load: Hashable, Sendable {
    /// All threads, stuck ones included.
    package var threads = 0
    /// Stuck threads.
    package var stuck = 0
    /// Pieces of work that no thread has taken.
    package var waiting = 0
    /// Whether no further stuck thread will be replaced.
    package var isExhausted = false
  }

  /// The time after which further threads are started if work waits and no thread takes any.
  private static let patience = DispatchTimeInterval.milliseconds(5)
  /// The interval at which a pool that may not grow looks for stuck threads.
  private static let slowPatience = DispatchTimeInterval.milliseconds(100)
  /// The time of work on one piece, in nanoseconds, after which a thread counts as stuck.
  private static let stuckAfter: UInt64 = 1_000_000_000
  /// The time, in seconds, after which a thread without work ends.
  private static let idleTime = 2.0
  /// The queue that watches all pools. It is never blocked, since nothing else runs on it.
  private static let watch = DispatchQueue(label: "launchflow.threads", qos: .userInitiated)

  private let name: String
  private let size: Size
  // `condition` guards all variables.
  private let condition = NSCondition()
  private var work: [@Sendable () -> Void] = []
  /// The first piece of work that has not been taken.
  private var head = 0
  /// By thread: the start of its current piece of work; nil for an idle thread and a free place.
  private var busySince: [UInt64?] = []
  private var freePlaces: [Int] = []
  private var idle = 0
  private var taken: UInt64 = 0
  private var isWatched = false
  /// The largest number of stuck threads that has been reported.
  private var reportedStuck = 0
  private var listeners: [Int: @Sendable (Load) -> Void] = [:]
  private var madeListeners = 0

  package init(_ name: String, _ size: Size) {
    self.name = name
    self.size = size
  }

  /// The current state.
  package var load: Load { condition.withLock { currentLoad() } }

  /// Calls back on the watching queue each time that more threads are stuck than ever before.
  ///
  /// - Returns: The registration. Releasing it ends the calls.
  func onStuck(_ call: @escaping @Sendable (Load) -> Void) -> any AnyObject & Sendable {
    let number = condition.withLock {
      madeListeners += 1
      listeners[madeListeners] = call
      return madeListeners
    }
    return Ending { [weak self] in
      guard let self else { return }
      _ = condition.withLock { self.listeners.removeValue(forKey: number) }
    }
  }

  /// Does some work on one of the threads. Work starts in the order of the calls.
  package func run(_ piece: @escaping @Sendable () -> Void) {
    // A thread that adds work and is about to take further work takes the first piece itself.
    let thread = PoolThread.current
    let returning = thread?.pool === self && thread?.isReturning ?? false ? 1 : 0
    // Not under the lock, since the woken thread would wait for it at once.
    if condition.withLock({ add(piece, returning) }) { condition.signal() }
  }

  /// Adds a piece of work. Returns whether an idle thread must be woken. Called under the lock.
  private func add(_ piece: @escaping @Sendable () -> Void, _ returning: Int) -> Bool {
    work.append(piece)
    let waiting = work.count - head - returning
    if waiting > idle {
      if threadCount < size.first {
        startThread()
      } else if !isWatched {
        isWatched = true
        look(after: taken, Self.patience)
      }
    }
    return idle > 0 && waiting > 0
  }

  /// Whether no more threads work than the pool begins with.
  var isCalm: Bool { condition.withLock { threadCount - idle <= size.first } }

  /// Wakes a thread for waiting work.
  func wake() {
    if condition.withLock({ idle > 0 && work.count > head }) { condition.signal() }
  }

  private var threadCount: Int { busySince.count - freePlaces.count }

  private func currentLoad() -> Load {
    let now = DispatchTime.now().uptimeNanoseconds
    let stuck = busySince.count { $0.map { $0 + Self.stuckAfter <= now } ?? false }
    return Load(
      threads: threadCount, stuck: stuck, waiting: work.count - head,
      isExhausted: stuck >= size.most + size.mostStuck)
  }

  /// Checks a little later whether a thread has taken work since.
  private func look(after former: UInt64, _ patience: DispatchTimeInterval) {
    Self.watch.asyncAfter(deadline: .now() + patience) {
      self.condition.lock()
      let (load, listeners) = self.grow(after: former)
      self.condition.unlock()
      for listener in listeners { listener(load) }
    }
  }

  /// Starts threads if no thread has taken waiting work. Called under the lock.
  private func grow(after former: UInt64) -> (Load, [@Sendable (Load) -> Void]) {
    let load = currentLoad()
    guard load.waiting > 0 else {
      isWatched = false
      return (load, [])
    }
    let bound = size.most + min(load.stuck, size.mostStuck)
    if taken == former {
      for _ in 0..<max(0, min(load.waiting, threadCount, bound - threadCount)) { startThread() }
    }
    look(after: taken, threadCount < bound ? Self.patience : Self.slowPatience)
    guard load.stuck > reportedStuck, load.threads >= size.most else { return (load, []) }
    reportedStuck = load.stuck
    return (load, listeners.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Starts a thread, which keeps the pool alive until it ends. Called under the lock.
  private func startThread() {
    let place = freePlaces.popLast() ?? busySince.count
    if place == busySince.count { busySince.append(nil) }
    let thread = Thread {
      PoolThread.enter(self) { thread in
        while let piece = self.next(at: place) {
          #if canImport(ObjectiveC)
            autoreleasepool { piece() }
            autoreleasepool { thread.finishPiece() }
          #else
            piece()
            thread.finishPiece()
          #endif
        }
      }
    }
    thread.name = name
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  /// Waits for work; nil if there was none for a while, so that the thread must end.
  private func next(at place: Int) -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    busySince[place] = nil
    if head == work.count {
      let end = Date(timeIntervalSinceNow: Self.idleTime)
      idle += 1
      defer { idle -= 1 }
      while head == work.count {
        if !condition.wait(until: end), head == work.count {
          freePlaces.append(place)
          return nil
        }
      }
    }
    let piece = work[head]
    head += 1
    taken &+= 1
    if head == work.count || head > 1_024 {
      work.removeFirst(head)
      head = 0
    }
    busySince[place] = DispatchTime.now().uptimeNanoseconds
    return piece
  }

  private final class Ending: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }
  }
}

// The pools of a process. They are separate, so that none can occupy the threads of another: handlers may block; a
// handler that waits for its own cancellation ends only if a thread is free to cancel it; and a cache must be readable
// while both pools are stuck.
extension ThreadPool {
  /// For handlers of all engines: the app's actions and hooks.
  package static let handlers = ThreadPool(
    "launchflow.handler",
    Size(first: ProcessInfo.processInfo.activeProcessorCount, most: 64, mostStuck: 256))
  /// For stores, including the app's own.
  package static let stores = ThreadPool(
    "launchflow.store", Size(first: 1, most: 16, mostStuck: 64))
  /// For cancellations, which call the app's cancellation handlers.
  package static let cancellations = ThreadPool(
    "launchflow.cancel", Size(first: 1, most: 16, mostStuck: 64))
}
