/// How far the body of a request or of an answer has come.
public struct TransferProgress: Hashable, Sendable {
  /// Whether it is the request's body; otherwise it is the answer's.
  public var isUpload: Bool
  /// The bytes so far; a further attempt begins anew.
  public var bytes: Int64
  /// The bytes of the whole body; nil where nobody has said.
  public var total: Int64?

  /// Describes a progress, for a transport of the app's own.
  public init(isUpload: Bool, bytes: Int64, total: Int64?) {
    self.isUpload = isUpload
    self.bytes = bytes
    self.total = total
  }
}
