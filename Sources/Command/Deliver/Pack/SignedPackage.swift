import LaunchFlow
import LaunchFlowDelivery

/// A package made of a signed manifest, its signatures and its files.
struct SignedPackage {
  let file: DocumentFile
  let path: String
  let given: Given
  let world: World

  /// Writes the package of a flow, unless devices would refuse it.
  func write(_ flow: Flow) throws -> ExitStatus {
    do {
      let (package, unchecked) = try signed(try filled(for: flow))
      let limit = DeliveryLimits().bytes
      guard package.text.utf8.count <= limit else { throw PackageRefusal.tooLarge(limit: limit) }
      guard PackPermission.check(package.manifest, unchecked, given, in: world) else {
        return .problemsFound
      }
      try world.write(package.text, to: given[SharedOptions.output])
      return .fine
    } catch let refusal as PackageRefusal {
      world.report("error: \(path): \(refusal)")
      return .problemsFound
    }
  }

  /// The manifest with the files that it names.
  private func filled(for flow: Flow) throws -> FlowPackage {
    let text = try world.files.read(path, limit: 1 << 16)
    let manifest = try Manifest(text)
    guard manifest.flow == flow.name else { throw PackageRefusal.otherFlow(manifest.flow) }
    var package = FlowPackage(manifest, text: text, signatures: [], files: [:])
    for (index, entry) in manifest.files.enumerated() {
      package.files[entry.name] = (index == 0 ? file.source : file.included(entry.name))?.bytes
    }
    try package.checkFiles()
    return package
  }

  /// The package with its signatures, and what was not checked. Every signature that has a key must be valid.
  private func signed(_ package: FlowPackage) throws -> (FlowPackage, [(PackPermission, String)]) {
    var package = package
    var unchecked: [(PackPermission, String)] = []
    let keys = try keys()
    for pair in given.all(PackCommand.signature) {
      let (id, path) = (pair.name, pair.text)
      let bytes = try world.files.read(path, limit: 1 << 10)
      guard bytes.count == 64 else {
        throw FileError(path: path, reason: "has \(bytes.count) bytes; an Ed25519 signature has 64")
      }
      var alone = package
      alone.signatures = [FlowPackage.Signature(key: id, bytes: bytes)]
      if let key = keys[id] {
        try alone.checkSignature(of: [id: key])
      } else {
        unchecked.append((.noKey, "the signature of '\(id)' is not checked; write '--key \(id)=FILE'"))
      }
      package.signatures += alone.signatures
    }
    guard (1...FlowPackage.mostSignatures).contains(package.signatures.count) else {
      throw UsageError("a package needs '--signature', at most \(FlowPackage.mostSignatures) of them")
    }
    guard Set(package.signatures.map(\.key)).count == package.signatures.count else {
      throw UsageError("two '--signature' have the same id")
    }
    if let required = given[PackCommand.required] {
      try package.checkSignature(of: TrustedKeys(keys, required: required))
    }
    return (package, unchecked)
  }

  /// By id.
  private func keys() throws -> [String: String] {
    var keys: [String: String] = [:]
    for pair in given.all(PackCommand.key) {
      let text = String(decoding: try world.files.read(pair.text, limit: 1 << 12), as: UTF8.self)
      guard TrustedKeys.bytes(text) != nil else {
        throw FileError(
          path: pair.text, reason: "is not a public key in the format of 'openssl pkey -pubout'")
      }
      keys[pair.name] = text
    }
    guard Set(keys.values.map(TrustedKeys.bytes)).count == keys.count else {
      throw UsageError("two ids of '--key' have the same key, which counts once")
    }
    return keys
  }
}
