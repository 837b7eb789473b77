import Foundation

/// A thread of a pool, for the work on it. Used on that thread alone.
///
/// When a handler has ended, its thread does what follows from the answer before it takes further work: waking another
/// thread costs more than most steps do. No code of the app is left to run between the handler's end and that work.
final class PoolThread {
  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  let pool: ThreadPool
  /// Whether the thread does what follows from its last piece of work, and then takes further work.
  private(set) var isReturning = false
  private var isEnding = false
  private var afterwards: [(PoolThread) -> Void] = []

  private init(_ pool: ThreadPool) {
    self.pool = pool
  }

  /// The thread that calls this; nil if it belongs to no pool.
  static var current: PoolThread? {
    pthread_getspecific(key).map { Unmanaged<PoolThread>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes the calling thread one of a pool until the body returns.
  static func enter(_ pool: ThreadPool, _ body: (PoolThread) -> Void) {
    let thread = PoolThread(pool)
    pthread_setspecific(key, Unmanaged.passUnretained(thread).toOpaque())
    body(thread)
    pthread_setspecific(key, nil)
    withExtendedLifetime(thread) {}
  }

  /// Does the last work of a piece. What it puts off is done as soon as the piece has returned.
  ///
  /// Where more threads are at work than the pool begins with, handlers block or spin. They could keep this thread from
  /// the processor, so nothing is put off then.
  static func end(_ body: () -> Void) {
    guard let thread = current, thread.pool.isCalm else { return body() }
    thread.isEnding = true
    body()
    thread.isEnding = false
  }

  /// Does some work when the piece has returned, if that is about to happen; whether it is.
  static func putOff(_ work: @escaping (PoolThread) -> Void) -> Bool {
    guard let thread = current, thread.isEnding else { return false }
    thread.afterwards.append(work)
    return true
  }

  /// Does what was put off.
  func finishPiece() {
    guard !afterwards.isEmpty else { return }
    let all = afterwards
    afterwards = []
    isReturning = true
    for work in all { work(self) }
    isReturning = false
  }

  /// Takes no further work soon, so that others must.
  func stay() {
    guard isReturning else { return }
    isReturning = false
    pool.wake()
  }
}
