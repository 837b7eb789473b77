package struct JSONLimits: Sendable {
  package var bytes: Int
  /// How deep arrays and objects may be nested.
  package internal(set) var depth: Int

  /// The limits of files and answers: 16 MiB, 512 levels.
  package static let standard = JSONLimits(bytes: 16 << 20, depth: 512)

  /// Sets limits; no more than 1 GiB and 512 levels are ever allowed.
  package init(bytes: Int, depth: Int) {
    self.bytes = min(max(bytes, 0), 1 << 30)
    self.depth = min(max(depth, 0), 512)
  }
}
