import LaunchFlow

/// What an app asks of a package, each time before it uses any of it: whether it is fetched or was stored long ago.
struct Gate: Sendable {
  let judge: Judge
  let keys: TrustedKeys
  /// The app and environment for which packages are made; nil where the app names none.
  let audience: String?
  let library: Ed25519?

  /// Checks a package's signatures, files and addressee; the trusted keys that have signed it.
  func check(_ package: FlowPackage) throws(PackageRefusal) -> [String] {
    let signers = try package.checkSignature(of: keys, by: library)
    try package.checkFiles()
    let manifest = package.manifest
    guard manifest.audience == audience else { throw .otherAudience(manifest.audience) }
    guard manifest.flow == judge.bundled.name else { throw .otherFlow(manifest.flow) }
    return signers
  }
}
