/// Where a command writes to; tests bring their own.
package protocol Output: AnyObject {
  /// Writes text at once. What nobody reads any more is dropped.
  func write(_ text: String, to stream: OutputStream)
  /// Whether a person looks at it.
  func isTerminal(_ stream: OutputStream) -> Bool
  /// The terminal's columns, nil where there is none.
  var terminalWidth: Int? { get }
  /// The terminal's lines, nil where there is none.
  var terminalHeight: Int? { get }
  /// Whether the reader of the data has gone, so that writing more is pointless.
  var isClosed: Bool { get }
  /// Why data could not be written; a reader that has gone is no reason.
  var failure: String? { get }
}

/// What a text is: data that was asked for, or something about it.
package enum OutputStream: Int, Sendable {
  case data, diagnostics
}
