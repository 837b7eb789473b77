/// The progress of the body of a request or an answer.
public struct TransferProgress: Hashable, Sendable {
  /// Whether it is the request's body, not the answer's.
  public var isUpload: Bool
  /// The bytes so far. A further attempt begins at 0.
  public var bytes: Int64
  /// The bytes of the whole body; nil if unknown.
  public var total: Int64?

  /// Describes a progress, for an app's own transport.
  public init(isUpload: Bool, bytes: Int64, total: Int64?) {
    self.isUpload = isUpload
    self.bytes = bytes
    self.total = total
  }
}
