extension Flow {
  /// A warning that the author has seen and does not want to be told again.
  public struct Silence: Hashable, Sendable {
    /// The warning's code, `LF` and three digits.
    public var code: String
    /// Why it does not matter here; not empty.
    public var reason: String

    /// Silences a warning for a reason.
    package init(_ code: String, because reason: String) {
      self.code = code
      self.reason = reason
    }
  }
}
