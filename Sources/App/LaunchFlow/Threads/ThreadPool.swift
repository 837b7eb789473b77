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
  package struct Size: Sendable {
    /// The number of threads that are started before work has to wait.
    package var first: Int
    /// The largest number of threads that are not stuck. Further work waits.
    package var most: Int
    /// The largest number of stuck threads that are replaced. Beyond it, further work waits until a thread is free.
    package internal(set) var mostStuck: Int

    package init(first: Int, most: Int, mostStuck: Int) {
      self.first = max(1, first)
      self.most = max(self.first, most)
      self.mostStuck = max(0, mostStuck)
    }
  }

  package struct Load: Hashable, Sendable {
    /// All threads, stuck ones included.
    package var threads = 0
    package internal(set) var stuck = 0
    package var waiting = 0
  }

  /// The time, in nanoseconds, after which further threads are started if work waits and no thread takes any.
  private static let patience: UInt64 = 5_000_000
  /// The interval, in nanoseconds, at which a pool that may not grow looks for stuck threads.
  private static let slowPatience: UInt64 = 100_000_000
  /// The time of work on one piece, in nanoseconds, after which a thread counts as stuck.
  private static let stuckAfter: UInt64 = 1_000_000_000
  /// The time, in nanoseconds, after which a thread without work ends.
  private static let idleTime: UInt64 = 2_000_000_000

  private let name: String
  /// The pool whose idle threads this one takes instead of starting others.
  private let lender: ThreadPool?
  private let size: Size
  private let monitor = Monitor()
  // `monitor` guards it.
  private var state = State()

  private struct State {
    var work: [@Sendable () -> Void] = []
    /// The first piece of work that has not been taken.
    var head = 0
    /// By thread: the start of its current piece of work; 0 for an idle thread and a free place.
    var busySince: [UInt64] = []
    var freePlaces: [Int] = []
    var idle = 0
    var taken: UInt64 = 0
    var isWatched = false
    /// The places in other pools to which idle threads must go.
    var loans: [Place] = []

    var waiting: Int { work.count - head }
    var threads: Int { busySince.count - freePlaces.count }

    mutating func takePlace() -> Int {
      if let place = freePlaces.popLast() { return place }
      busySince.append(0)
      return busySince.count - 1
    }

    mutating func take() -> @Sendable () -> Void {
      let piece = work[head]
      head += 1
      taken &+= 1
      if head == work.count {
        work.removeAll(keepingCapacity: head < 1_024)
        head = 0
      } else if head > 1_024 {
        work.removeFirst(head)
        head = 0
      }
      return piece
    }
  }

  private struct Place {
    var pool: ThreadPool
    var index: Int
  }

  package init(_ name: String, _ size: Size, lender: ThreadPool? = nil) {
    self.name = name
    self.lender = lender
    self.size = size
  }

  package var load: Load { monitor.withLock { currentLoad() } }

  /// Does some work on one of the threads. Work starts in the order of the calls.
  package func run(_ piece: @escaping @Sendable () -> Void) {
    let thread = EngineThread.current
    if thread?.hold(piece, for: self) != true { add([piece], from: thread) }
  }

  /// Adds work that a thread gives, and wakes or starts as many threads as it needs.
  func add(_ pieces: [@Sendable () -> Void], from thread: EngineThread?) {
    // A thread that adds work and is about to take further work takes the first piece itself.
    let returning = thread?.isReturning(to: self) == true ? 1 : 0
    let (woken, places) = monitor.withLock { note(pieces, returning) }
    // Not under the lock, since a woken thread would wait for it at once.
    for _ in 0..<woken { monitor.signal() }
    for place in places { startThread(at: place) }
  }

  /// Returns how many idle threads to wake, and the places at which to start threads. Called under the lock.
  private func note(
    _ pieces: [@Sendable () -> Void], _ returning: Int
  ) -> (woken: Int, places: [Int]) {
    state.work.append(contentsOf: pieces)
    let waiting = state.waiting - returning
    let free = state.idle - state.loans.count
    var places: [Int] = []
    while waiting - places.count > free, state.threads < size.first { places.append(state.takePlace()) }
    if waiting - places.count > free, !state.isWatched {
      state.isWatched = true
      look(after: state.taken, Self.patience)
    }
    return (max(0, min(free, waiting, pieces.count)), places)
  }

  /// Whether no more threads work than the pool begins with.
  var isCalm: Bool { monitor.withLock { state.threads - state.idle <= size.first } }

  func wake() {
    if monitor.withLock({ state.idle > 0 && state.waiting > 0 }) { monitor.signal() }
  }

  private func currentLoad() -> Load {
    let now = Monitor.now
    let stuck = state.busySince.count { $0 > 0 && $0 + Self.stuckAfter <= now }
    return Load(threads: state.threads, stuck: stuck, waiting: state.waiting)
  }

  /// Checks a little later whether a thread has taken work since.
  private func look(after former: UInt64, _ patience: UInt64) {
    SystemEventLoop.shared.call(after: patience) {
      let places = self.monitor.withLock { self.grow(after: former) }
      for place in places { self.startThread(at: place) }
    }
  }

  /// Makes places for threads if no thread has taken waiting work. Called under the lock.
  private func grow(after former: UInt64) -> [Int] {
    let load = currentLoad()
    guard load.waiting > 0 else {
      state.isWatched = false
      return []
    }
    var places: [Int] = []
    let bound = size.most + min(load.stuck, size.mostStuck)
    if state.taken == former {
      let count = max(0, min(load.waiting, state.threads, bound - state.threads))
      for _ in 0..<count { places.append(state.takePlace()) }
    }
    look(after: state.taken, state.threads < bound ? Self.patience : Self.slowPatience)
    return places
  }

  /// Lets an idle thread go to another pool, or the calling one that is about to be idle. Returns whether there was one.
  private func lend(to place: Place) -> Bool {
    let returning = EngineThread.current?.isReturning(to: self) == true ? 1 : 0
    let isLent = monitor.withLock {
      guard state.idle + returning > state.loans.count, state.waiting == 0 else { return false }
      state.loans.append(place)
      return true
    }
    if isLent { monitor.signal() }
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
    EngineThread.enter(self) { thread in
      while let piece = monitor.withLock({ next(at: place, &loan) }) {
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

  /// Waits for work; nil if there was none for a while, or if another pool needs the thread. Called under the lock.
  private func next(at place: Int, _ loan: inout Place?) -> (@Sendable () -> Void)? {
    state.busySince[place] = 0
    loan = state.loans.popLast()
    if loan == nil, state.waiting == 0 {
      let end = Monitor.now + Self.idleTime
      state.idle += 1
      while loan == nil, state.waiting == 0, Monitor.now < end {
        monitor.wait(until: end)
        loan = state.loans.popLast()
      }
      state.idle -= 1
    }
    guard loan == nil, state.waiting > 0 else {
      state.freePlaces.append(place)
      return nil
    }
    state.busySince[place] = Monitor.now
    return state.take()
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
