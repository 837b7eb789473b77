import LaunchFlow

/// What a delivered package may be. All of it is counted, never measured, so that every device decides alike, and
/// `launchflow pack` as the devices.
public struct DeliveryLimits: Hashable, Sendable {
  /// The bytes of a package.
  public var bytes = 256 << 10
  /// How deep a file's values may be nested.
  public var depth = 32
  /// The steps of the flow, groups included.
  public var steps = 200
  /// The latest deadline that a flow may have; nil for the bundled flow's.
  public var latestLanding: Duration?

  /// The limits that `launchflow pack` assumes.
  public init() {}
}
