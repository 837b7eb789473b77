import Dispatch
import Foundation

/// The clock and the threads of an engine: those of the process, or a test's own in virtual time.
package protocol EngineHost: AnyObject, Sendable {
  var loop: any EventLoop { get }
  /// The clock for handlers. It is in step with the loop's clock.
  var clock: FlowClock { get }
  /// The device's calendar clock.
  var date: Date { get }
  /// The threads of handlers.
  var handlers: any HandlerPlace { get }
  var stores: any HandlerPlace { get }
  /// Whether a task may run several handlers, one after another.
  var reusesTasks: Bool { get }

  /// Does work that may block, on another thread than the loop.
  func perform(_ duty: HostDuty, _ work: @escaping @Sendable () -> Void)
  /// Handles a step's answer on the event loop. In virtual time, simultaneous events come in the machine's order.
  func deliver(on track: Int, _ work: @escaping @Sendable () -> Void)
  /// The world of a run, which may wrap the app's own.
  func world(_ app: any RunWorld) -> any RunWorld
  /// The transport for an attempt; nil for the engine's.
  func transport(of ticket: AttemptTicket) -> (any HTTPTransport)?
}

/// Work of an engine that may block.
package enum HostDuty: Sendable {
  case reading
  case sending
  case cancellation
  /// Passing an event to the sinks.
  case telling
}

/// The process's own clock and threads.
package final class SystemHost: EngineHost {
  package let loop: any EventLoop
  private let threads: HandlerThreads
  private let sinkQueue = DispatchQueue(label: "launchflow.sinks", qos: .utility)

  /// - Parameter loop: The loop that all engines share; in tests a separate one.
  package init(loop: SystemEventLoop = .shared, handlers: HandlerThreads = .shared) {
    self.loop = loop
    threads = handlers
  }

  package var clock: FlowClock { .continuous }
  package var date: Date { Date() }
  package var handlers: any HandlerPlace { threads }
  package var stores: any HandlerPlace { HandlerThreads.stores }
  package var reusesTasks: Bool { threads.reusesTasks }

  package func perform(_ duty: HostDuty, _ work: @escaping @Sendable () -> Void) {
    switch duty {
    // Not on the caller's thread, since the app's own store may block.
    case .reading: ThreadPool.stores.run(work)
    case .sending: ThreadPool.sends.run(work)
    case .cancellation: ThreadPool.cancellations.run(work)
    case .telling: sinkQueue.async(execute: work)
    }
  }

  package func deliver(on track: Int, _ work: @escaping @Sendable () -> Void) {
    loop.perform(work)
  }

  package func world(_ app: any RunWorld) -> any RunWorld { app }

  package func transport(of ticket: AttemptTicket) -> (any HTTPTransport)? { nil }
}
