import Dispatch
import Foundation

/// Threads for work that may block for any time, or for ever.
///
/// Waking a thread costs more than most work, so a pool starts with few threads. When work waits and no thread has
/// taken any for a while, the pool doubles. A concurrent dispatch queue is unsuitable: the system limits its threads,
/// and blocked ones would starve the app's own queues.
///
/// Each piece of work has a duty, and each duty has a limit of its own: none can occupy the threads of another.
///
/// A thread that works on one piece for long counts as stuck. Another thread replaces it, up to a limit.
package final class ThreadPool: @unchecked Sendable {
  /// What work is for. An earlier duty goes first.
  package enum Duty: Int, CaseIterable, Sendable {
    /// Beginning requests, one after another.
    case requests
    /// Reading and writing stores, including the app's own. A cache must be readable while handlers are stuck.
    case stores
    /// Cancelling, which calls the app's cancellation handlers. A handler that waits for its own cancellation ends only
    /// when a thread is free to cancel it.
    case cancellations
    /// The app's actions and hooks, which may block.
    case handlers
  }

  /// The numbers of a duty's threads.
  package struct Size: Sendable {
    /// The number of a pool's threads that are started before work has to wait.
    package var first: Int
    /// The largest number of threads that work and are not stuck. Further work waits.
    package var most: Int
    /// The largest number of stuck threads that are replaced. Beyond it, further work waits until a thread is free.
    package var mostStuck: Int

    package init(first: Int = 1, most: Int, mostStuck: Int) {
      self.first = max(1, first)
      self.most = max(self.first, most)
      self.mostStuck = max(0, mostStuck)
    }
  }

  /// The state of a pool at one time.
  package struct Load: Hashable, Sendable {
    /// All threads, stuck ones included.
    package var threads = 0
    /// Stuck threads of handlers.
    package var stuck = 0
    /// Pieces of handlers' work that no thread has taken.
    package var waiting = 0
    /// Whether no further stuck thread will be replaced.
    package var isExhausted = false
  }

  /// The work of a duty.
  private struct Lane {
    let size: Size
    private var pieces: [@Sendable () -> Void] = []
    /// The first piece of work that has not been taken.
    private var head = 0
    /// How many threads are at it.
    var busy = 0

    init(_ size: Size) {
      self.size = size
    }

    var waiting: Int { pieces.count - head }

    mutating func add(_ piece: @escaping @Sendable () -> Void) {
      pieces.append(piece)
    }

    mutating func take() -> @Sendable () -> Void {
      let piece = pieces[head]
      head += 1
      busy += 1
      if head == pieces.count || head > 1_024 {
        pieces.removeFirst(head)
        head = 0
      }
      return piece
    }
  }

  /// A thread's present piece of work.
  private struct Turn {
    var duty: Duty
    var since: UInt64
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
  private let first: Int
  // `condition` guards all variables, so the runtime need not check each access.
  private let condition = NSCondition()
  /// By duty.
  @exclusivity(unchecked) private var lanes: [Lane]
  /// By thread; nil for an idle one and for a free place.
  @exclusivity(unchecked) private var busy: [Turn?] = []
  @exclusivity(unchecked) private var freePlaces: [Int] = []
  @exclusivity(unchecked) private var idle = 0
  /// Threads that have not looked for work yet.
  private var starting = 0
  @exclusivity(unchecked) private var taken: UInt64 = 0
  private var isWatched = false
  /// The largest number of stuck threads that has been reported.
  private var reportedStuck = 0
  private var listeners: [Int: @Sendable (Load) -> Void] = [:]
  private var madeListeners = 0

  /// The pool of all engines and switches of the process.
  package static let shared = ThreadPool("launchflow", first: 2) { duty in
    switch duty {
    case .requests: Size(most: 1, mostStuck: 0)
    case .stores, .cancellations: Size(most: 16, mostStuck: 64)
    case .handlers: Size(most: 64, mostStuck: 256)
    }
  }

  /// A pool of which each duty has one size.
  package convenience init(_ name: String, _ size: Size) {
    self.init(name, first: size.first) { _ in size }
  }

  private init(_ name: String, first: Int, _ size: (Duty) -> Size) {
    self.name = name
    self.first = first
    lanes = Duty.allCases.map { Lane(size($0)) }
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
  package func run(for duty: Duty = .handlers, _ piece: @escaping @Sendable () -> Void) {
    // A thread that adds work and is about to take further work takes the first piece itself.
    let thread = PoolThread.current
    let returning = thread?.pool === self && thread?.isReturning ?? false ? 1 : 0
    // Not under the lock, since the woken thread would wait for it at once.
    if condition.withLock({ add(piece, duty, returning) }) { condition.signal() }
  }

  /// Adds a piece of work. Returns whether an idle thread must be woken. Called under the lock.
  private func add(_ piece: @escaping @Sendable () -> Void, _ duty: Duty, _ returning: Int) -> Bool {
    lanes[duty.rawValue].add(piece)
    let ready = readyCount - returning - starting
    // A duty that no thread is at waits for none of the others.
    let isAlone = lanes[duty.rawValue].busy == 0 && lanes[duty.rawValue].waiting == 1
    if ready > idle, threadCount < first || isAlone {
      startThread()
    } else if !isWatched, ready > idle || readyCount(for: duty) == 0 {
      isWatched = true
      look(after: taken, Self.patience)
    }
    return idle > 0 && ready > 0
  }

  /// Whether no more threads work than the pool begins with.
  var isCalm: Bool { condition.withLock { threadCount - idle <= first } }

  /// Wakes a thread for waiting work.
  func wake() {
    if condition.withLock({ idle > 0 && readyCount > 0 }) { condition.signal() }
  }

  private var threadCount: Int { busy.count - freePlaces.count }

  /// How many pieces threads may take now. Called with the lock held, as are the following.
  private var readyCount: Int {
    var count = 0
    for duty in Duty.allCases { count += readyCount(for: duty) }
    return count
  }

  private func readyCount(for duty: Duty) -> Int {
    let lane = lanes[duty.rawValue]
    return lane.waiting == 0 ? 0 : min(lane.waiting, max(0, bound(of: duty) - lane.busy))
  }

  /// How many threads may be at a duty, the stuck ones included.
  private func bound(of duty: Duty) -> Int {
    let lane = lanes[duty.rawValue]
    guard lane.busy >= lane.size.most else { return lane.size.most }
    return lane.size.most + min(stuck(at: duty), lane.size.mostStuck)
  }

  private func stuck(at duty: Duty) -> Int {
    let now = DispatchTime.now().uptimeNanoseconds
    return busy.count { $0.map { $0.duty == duty && $0.since + Self.stuckAfter <= now } ?? false }
  }

  private func currentLoad() -> Load {
    let lane = lanes[Duty.handlers.rawValue]
    let stuck = stuck(at: .handlers)
    return Load(
      threads: threadCount, stuck: stuck, waiting: lane.waiting,
      isExhausted: stuck >= lane.size.most + lane.size.mostStuck)
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

  /// Starts threads where work waits in vain.
  private func grow(after former: UInt64) -> (Load, [@Sendable (Load) -> Void]) {
    let load = currentLoad()
    guard lanes.contains(where: { $0.waiting > 0 }) else {
      isWatched = false
      return (load, [])
    }
    let ready = readyCount
    if taken == former {
      let most = Duty.allCases.reduce(0) { $0 + bound(of: $1) }
      for _ in 0..<max(0, min(ready, threadCount, most - threadCount)) { startThread() }
      // One that was idle before another thread became stuck.
      if ready > 0, idle > 0 { condition.signal() }
    }
    look(after: taken, ready > 0 ? Self.patience : Self.slowPatience)
    guard load.stuck > toldStuck, load.threads >= lanes[Duty.handlers.rawValue].size.most else {
      return (load, [])
    }
    toldStuck = load.stuck
    return (load, listeners.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The thread keeps the pool alive until it ends.
  private func startThread() {
    let place = freePlaces.popLast() ?? busy.count
    if place == busy.count { busy.append(nil) }
    starting += 1
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
    if let former = busy[place]?.duty {
      let wasFull = lanes[former.rawValue].busy >= lanes[former.rawValue].size.most
      lanes[former.rawValue].busy -= 1
      busy[place] = nil
      // This thread may take work of another duty.
      if wasFull, idle > 0, readyCount > 1 { condition.signal() }
    } else {
      starting -= 1
    }
    var end: Date?
    while true {
      for duty in Duty.allCases where readyCount(for: duty) > 0 {
        taken &+= 1
        busy[place] = Turn(duty: duty, since: DispatchTime.now().uptimeNanoseconds)
        return lanes[duty.rawValue].take()
      }
      let limit = end ?? Date(timeIntervalSinceNow: Self.idleTime)
      end = limit
      idle += 1
      let hasTime = condition.wait(until: limit)
      idle -= 1
      guard hasTime || readyCount > 0 else {
        freePlaces.append(place)
        return nil
      }
    }
  }

  private final class Ending: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }
  }
}
