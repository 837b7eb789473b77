/// The output of a command, from any thread; tests have their own.
protocol Output: AnyObject, Sendable {
  /// Writes text at once; drops it if the reader has gone.
  func write(_ text: String, to stream: OutputStream)
  func isTerminal(_ stream: OutputStream) -> Bool
  /// The terminal's columns; nil without a terminal.
  var terminalWidth: Int? { get }
  /// Whether the reader of the data has gone, so that writing more is pointless.
  var isClosed: Bool { get }
  /// The reason why data could not be written; a closed pipe is not an error.
  var failure: String? { get }
}

/// The stream of a text: the requested data, or messages about it. The raw value is its descriptor.
enum OutputStream: Int32, Sendable {
  case data = 1
  case diagnostics
}
