import LaunchFlow

/// The limits of a delivered package. They are counts, never measured times, so that every device and `launchflow pack`
/// decide in the same way.
public struct DeliveryLimits: Equatable, Sendable {
  /// The size of a package, in bytes.
  public var bytes = 256 << 10
  /// The depth of a file's nested values.
  public var depth = 32
  /// The number of the flow's steps, groups included.
  public var steps = 200
  /// The longest deadline of a flow; nil for that of the bundled flow.
  public var latestLanding: Duration?

  /// The limits that `launchflow pack` assumes.
  public init() {}
}
