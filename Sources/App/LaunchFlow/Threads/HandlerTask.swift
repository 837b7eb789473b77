/// A handler's work in its own task, which no code waits for.
///
/// A task group would wait for each child, even for one that ignores its cancellation or blocks. So a handler's task is
/// detached. It reports its end once, at any later time; a caller that no longer waits ignores the report.
package final class HandlerTask: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var hasEnded = false
    var isCancelled = false
  }

  private let state = Locked(State())
  private let place: any HandlerPlace

  /// Starts a handler.
  ///
  /// - Parameters:
  ///   - place: The threads on which it runs and is cancelled.
  ///   - step: The step that it works for; empty for none.
  ///   - onMain: Whether it runs on the main actor.
  ///   - handler: The work. It may block, ignore its cancellation, and never end.
  ///   - onEnd: Called once with the handler's answer, on the handler's thread; never if the handler does not end.
  package init<Answer: Sendable>(
    on place: any HandlerPlace, of step: String = "", onMain: Bool = false,
    _ handler: nonisolated(nonsending) @escaping @Sendable () async -> Answer,
    onEnd: @escaping @Sendable (Answer) -> Void
  ) {
    self.place = place
    let state = state
    let handler = Handler(handler)
    let body: nonisolated(nonsending) @Sendable () async -> Void = {
      guard let answer = await handler.run() else { return }
      state.withLock {
        $0.hasEnded = true
        $0.task = nil
      }
      PoolThread.end { onEnd(answer) }
    }
    let task = place.start(body, of: step, onMain: onMain)
    state.withLock { if !$0.hasEnded { $0.task = task } }
  }

  /// The app's code, which is released with its captured values before the end is reported.
  private final class Handler<Answer: Sendable>: @unchecked Sendable {
    // Set before the task starts, then used by the task only.
    private var body: (nonisolated(nonsending) @Sendable () async -> Answer)?

    init(_ body: nonisolated(nonsending) @escaping @Sendable () async -> Answer) {
      self.body = body
    }

    /// Runs the handler. Called once.
    nonisolated(nonsending) func run() async -> Answer? {
      guard let body = take() else { return nil }
      return await body()
    }

    private func take() -> (nonisolated(nonsending) @Sendable () async -> Answer)? {
      defer { body = nil }
      return body
    }
  }

  /// Whether the handler has ended.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Cancels the handler's task on another thread, so that a cancellation handler that blocks does not block the
  /// caller.
  package func cancel() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard !state.isCancelled, !state.hasEnded else { return nil }
      state.isCancelled = true
      return state.task
    }
    guard let task else { return }
    place.cancel(task)
  }
}
