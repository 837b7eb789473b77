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

  /// The time, in nanoseconds, after which further threads are started if work waits and no thread takes any.
  private static let patience: UInt64 = 5_000_000
  /// The interval, in nanoseconds, at which a pool that may not grow looks for stuck threads.
  private static let slowPatience: UInt64 = 100_000_000
  /// The time of work on one piece, in nanoseconds, after which a thread counts as stuck.
  private static let stuckAfter: UInt64 = 1_000_000_000
  /// The time, in seconds, after which a thread without work ends.
  private static let idleTime = 2.0

  private let name: String
  /// The pool whose idle threads this one takes instead of starting others.
  private let lender: ThreadPool?
  private let size: Size
  // `condition` guards all variables.
  private let condition = NSCondition()
  private var work: [@Sendable () -> Void] = []
  /// The first piece of work that has not been taken.
  private var head = 0
  /// By thread: the start of its current piece of work; 0 for an idle thread and a free place.
  private var busySince: [UInt64] = []
  private var freePlaces: [Int] = []
  private var idle = 0
  private var taken: UInt64 = 0
  private var isWatched = false
  /// The largest number of stuck threads that has been reported.
  private var reportedStuck = 0
  /// The places in other pools to which idle threads must go.
  private var loans: [Place] = []
  private var listeners: [Int: @Sendable (Load) -> Void] = [:]
  private var madeListeners = 0

  /// A thread's place in a pool.
  private struct Place {
    var pool: ThreadPool
    var index: Int
  }

  package init(_ name: String, _ size: Size, lender: ThreadPool? = nil) {
    self.name = name
    self.lender = lender
    self.size = size
  }

  /// The current state.
  package var load: Load { condition.withLock { currentLoad() } }

  /// Calls back on the event loop's own thread each time that more threads are stuck than ever before.
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
    let (wakes, place) = condition.withLock { add(piece, returning) }
    // Not under the lock, since the woken thread would wait for it at once.
    if wakes { condition.signal() }
    if let place { startThread(at: place) }
  }

  /// Adds a piece of work. Returns whether an idle thread must be woken, and the place at which one must be started.
  /// Called under the lock.
  private func add(_ piece: @escaping @Sendable () -> Void, _ returning: Int) -> (wakes: Bool, place: Int?) {
    work.append(piece)
    let waiting = work.count - head - returning
    let free = idle - loans.count
    var place: Int?
    if waiting > free {
      if threadCount < size.first {
        place = takePlace()
      } else if !isWatched {
        isWatched = true
        look(after: taken, Self.patience)
      }
    }
    return (free > 0 && waiting > 0, place)
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
    let stuck = busySince.count { $0 > 0 && $0 + Self.stuckAfter <= now }
    return Load(
      threads: threadCount, stuck: stuck, waiting: work.count - head,
      isExhausted: stuck >= size.most + size.mostStuck)
  }

  /// Checks a little later whether a thread has taken work since.
  private func look(after former: UInt64, _ patience: UInt64) {
    SystemEventLoop.shared.call(after: patience) {
      self.condition.lock()
      let (load, places, listeners) = self.grow(after: former)
      self.condition.unlock()
      for place in places { self.startThread(at: place) }
      for listener in listeners { listener(load) }
    }
  }

  /// Makes places for threads if no thread has taken waiting work. Called under the lock.
  private func grow(after former: UInt64) -> (Load, places: [Int], [@Sendable (Load) -> Void]) {
    let load = currentLoad()
    guard load.waiting > 0 else {
      isWatched = false
      return (load, [], [])
    }
    var places: [Int] = []
    let bound = size.most + min(load.stuck, size.mostStuck)
    if taken == former {
      for _ in 0..<max(0, min(load.waiting, threadCount, bound - threadCount)) { places.append(takePlace()) }
    }
    look(after: taken, threadCount < bound ? Self.patience : Self.slowPatience)
    guard load.stuck > reportedStuck, load.threads >= size.most else { return (load, places, []) }
    reportedStuck = load.stuck
    return (load, places, listeners.sorted { $0.key < $1.key }.map(\.value))
  }

  /// A place for one more thread. Called under the lock.
  private func takePlace() -> Int {
    if let place = freePlaces.popLast() { return place }
    busySince.append(0)
    return busySince.count - 1
  }

  /// Lets an idle thread go to another pool. Returns whether there was one.
  private func lend(to place: Place) -> Bool {
    let isLent = condition.withLock {
      guard idle > loans.count, head == work.count else { return false }
      loans.append(place)
      return true
    }
    if isLent { condition.signal() }
    return isLent
  }

  /// Starts a thread at a place, which keeps the pool alive until it ends. Not called under the lock.
  private func startThread(at place: Int) {
    let first = Place(pool: self, index: place)
    if lender?.lend(to: first) == true { return }
    let thread = Thread {
      var place: Place? = first
      while let current = place { place = current.pool.work(at: current.index) }
    }
    thread.name = name
    thread.qualityOfService = .userInitiated
    thread.start()
  }

  /// Does work on the calling thread. Returns where the thread must go then; nil for its end.
  private func work(at place: Int) -> Place? {
    var loan: Place?
    PoolThread.enter(self) { thread in
      while let piece = next(at: place, &loan) {
        #if canImport(ObjectiveC)
          autoreleasepool { piece() }
          autoreleasepool { thread.finishPiece() }
        #else
          piece()
          thread.finishPiece()
        #endif
      }
    }
    return loan
  }

  /// Waits for work; nil if there was none for a while, or if another pool needs the thread.
  private func next(at place: Int, _ loan: inout Place?) -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    busySince[place] = 0
    if head == work.count {
      let end = Date(timeIntervalSinceNow: Self.idleTime)
      idle += 1
      defer { idle -= 1 }
      while true {
        loan = loans.popLast()
        if loan == nil, head < work.count { break }
        if loan == nil, condition.wait(until: end) || head < work.count || !loans.isEmpty { continue }
        freePlaces.append(place)
        return nil
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
  /// Not by `ProcessInfo`, which on Linux reads files of the system first.
  private static let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// For handlers of all engines: the app's actions and hooks.
  package static let handlers = ThreadPool(
    "launchflow.handler",
    Size(first: processors, most: 64, mostStuck: 256))
  /// For stores, including the app's own.
  package static let stores = ThreadPool(
    "launchflow.store", Size(first: 1, most: 16, mostStuck: 64))
  /// For beginning requests, which calls the app's own transport. Launches read caches first, then send.
  static let sends = ThreadPool(
    "launchflow.send", Size(first: 1, most: 16, mostStuck: 64), lender: .stores)
  /// For cancellations, which call the app's cancellation handlers.
  package static let cancellations = ThreadPool(
    "launchflow.cancel", Size(first: 1, most: 16, mostStuck: 64))
}
