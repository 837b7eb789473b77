/// A handler that runs in a task of its own, waited for by nobody.
///
/// A task group would wait for each of its children, one that ignores its cancellation or blocks included. So a
/// handler's task is detached; it tells its end once, whenever that is, and whoever has given it up does not
/// listen.
package final class HandlerTask: Sendable {
  /// Where a handler runs.
  package enum Place: Sendable {
    /// On Swift's own pool.
    case pool
    case threads(HandlerPool)
    case mainActor
  }

  private struct State {
    var task: Task<Void, Never>?
    var hasEnded = false
    var isCancelled = false
  }

  private let state = Guarded(State())

  /// Starts a handler.
  ///
  /// - Parameters:
  ///   - place: Where it runs.
  ///   - handler: What runs; it may block, ignore its cancellation, and never end.
  ///   - onEnd: Called once with what the handler returned, on the handler's thread; never if it never ends.
  package init<Answer: Sendable>(
    on place: Place = .pool,
    _ handler: nonisolated(nonsending) @escaping @Sendable () async -> Answer,
    onEnd: @escaping @Sendable (Answer) -> Void
  ) {
    let state = state
    let body: nonisolated(nonsending) @Sendable () async -> Void = {
      let answer = await handler()
      state.withLock {
        $0.hasEnded = true
        $0.task = nil
      }
      onEnd(answer)
    }
    let task: Task<Void, Never> =
      switch place {
      case .pool: Task.detached(priority: .userInitiated) { await body() }
      case .threads(let pool): pool.run(body)
      case .mainActor: Task(priority: .userInitiated) { @MainActor in await body() }
      }
    state.withLock { if !$0.hasEnded { $0.task = task } }
  }

  /// Whether the handler has come to its end.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Tells the handler to end, without waiting for the app's cancellation handlers.
  package func cancel(by canceller: Canceller) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard !state.isCancelled, !state.hasEnded else { return nil }
      state.isCancelled = true
      return state.task
    }
    guard let task else { return }
    canceller.cancel { task.cancel() }
  }
}
