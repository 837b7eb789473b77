/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The problem, one sentence without a full stop.
  package var message: String
  /// The bytes of the error, counted from the text's start.
  package var bytes: Range<Int>
  /// The offset at which an array or object that was never closed begins.
  package var opening: Int?

  init(_ message: String, at bytes: Range<Int>, opening: Int? = nil) {
    self.message = message
    self.bytes = bytes
    self.opening = opening
  }

  /// An error at one byte.
  init(_ message: String, at offset: Int, opening: Int? = nil) {
    self.init(message, at: offset..<offset + 1, opening: opening)
  }
}

/// The limits of a text.
package struct JSONLimits: Sendable {
  /// The length in bytes.
  package var bytes: Int
  /// How deep arrays and objects may be nested.
  package var depth: Int

  /// The limits of files and answers: 16 MiB, 512 levels.
  package static let standard = JSONLimits(bytes: 16 << 20, depth: 512)

  /// Sets limits; no more than 1 GiB and 512 levels are ever allowed.
  package init(bytes: Int, depth: Int) {
    self.bytes = min(max(bytes, 0), 1 << 30)
    self.depth = min(max(depth, 0), 512)
  }
}
