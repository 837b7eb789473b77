/// How far the body of a request or of an answer has come.
public struct TransferProgress: Hashable, Sendable {
  /// Which way.
  package enum Direction: String, CaseIterable, Hashable, Sendable {
    case upload, download
  }

  /// Which way the bytes go.
  package var direction: Direction
  /// Whether it is the request's body; otherwise it is the answer's.
  public var isUpload: Bool { direction == .upload }
  /// The bytes so far; a further attempt begins anew.
  public var bytes: Int64
  /// The bytes of the whole body; nil where nobody has said.
  public var total: Int64?

  /// Describes a progress, for a transport of the app's own.
  public init(isUpload: Bool, bytes: Int64, total: Int64?) {
    self.init(isUpload ? .upload : .download, bytes: bytes, total: total)
  }

  package init(_ direction: Direction, bytes: Int64, total: Int64?) {
    self.direction = direction
    self.bytes = bytes
    self.total = total
  }
}
