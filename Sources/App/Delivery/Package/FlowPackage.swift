import Foundation
import LaunchFlow

/// One file with all data for a device: the signed manifest, its signatures, and the files.
package struct FlowPackage: Equatable, Sendable {
  package struct Signature: Equatable, Sendable {
    package var key: String
    package var bytes: [UInt8]

    package init(key: String, bytes: [UInt8]) {
      self.key = key
      self.bytes = bytes
    }
  }

  /// The largest number of signatures that devices read.
  package static let mostSignatures = 8

  package var manifestText: [UInt8]
  package var manifest: Manifest
  package var signatures: [Signature]
  package var files: [String: [UInt8]]

  package init(
    _ manifest: Manifest, text: [UInt8], signatures: [Signature], files: [String: [UInt8]]
  ) {
    self.manifest = manifest
    manifestText = text
    self.signatures = signatures
    self.files = files
  }

  var edition: Edition {
    Edition(
      sequence: manifest.sequence, manifest: SHA256.hex(manifestText), files: manifest.filesDigest)
  }

  /// Reads a package. Its signatures and digests are not checked.
  package init(_ bytes: [UInt8], limit: Int) throws(PackageRefusal) {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    let limits = JSONLimits(bytes: limit, depth: 4)
    guard let object = (try? JSONValue(parsing: bytes, limits: limits))?.object else {
      throw .unreadable("it is not a JSON object; it may be cut short")
    }
    guard let text = object["manifest"]?.string, let signed = object["signatures"]?.array,
      let contents = object["files"]?.object, object.members.count == 3
    else { throw .unreadable("its keys are not exactly \"manifest\", \"signatures\" and \"files\"") }
    var signatures: [Signature] = []
    for entry in signed.prefix(Self.mostSignatures) {
      guard let key = entry.object?["key"]?.string,
        let bytes = entry.object?["signature"]?.string.flatMap({ Data(base64Encoded: $0) })
      else { throw .unreadable("a signature does not have \"key\" and \"signature\"") }
      signatures.append(Signature(key: key, bytes: Array(bytes)))
    }
    var files: [String: [UInt8]] = [:]
    for member in contents.members {
      guard let text = member.value.string else { throw .unreadable("a file is not a text") }
      files[member.name] = Array(text.utf8)
    }
    self.init(try Manifest(Array(text.utf8)), text: Array(text.utf8), signatures: signatures, files: files)
  }

  package var text: String {
    let signatures: [JSONValue] = signatures.map {
      ["key": .string($0.key), "signature": .string(Data($0.bytes).base64EncodedString())]
    }
    let contents = manifest.files.map { file in
      JSONObject.Member(
        name: file.name, value: .string(String(decoding: files[file.name] ?? [], as: UTF8.self)))
    }
    let value: JSONValue = [
      "manifest": .string(String(decoding: manifestText, as: UTF8.self)), "signatures": .array(signatures),
      "files": .object(JSONObject(contents)),
    ]
    return value.text(.pretty) + "\n"
  }

  /// Checks that the required number of trusted keys have signed the manifest. Returns the digests of these keys.
  @discardableResult
  package func checkSignature(
    of keys: TrustedKeys, by library: Ed25519? = .system
  ) throws(PackageRefusal) -> [String] {
    let known = signatures.compactMap { signature in
      keys.keys[signature.key].map { (signature.bytes, $0) }
    }
    guard !known.isEmpty else { throw .untrustedKey(signatures.map(\.key)) }
    guard let library else { throw .noCryptography }
    // A key with two ids counts once.
    let signers = Set(known.filter { library.isValid($0, manifestText, $1) }.map { SHA256.hex($1) })
    guard !signers.isEmpty else { throw .wrongSignature }
    guard signers.count >= keys.required else {
      throw .tooFewSignatures(signers.count, required: keys.required)
    }
    return signers.sorted()
  }

  /// Checks that the files are exactly those in the manifest, with their digests.
  package func checkFiles() throws(PackageRefusal) {
    for file in manifest.files {
      guard let bytes = files[file.name], SHA256.hex(bytes) == file.digest else {
        throw .differentFile(file.name)
      }
    }
    guard files.count == manifest.files.count else {
      let names = Set(manifest.files.map(\.name))
      throw .differentFile(files.keys.sorted().first { !names.contains($0) } ?? "")
    }
  }

  package func flow() -> DocumentReading<Flow> {
    let name = manifest.files.first?.name ?? ""
    return Flow.read(SourceText(name: name, bytes: files[name] ?? [])) { name in
      files[name].map { SourceText(name: name, bytes: $0) }
    }
  }
}
