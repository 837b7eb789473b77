import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The source of interrupts, such as Ctrl-C; tests have their own.
package protocol InterruptSource: Sendable {
  /// Each interrupt from now on. While the stream is read, an interrupt does not end the process.
  func interrupts() -> AsyncStream<Void>
}

/// No interrupts.
package struct NoInterrupts: InterruptSource {
  /// Has no interrupt.
  package init() {}

  package func interrupts() -> AsyncStream<Void> { AsyncStream { _ in } }
}

/// The signals of Ctrl-C and of a system that ends a process. They end the process until the stream is read.
package struct SystemInterrupts: InterruptSource {
  /// Handles no signal yet.
  package init() {}

  package func interrupts() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let signals = Signals([SIGINT, SIGTERM]) { continuation.yield() }
      continuation.onTermination = { _ in signals.cancel() }
    }
  }

  /// The signal handlers.
  private final class Signals: @unchecked Sendable {
    // Never changed; a source may be cancelled from anywhere.
    private let sources: [any DispatchSourceSignal]

    init(_ numbers: [Int32], _ call: @escaping @Sendable () -> Void) {
      let queue = DispatchQueue(label: "launchflow.interrupts")
      sources = numbers.map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: call)
        source.activate()
        return source
      }
    }

    func cancel() {
      for source in sources { source.cancel() }
    }
  }
}
