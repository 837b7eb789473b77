import LaunchFlowMachine
import LaunchFlowModel

/// The environment that a run calls, and the reason.
///
/// A release build's own constant wins over a saved manual choice, which wins over the build's default. Without any of
/// them it is the flow's first environment, the release build's.
public struct EnvironmentChoice: Hashable, Sendable {
  /// The origin of the choice.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The release build's own constant.
    case release
    /// A person, by hand, on this device.
    case saved
    /// The build.
    case build
    /// No choice was made: it is the flow's first environment.
    case first
  }

  /// A person's choice.
  package struct Manual: Hashable, Sendable {
    /// The environment's name; nil leaves it to the build.
    package var environment: String?
    /// Addresses that were typed in, by service. They are used outside the release environment only.
    package var addresses: [String: String]

    /// A choice; without arguments none.
    package init(environment: String? = nil, addresses: [String: String] = [:]) {
      self.environment = environment
      self.addresses = addresses
    }
  }

  /// The environments that the flow declares, the release build's first.
  public let environments: [String]
  /// The constant that a release build carries; nil in all other builds.
  package let releaseConstant: String?
  /// The build's default environment.
  package let buildDefault: String?
  /// The person's choice.
  package var manual: Manual

  /// Weighs the sources. A name that the flow does not declare, such as one from an older version, is ignored.
  ///
  /// - Parameters:
  ///   - environments: Those of the flow, the release build's first.
  ///   - releaseConstant: To be given in release builds, and only there; no manual choice can overrule it.
  ///   - buildDefault: The build's default environment.
  ///   - manual: The person's choice.
  package init(
    environments: [String], releaseConstant: String? = nil, buildDefault: String? = nil,
    manual: Manual = Manual()
  ) {
    self.environments = environments
    self.releaseConstant = releaseConstant
    self.buildDefault = buildDefault
    self.manual = manual
  }

  /// The environment's name; nil for a flow that declares none.
  public var name: String? { decision.name }

  /// The origin of the choice.
  package var reason: Reason { decision.reason }

  /// Whether it is the one of release builds.
  public var isRelease: Bool { name == environments.first }

  /// Whether this build heeds a manual choice.
  public var canChoose: Bool { releaseConstant == nil }

  private var decision: (name: String?, reason: Reason) {
    let candidates: [(String?, Reason)] = [
      // A release build with a constant that the flow does not know is still a release build.
      (releaseConstant.map { environments.contains($0) ? $0 : environments.first ?? $0 }, .release),
      (manual.environment, .saved), (buildDefault, .build),
    ]
    for case (let name?, let reason) in candidates where environments.contains(name) {
      return (name, reason)
    }
    return (environments.first, releaseConstant == nil ? .first : .release)
  }

  /// The environment for requests.
  public var environment: RequestEnvironment {
    RequestEnvironment(name, isRelease: isRelease, addresses: isRelease ? [:] : manual.addresses)
  }
}
