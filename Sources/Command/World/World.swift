import LaunchFlowModel

/// A command's view of its process.
package struct World: Sendable {
  package var environment: [String: String]
  package var files: any FileAccess
  package var output: any Output
  /// Each interrupt, such as Ctrl-C, after the call. While the stream is read, no interrupt ends the process.
  package var interrupts: @Sendable () -> AsyncStream<Void>

  /// Creates a world from its parts.
  package init(
    environment: [String: String], files: any FileAccess, output: any Output,
    interrupts: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { _ in } }
  ) {
    self.environment = environment
    self.files = files
    self.output = output
    self.interrupts = interrupts
  }
}

extension World {
  /// The path that means standard input or output on a command line.
  static let standardStream = "-"

  /// Writes to standard output.
  func print(_ text: String, as form: OutputForm = .text) {
    output.write(form.checked(text), to: .data)
  }

  /// Writes to a file, or to standard output without one.
  func write(_ text: String, as form: OutputForm = .text, to path: String?) throws(FileError) {
    if let path, path != Self.standardStream {
      try files.write(Array(form.checked(text).utf8), to: path)
    } else {
      print(text, as: form)
    }
  }

  /// Replaces a file if its bytes are still those that were read; returns whether they were.
  func replace(_ bytes: [UInt8], at path: String, over expected: [UInt8]) throws(FileError) -> Bool {
    guard try files.read(path, limit: expected.count) == expected else { return false }
    try files.replace(bytes, at: path)
    return true
  }

  /// Writes a line to standard error. Line ends and hidden characters in it become visible.
  func report(_ line: String) {
    output.write(line.visible + "\n", to: .diagnostics)
  }

  /// Writes a control sequence for the terminal.
  func control(_ sequence: String) {
    output.write(sequence, to: .data)
  }

  /// Whether to colour the output to a stream. A choice on the command line wins over the environment, in
  /// which `CLICOLOR_FORCE` wins over `NO_COLOR` (https://no-color.org, https://bixense.com/clicolors).
  func colors(_ stream: OutputStream, _ given: Given) -> Bool {
    switch given[SharedOptions.color] ?? .auto {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    return environment["TERM"] != "dumb" && output.isTerminal(stream)
  }

  /// Whether to draw with ASCII characters only: by the command line, or in the locale C or POSIX.
  func isASCII(_ given: Given) -> Bool {
    if given[SharedOptions.ascii] { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale == "C" || locale == "POSIX"
  }

  /// The columns of text for a file or a pipe.
  static let plainWidth = 100

  /// The number of columns to write.
  func width(_ given: Given) -> Int {
    given[SharedOptions.width] ?? terminalColumns ?? Self.plainWidth
  }

  /// The terminal's columns, from the terminal or `COLUMNS`; nil without a terminal.
  var terminalColumns: Int? {
    guard output.isTerminal(.data) else { return nil }
    return output.terminalWidth ?? environment["COLUMNS"].flatMap { Int($0) }.map { max($0, 40) }
  }
}
