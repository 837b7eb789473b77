import Foundation

/// The public keys whose signatures an app trusts, by id. To rotate a key, ship an app with both the old and the new one,
/// and sign with both until no older app is left.
public struct TrustedKeys: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// The keys by id, 32 bytes each.
  package private(set) var keys: [String: [UInt8]] = [:]
  /// How many of the keys must have signed a package.
  package let required: Int

  /// Sets Ed25519 public keys by id. Each is the Base64 text between the lines of a PEM file, or the Base64 of its 32
  /// bytes. A text that is not a key is never trusted.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }

  /// Sets Ed25519 public keys by id.
  ///
  /// - Parameter required: How many of the keys must have signed a package. With 2, no single key's holder can release
  ///   one.
  public init(_ texts: [String: String], required: Int = 1) {
    self.required = max(1, required)
    for (id, text) in texts { keys[id] = Self.bytes(text) }
  }

  /// The digests of the keys, which identify the floors. A new key with an old id has no floor.
  var digests: [String] { keys.values.map { SHA256.hex($0) } }

  /// The bytes of a public key: PEM, its Base64 line, or the Base64 of the 32 bytes; nil for any other text.
  package static func bytes(_ text: String) -> [UInt8]? {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    guard let data = Data(base64Encoded: lines.joined().filter { !$0.isWhitespace }) else { return nil }
    let bytes = Array(data)
    if bytes.count == 32 { return bytes }
    // The beginning of an Ed25519 key in X.509 format (RFC 8410).
    let wrapping: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
    return bytes.count == 44 && bytes.starts(with: wrapping) ? Array(bytes[12...]) : nil
  }
}
