import LaunchFlow
import LaunchFlowVerifier

/// What a delivered package may be, and what its proof on the device may cost. All of it is counted, never measured, so
/// that every device decides alike, and `launchflow pack` as the devices.
public struct DeliveryLimits: Hashable, Sendable {
  /// The bytes of a package.
  public var bytes = 256 << 10
  /// How deep a file's values may be nested.
  public var depth = 32
  /// The steps of the flow, groups included.
  public var steps = 200
  /// The latest landing that a proof may find; nil for the bundled flow's deadline.
  public var latestLanding: Duration?
  /// The states that a proof may explore.
  public var states = 100_000
  /// The work of a proof; fifty million are about a second of a computer.
  public var work = 500_000_000
  /// The bytes that the states of a proof may take.
  public var memory = 64 << 20

  /// The limits that `launchflow pack` assumes.
  public init() {}

  package var budget: Budget { Budget(states: states, work: work, memory: memory) }
}
