import Foundation
import LaunchFlow

/// The process's standard output and standard error.
package final class SystemOutput: Output {
  /// The reasons why no data can be written.
  private struct State {
    var isClosed = false
    var failure: String?
  }

  private let state = Locked(State())

  package var isClosed: Bool { state.withLock(\.isClosed) }
  package var failure: String? { state.withLock(\.failure) }

  /// A closed pipe must not end the process, since the exit status still reports how the command ended.
  package init() {
    signal(SIGPIPE, SIG_IGN)
  }

  package func write(_ text: String, to stream: OutputStream) {
    state.withLock { state in
      if stream == .data, state.isClosed || state.failure != nil { return }
      do throws(SystemFailure) {
        try SystemFile.write(Array(text.utf8), to: Self.descriptor(stream))
      } catch {
        guard stream == .data else { return }
        if error.number == EPIPE { state.isClosed = true } else { state.failure = error.reason }
      }
    }
  }

  package func isTerminal(_ stream: OutputStream) -> Bool {
    isatty(Self.descriptor(stream)) == 1
  }

  package var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func descriptor(_ stream: OutputStream) -> Int32 {
    switch stream {
    case .data: STDOUT_FILENO
    case .diagnostics: STDERR_FILENO
    }
  }
}
