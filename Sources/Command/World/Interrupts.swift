import Dispatch
import Foundation

extension World {
  /// Each signal of Ctrl-C, or of a system that ends the process, from now on. A signal ends the process
  /// while the stream is not read.
  static func signals() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let queue = DispatchQueue(label: "launchflow.interrupts")
      // A source may be cancelled from any thread.
      nonisolated(unsafe) let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { continuation.yield() }
        source.activate()
        return source
      }
      continuation.onTermination = { _ in for source in sources { source.cancel() } }
    }
  }
}
