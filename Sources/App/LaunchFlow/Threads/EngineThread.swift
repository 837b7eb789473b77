import Foundation

/// A thread of a pool, as its own work sees it. Used on that thread only.
///
/// When a handler has ended, its thread handles the answer before it takes further work, since waking another thread
/// costs more than most steps. No code of the app runs between the handler's end and that work.
final class PoolThread {
  private static let key = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  let pool: ThreadPool
  /// Whether the thread does deferred work of its last piece and then takes further work.
  private(set) var isReturning = false
  private var isEnding = false
  private var afterwards: [(PoolThread) -> Void] = []

  private init(_ pool: ThreadPool) {
    self.pool = pool
  }

  /// The calling thread; nil if it belongs to no pool.
  static var current: PoolThread? {
    pthread_getspecific(key).map { Unmanaged<PoolThread>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes the calling thread a thread of a pool until the body returns.
  static func enter(_ pool: ThreadPool, _ body: (PoolThread) -> Void) {
    let thread = PoolThread(pool)
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
    guard let thread = current, thread.pool.isCalm else { return body() }
    thread.isEnding = true
    body()
    thread.isEnding = false
  }

  /// Defers some work until the piece has returned, if it is about to return. Returns whether it was deferred.
  static func putOff(_ work: @escaping (PoolThread) -> Void) -> Bool {
    guard let thread = current, thread.isEnding else { return false }
    thread.afterwards.append(work)
    return true
  }

  /// Does the deferred work.
  func finishPiece() {
    guard !afterwards.isEmpty else { return }
    let all = afterwards
    afterwards = []
    isReturning = true
    for work in all { work(self) }
    isReturning = false
  }

  /// Notes that this thread takes no further work soon, so that others must.
  func stay() {
    guard isReturning else { return }
    isReturning = false
    pool.wake()
  }
}
