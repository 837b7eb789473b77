/// The tasks of a run's handlers, with the task-local values of the run's caller.
///
/// A task that has run a handler waits for the next one, since making a task costs more than most steps. A cancelled task
/// runs no other handler.
final class HandlerCrew: Sendable {
  private final class Worker: @unchecked Sendable {
    // While the task waits, only the event loop reads and writes the variables; otherwise only the task does. `task` is
    // set before the task waits for the first time, as seen from the event loop.
    var handler: HandlerTask?
    var waiting: UnsafeContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  private struct State {
    var idle: [Worker] = []
    var isOver = false
  }

  private static let mostIdle = 64

  private let host: any EngineHost
  private let locals: TaskLocals
  private let state = Locked(State())

  init(on host: any EngineHost, _ locals: TaskLocals) {
    self.host = host
    self.locals = locals
  }

  /// Starts a handler, for a step. On the event loop.
  func start(_ handler: HandlerTask, of step: String, onMain: Bool) {
    guard host.reusesTasks, !onMain else {
      return locals.perform { handler.start(of: step, onMain: onMain) }
    }
    if let worker = state.withLock({ $0.idle.popLast() }), let task = worker.task {
      worker.handler = handler
      handler.noteStart(in: task)
      worker.waiting?.resume()
      return
    }
    let worker = Worker()
    worker.handler = handler
    let task = locals.perform { host.handlers.start({ await self.run(worker) }, of: step, onMain: false) }
    worker.task = task
    handler.noteStart(in: task)
  }

  /// Ends the waiting tasks; later ones do not wait. On the event loop.
  func end() {
    let idle = state.withLock { state in
      state.isOver = true
      defer { state.idle = [] }
      return state.idle
    }
    for worker in idle { worker.waiting?.resume() }
  }

  private nonisolated(nonsending) func run(_ worker: Worker) async {
    while true {
      // In a scope, so that no variable holds the handler while the task waits. In one function, since each return to an
      // `async` caller costs as much as five locks.
      do {
        guard let handler = worker.handler else { return }
        worker.handler = nil
        await handler.perform()
        guard handler.end() else { return }
      }
      await withUnsafeContinuation { continuation in
        worker.waiting = continuation
        let waits = state.withLock { state in
          guard !state.isOver, state.idle.count < Self.mostIdle else { return false }
          state.idle.append(worker)
          return true
        }
        if !waits { continuation.resume() }
      }
    }
  }
}
