import Dispatch
import Foundation

/// The clock and the threads of an engine: those of the process, or a test's own in virtual time.
package protocol EngineHost: HandlerPlace {
  /// Where runs are decided.
  var loop: any EventLoop { get }
  /// The clock for handlers; it runs with the loop's.
  var clock: FlowClock { get }
  /// The device's calendar clock.
  var date: Date { get }
  /// Where stores are written.
  var stores: any HandlerPlace { get }
  /// The handlers' threads, to be watched for blocked ones; nil if their state is unknown.
  var pool: ThreadPool? { get }

  /// Does work that may block, apart from the loop.
  func perform(_ duty: HostDuty, _ work: @escaping @Sendable () -> Void)
  /// Hands in what a step's handler said. A host in virtual time puts what happens at one instant in the order of
  /// the machine.
  func deliver(of step: Int, _ work: @escaping @Sendable () -> Void)
  /// The world of a run, around the app's own.
  func world(_ app: any RunWorld) -> any RunWorld
  /// The transport for an attempt; nil for the engine's.
  func transport(of ticket: AttemptTicket) -> (any HTTPTransport)?
}

/// Work of an engine that may block.
package enum HostDuty: Sendable {
  /// Reading a cache.
  case reading
  /// Beginning a request.
  case sending
  /// Cancelling a request.
  case cancellation
  /// Telling the sinks of an event.
  case telling
}

/// The process's own clock and threads.
package struct SystemHost: EngineHost {
  package let loop: any EventLoop
  private let handlers: HandlerThreads
  private let sendQueue = DispatchQueue(label: "launchflow.send", qos: .userInitiated)
  private let sinkQueue = DispatchQueue(label: "launchflow.sinks", qos: .utility)

  /// - Parameters:
  ///   - loop: The loop that all engines share, or for tests one of their own.
  ///   - handlers: Where handlers run.
  package init(loop: DispatchEventLoop = .shared, handlers: HandlerThreads = .shared) {
    self.loop = loop
    self.handlers = handlers
  }

  package var clock: FlowClock { .continuous }
  package var date: Date { Date() }
  package var stores: any HandlerPlace { HandlerThreads.stores }
  package var pool: ThreadPool? { handlers.pool }

  package func start(
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void, of step: String, onMain: Bool
  ) -> Task<Void, Never> {
    handlers.start(body, of: step, onMain: onMain)
  }

  package func cancel(_ task: Task<Void, Never>) {
    handlers.cancel(task)
  }

  package func perform(_ duty: HostDuty, _ work: @escaping @Sendable () -> Void) {
    switch duty {
    // Not on the caller's thread: a store may be the app's own, and block.
    case .reading: ThreadPool.stores.run(work)
    case .sending: sendQueue.async(execute: work)
    case .cancellation: ThreadPool.cancellations.run(work)
    case .telling: sinkQueue.async(execute: work)
    }
  }

  package func deliver(of step: Int, _ work: @escaping @Sendable () -> Void) {
    work()
  }

  package func world(_ app: any RunWorld) -> any RunWorld { app }

  package func transport(of ticket: AttemptTicket) -> (any HTTPTransport)? { nil }
}
