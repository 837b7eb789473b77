/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Sendable {
  /// The problem, one sentence without a full stop.
  package var message: String
  /// The bytes of the error, counted from the text's start.
  package var bytes: Range<Int>
  /// The offset at which an array or object that was never closed begins.
  package internal(set) var opening: Int?

  init(_ message: String, at bytes: Range<Int>, opening: Int? = nil) {
    self.message = message
    self.bytes = bytes
    self.opening = opening
  }

  init(_ message: String, at offset: Int, opening: Int? = nil) {
    self.init(message, at: offset..<offset + 1, opening: opening)
  }
}
