import LaunchFlowMachine
import LaunchFlowModel

/// Which environment a run calls, and why.
///
/// A release build's own constant wins over a saved manual choice, which wins over the build's default; where
/// nothing is said it is the flow's first environment, the release build's.
public struct EnvironmentChoice: Hashable, Sendable {
  /// What chose the environment.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The release build's own constant.
    case release
    /// A person, by hand, on this device.
    case saved
    /// The build.
    case build
    /// Nobody: it is the flow's first.
    case first
  }

  /// What a person chose by hand.
  public struct Manual: Hashable, Sendable {
    /// The environment's name; nil leaves it to the build.
    public var environment: String?
    /// Addresses typed in by hand, by service; they count outside the release environment only.
    public var addresses: [String: String]

    /// Says what was chosen.
    public init(environment: String? = nil, addresses: [String: String] = [:]) {
      self.environment = environment
      self.addresses = addresses
    }
  }

  /// The environments that the flow declares, the release build's first.
  public let environments: [String]
  /// The constant that a release build carries; nil in all other builds.
  public let releaseConstant: String?
  /// What the build uses unless told otherwise.
  public let buildDefault: String?
  /// What a person chose.
  public var manual: Manual

  /// Weighs the sources. A name that the flow does not declare (left over from an older version, say) counts
  /// as not said.
  ///
  /// - Parameters:
  ///   - environments: Those of the flow, the release build's first.
  ///   - releaseConstant: To be given in release builds, and only there; no manual choice can overrule it.
  ///   - buildDefault: What the build uses unless told otherwise.
  ///   - manual: What a person chose.
  public init(
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

  /// What chose it.
  public var reason: Reason { decision.reason }

  /// Whether it is the one of release builds.
  public var isRelease: Bool { name == environments.first }

  /// Whether a manual choice counts in this build.
  public var canChoose: Bool { releaseConstant == nil }

  private var decision: (name: String?, reason: Reason) {
    let candidates: [(String?, Reason)] = [
      // A release build with a constant that the flow does not know is a release build all the same.
      (releaseConstant.map { environments.contains($0) ? $0 : environments.first ?? $0 }, .release),
      (manual.environment, .saved), (buildDefault, .build),
    ]
    for case (let name?, let reason) in candidates where environments.contains(name) {
      return (name, reason)
    }
    return (environments.first, releaseConstant == nil ? .first : .release)
  }

  /// The environment as requests are rendered for it.
  public var environment: RequestEnvironment {
    RequestEnvironment(name, isRelease: isRelease, addresses: isRelease ? [:] : manual.addresses)
  }
}
