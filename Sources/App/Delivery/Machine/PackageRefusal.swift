import LaunchFlow

/// The reason why a package is not used.
public enum PackageRefusal: Error, Hashable, Sendable {
  /// It is larger than the limit in bytes.
  case tooLarge(limit: Int)
  /// It is not a package that this build can read.
  case unreadable(String)
  /// None of its signatures' keys is trusted; their ids are given.
  case untrustedKey([String])
  /// No signature of a trusted key fits the manifest.
  case wrongSignature
  /// Fewer trusted keys than required have signed it.
  case tooFewSignatures(Int, required: Int)
  /// Signatures cannot be checked on this system.
  case noCryptography
  /// A file is missing, is not in the manifest, or has another digest.
  case differentFile(String)
  /// It is for another app or environment; nil for a package without an audience.
  case otherAudience(String?)
  /// It contains another flow than the bundled one.
  case otherFlow(String)
  /// Its sequence number is not above this one.
  case older(than: Int64)
  /// Another edition had the same sequence number.
  case sameNumber
  /// It has expired.
  case expired
  /// It was issued in the future, so the clock is wrong.
  case wrongClock
  /// Its files have failed on this device.
  case quarantined
  /// The newest package is older than the app allows.
  case unconfirmed
  /// It exceeds one of the limits for delivered flows.
  case beyondLimit(String)
  /// Its flow has errors; the first one is given.
  case invalid(String)
  /// This version of the app lacks a part that its flow needs.
  case contract(String)
  /// It sends requests to a host that the bundled flow does not allow.
  case host(String)
  /// Its flow's deadline is later than allowed.
  case late(Duration, allowed: Duration)
}

extension PackageRefusal: CustomStringConvertible {
  /// The reason as a sentence without a full stop.
  public var description: String {
    switch self {
    case .tooLarge(let limit): "the package is larger than \(limit) bytes"
    case .unreadable(let flaw): "the package cannot be read: \(flaw)"
    case .untrustedKey(let keys):
      keys.isEmpty
        ? "the package has no signature"
        : "no key of its signatures is trusted: \(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .wrongSignature: "the signature does not fit the manifest"
    case .tooFewSignatures(let count, let required):
      "the package has signatures of \(count) trusted keys; required: \(required)"
    case .noCryptography: "this system has no library that checks Ed25519 signatures"
    case .differentFile(let name): "the file \"\(name)\" is not the one that was signed"
    case .otherAudience(let audience):
      audience.map { "the package is for another audience, \"\($0)\"" } ?? "the package names no audience"
    case .otherFlow(let name): "the package contains another flow, \"\(name)\""
    case .older(let sequence): "its sequence number is not above \(sequence)"
    case .sameNumber: "another package had the same sequence number"
    case .expired: "the package has expired"
    case .wrongClock: "the package was issued in the future; the clock is wrong"
    case .quarantined: "the package failed on this device"
    case .unconfirmed: "no newer package has confirmed it in time"
    case .beyondLimit(let what): what
    case .invalid(let message): "the flow has errors: \(message)"
    case .contract(let what): what
    case .host(let host): "the bundled flow does not allow requests to \(host)"
    case .late(let time, let allowed):
      "the flow's deadline is \(time.documentText); the longest allowed is \(allowed.documentText)"
    }
  }
}
