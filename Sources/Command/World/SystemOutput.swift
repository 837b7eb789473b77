import Foundation
import LaunchFlow

/// The process's standard output and standard error.
final class SystemOutput: Output {
  private struct State {
    var isClosed = false
    var failure: String?
  }

  private let state = Locked(State())

  var isClosed: Bool { state.withLock(\.isClosed) }
  var failure: String? { state.withLock(\.failure) }

  /// A closed pipe must not end the process, since the exit status still reports how the command ended.
  init() {
    signal(SIGPIPE, SIG_IGN)
  }

  func write(_ text: String, to stream: OutputStream) {
    state.withLock { state in
      if stream == .data, state.isClosed || state.failure != nil { return }
      do throws(SystemFailure) {
        try SystemFile.write(Array(text.utf8), to: stream.rawValue)
      } catch {
        guard stream == .data else { return }
        if error.number == EPIPE { state.isClosed = true } else { state.failure = error.reason }
      }
    }
  }

  func isTerminal(_ stream: OutputStream) -> Bool {
    isatty(stream.rawValue) == 1
  }

  var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
