import LaunchFlow
@testable import LaunchFlowCommand

/// Runs command lines without a process: files in memory, output in strings.
struct TestWorld {
  var files = MemoryFiles()
  var environment: [String: String] = [:]
  var isTerminal = false
  var terminalWidth: Int?
  /// The number of interrupts, all at once.
  var interrupts = 0

  /// How a command ended and what it wrote.
  struct Outcome {
    var status: ExitStatus
    var data: String
    var diagnostics: String
    var writtenFiles: [String: String]
  }

  /// Runs a command line, given as its words.
  func run(_ arguments: String...) async -> Outcome {
    await run(arguments)
  }

  /// Runs a command line, given as its words.
  func run(_ arguments: [String]) async -> Outcome {
    let output = RecordedOutput(isTerminal: isTerminal, terminalWidth: terminalWidth)
    let world = World(environment: environment, files: files, output: output) { [interrupts] in
      AsyncStream { continuation in
        for _ in 0..<interrupts { continuation.yield() }
      }
    }
    let status = await Command.run(arguments, in: world)
    return Outcome(
      status: status, data: output.data, diagnostics: output.diagnostics, writtenFiles: files.written.texts)
  }
}

/// Keeps what a command writes.
final class RecordedOutput: Output {
  private let texts = Locked<[OutputStream: String]>([:])
  var data: String { texts.withLock { $0[.data] ?? "" } }
  var diagnostics: String { texts.withLock { $0[.diagnostics] ?? "" } }
  let terminalWidth: Int?
  let isClosed = false
  let failure: String? = nil
  private let isTerminal: Bool

  init(isTerminal: Bool = false, terminalWidth: Int? = nil) {
    self.isTerminal = isTerminal
    self.terminalWidth = terminalWidth
  }

  func write(_ text: String, to stream: OutputStream) {
    texts.withLock { $0[stream, default: ""] += text }
  }

  func isTerminal(_ stream: OutputStream) -> Bool { isTerminal }
}
