/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The problem, one sentence without a full stop.
  public var message: String
  /// The bytes that are meant, counted from the text's start.
  public var bytes: Range<Int>
  /// The fix.
  public var hint: String?
  /// Where the array or object that was never closed begins, as a byte's offset.
  public var opening: Int?

  init(_ message: String, at bytes: Range<Int>, hint: String? = nil, opening: Int? = nil) {
    self.message = message
    self.bytes = bytes
    self.hint = hint
    self.opening = opening
  }

  /// One byte is meant.
  init(_ message: String, at offset: Int, hint: String? = nil, opening: Int? = nil) {
    self.init(message, at: offset..<offset + 1, hint: hint, opening: opening)
  }
}

/// The limits of a text.
public struct JSONLimits: Hashable, Sendable {
  /// The length in bytes.
  public var bytes: Int
  /// How deep arrays and objects may be nested.
  public var depth: Int

  /// The limits of files and answers: 16 MiB, 512 levels.
  public static let standard = JSONLimits(bytes: 16 << 20, depth: 512)

  /// Sets limits; no more than 1 GiB and 512 levels are ever allowed.
  public init(bytes: Int, depth: Int) {
    self.bytes = min(max(bytes, 0), 1 << 30)
    self.depth = min(max(depth, 0), 512)
  }
}
