/// How far the body of a request or of an answer has come.
public struct TransferProgress: Hashable, Sendable {
  /// Which way.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case upload, download
  }

  /// Which way the bytes go.
  public var direction: Direction
  /// The bytes so far; a further attempt begins anew.
  public var bytes: Int64
  /// The bytes of the whole body; nil where nobody has said.
  public var total: Int64?

  /// Describes a progress.
  public init(_ direction: Direction, bytes: Int64, total: Int64?) {
    self.direction = direction
    self.bytes = bytes
    self.total = total
  }
}
