import LaunchFlow

/// Checks a package each time before it is used, whether it was just fetched or stored long ago.
struct Admission: Sendable {
  let judge: Judge
  let keys: TrustedKeys
  /// The audience that packages must name; nil for an app without one.
  let audience: String?
  let library: Ed25519?

  /// Checks a package's signatures, files and audience. Returns the trusted keys that have signed it.
  func check(_ package: FlowPackage) throws(PackageRefusal) -> [String] {
    let signers = try package.checkSignature(of: keys, by: library)
    try package.checkFiles()
    let manifest = package.manifest
    guard manifest.audience == audience else { throw .otherAudience(manifest.audience) }
    guard manifest.flow == judge.bundled.name else { throw .otherFlow(manifest.flow) }
    return signers
  }
}
