import LaunchFlow

/// An event of a delivery. Versions are as in traces: a sequence number, or `bundled`.
public enum DeliveryEvent: Hashable, Sendable {
  /// This launch uses a version.
  case using(version: String)
  /// This launch uses the bundled flow, although it has failed its trial.
  case safeMode
  /// The record was damaged, so the bundled flow is used.
  case recordDamaged
  /// The stored package could not be read.
  case packageDamaged(version: String)
  /// A start crashed. On trial, also: it landed late, or on an error page if that counts.
  case badStart(version: String)
  /// This version of the app never uses the package again.
  case quarantined(version: String)
  /// A version has passed its trial.
  case trialPassed(version: String)
  /// The source gave no package.
  case fetchFailed(String)
  /// The source has nothing new.
  case unchanged
  /// A package is not used.
  case refused(PackageRefusal)
  /// The rollout does not include this installation; for the control group, it never will.
  case held(version: String, isControl: Bool)
  /// A package orders the return to the bundled flow.
  case returned(version: String)
  /// The next launch uses this version.
  case accepted(version: String)
}

extension DeliveryEvent: CustomStringConvertible {
  /// The event in a few words.
  public var description: String {
    switch self {
    case .using(let version): "uses \(Self.name(version))"
    case .safeMode: "safe mode: even the bundled flow has failed"
    case .recordDamaged: "the record was damaged"
    case .packageDamaged(let version): "the stored package of \(Self.name(version)) cannot be read"
    case .badStart(let version): "\(Self.name(version)) had a bad start"
    case .quarantined(let version): "\(Self.name(version)) is not used again"
    case .trialPassed(let version): "\(Self.name(version)) has passed its trial"
    case .fetchFailed(let reason): "fetching failed: \(reason)"
    case .unchanged: "nothing new on the server"
    case .refused(let reason): "refused: \(reason)"
    case .held(let version, let isControl):
      "\(Self.name(version)) is not for this installation" + (isControl ? " (control group)" : " yet")
    case .returned(let version): "\(Self.name(version)) orders the return to the bundled flow"
    case .accepted(let version): "\(Self.name(version)) is accepted for the next launch"
    }
  }

  private static func name(_ version: String) -> String {
    Int64(version) == nil ? "the \(version) flow" : "version \(version)"
  }
}

extension Edition {
  var version: String { "\(sequence)" }
}

extension DeliveryMachine.Choice {
  var version: String {
    switch self {
    case .edition(let edition): edition.version
    case .bundled, .safe: "bundled"
    }
  }
}
