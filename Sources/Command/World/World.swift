import LaunchFlowAuthoring

/// A command's view of its process.
struct World: Sendable {
  var environment: [String: String]
  var files: any FileAccess
  var output: any Output
  /// The resolved path of the folder from which alone documents are read, with a slash at its end; nil for all.
  var root: String?
  /// Each interrupt, such as Ctrl-C, after the call. While the stream is read, no interrupt ends the process.
  var interrupts: @Sendable () -> AsyncStream<Void> = { AsyncStream { _ in } }
}

extension World {
  /// The path that means standard input or output on a command line.
  static let standardStream = "-"

  func print(_ text: String, as form: OutputForm = .text) {
    output.write(form.checked(text), to: .data)
  }

  /// Writes to a file, or to standard output without one.
  func write(_ text: String, as form: OutputForm = .text, to path: String?) throws(FileError) {
    var left: String? = text
    try write({ left.take() }, as: form, to: path)
  }

  /// Writes texts the same way, until there is none. Each one ends with a line.
  func write(_ next: () -> String?, as form: OutputForm, to path: String?) throws(FileError) {
    if let path, path != Self.standardStream {
      try files.write({ next().map { Array(form.checked($0).utf8) } }, to: path)
    } else {
      while !output.isClosed, let text = next() { print(text, as: form) }
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

  /// Starts a server at the port of the command line; nil if that cannot be used, which is then reported.
  func server<Server>(_ given: Given, _ start: (UInt16) throws -> Server) -> Server? {
    let port = given[SharedOptions.port] ?? 0
    do {
      return try start(UInt16(port))
    } catch {
      report("error: the port \(port) cannot be used: \(error); '--port 0' takes a free one")
      return nil
    }
  }
}
