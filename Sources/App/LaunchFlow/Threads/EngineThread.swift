import Foundation

/// A thread of a pool or of an event loop, as its own work sees it. Used on that thread only.
///
/// When a handler has ended, its thread handles the answer before it takes further work, since waking another thread
/// costs more than most steps. No code of the app runs between the handler's end and that work.
final class EngineThread {
  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The most pieces of work that are held back.
  private static let mostHeld = 64

  /// The thread's pool; nil for the thread of a loop.
  let pool: ThreadPool?
  /// Whether the thread does deferred work of its last piece and then takes further work.
  private var isReturning = false
  private var isEnding = false
  private var loops: [SystemEventLoop] = []
  // One value, since the runtime checks each access to a variable of a class.
  private var held = Held()

  private struct Held {
    var isOn = false
    var pool: ThreadPool?
    var pieces: [@Sendable () -> Void] = []

    mutating func add(_ piece: @escaping @Sendable () -> Void, _ pool: ThreadPool, _ thread: EngineThread) {
      if self.pool !== pool || pieces.count >= EngineThread.mostHeld { release(thread) }
      self.pool = pool
      pieces.append(piece)
    }

    mutating func release(_ thread: EngineThread) {
      guard let pool else { return }
      self.pool = nil
      pool.add(pieces, from: thread)
      pieces.removeAll(keepingCapacity: true)
    }
  }

  private init(_ pool: ThreadPool?) {
    self.pool = pool
  }

  /// The calling thread; nil for other threads.
  static var current: EngineThread? {
    pthread_getspecific(key).map { Unmanaged<EngineThread>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes the calling thread a thread of a pool, or of a loop, until the body returns.
  static func enter(_ pool: ThreadPool?, _ body: (EngineThread) -> Void) {
    let thread = EngineThread(pool)
    pthread_setspecific(key, Unmanaged.passUnretained(thread).toOpaque())
    body(thread)
    pthread_setspecific(key, nil)
    withExtendedLifetime(thread) {}
  }

  /// Does the last work of a piece. Deferred work is done as soon as the piece has returned.
  ///
  /// If more threads work than the pool begins with, handlers block or spin. They could keep this thread from the
  /// processor, so then nothing is deferred.
  static func end(_ body: () -> Void) {
    guard let thread = current, let pool = thread.pool, pool.isCalm else { return body() }
    thread.isEnding = true
    body()
    thread.isEnding = false
  }

  /// Defers a loop's work until the piece has returned, if it is about to return. Returns whether it was deferred.
  static func putOff(_ loop: SystemEventLoop) -> Bool {
    guard let thread = current, thread.isEnding else { return false }
    if thread.loops.last !== loop { thread.loops.append(loop) }
    return true
  }

  /// Does the deferred work.
  func finishPiece() {
    while let loop = loops.popLast() {
      isReturning = true
      loop.work(on: self)
      isReturning = false
    }
  }

  /// Whether the thread takes further work of a pool as soon as it has done a loop's work.
  func isReturning(to pool: ThreadPool) -> Bool { isReturning && self.pool === pool }

  /// Notes that this thread takes no further work soon, so that others must.
  func stay() {
    guard isReturning else { return }
    isReturning = false
    pool?.wake()
  }

  /// Does a loop's work. Its work for a pool is held back until its end, to wake a thread once and not for each piece.
  func hold(_ body: () -> Void) {
    held.isOn = true
    body()
    held.isOn = false
    held.release(self)
  }

  /// Holds back some work for a pool. Returns false if nothing is held back now.
  func hold(_ piece: @escaping @Sendable () -> Void, for pool: ThreadPool) -> Bool {
    guard held.isOn else { return false }
    held.add(piece, pool, self)
    return true
  }
}
