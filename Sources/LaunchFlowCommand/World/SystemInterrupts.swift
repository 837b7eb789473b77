import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C, and the signal by which a system asks a process to end. Until somebody listens they end the process,
/// as ever.
package struct SystemInterrupts: InterruptSource {
  /// Listens to nothing yet.
  package init() {}

  package func wishes() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let signals = Signals([SIGINT, SIGTERM]) { continuation.yield() }
      continuation.onTermination = { _ in signals.cancel() }
    }
  }

  /// The sources that listen.
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
