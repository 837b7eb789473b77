/// Where services stand in a run.
public struct RequestEnvironment: Hashable, Sendable {
  /// The environment's name; nil for a flow that declares none.
  public var name: String?
  /// Whether it is the one of release builds, with all its bounds.
  public var isRelease: Bool
  /// Addresses set by hand, by service; they count outside the release environment only.
  public var addresses: [String: String]

  /// Describes an environment.
  public init(_ name: String? = nil, isRelease: Bool = true, addresses: [String: String] = [:]) {
    self.name = name
    self.isRelease = isRelease
    self.addresses = addresses
  }
}
