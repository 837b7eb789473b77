import Foundation
import LaunchFlowDelivery
import Testing

@Suite(.enabled(if: Ed25519.system != nil, "no library of the system checks signatures"))
struct Ed25519Tests {
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// RFC 8032, section 7.1, tests 1 to 3.
  @Test(arguments: [
    (
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func `known signatures are valid, and none with a bit changed`(
    _ key: String, _ message: String, _ signature: String
  ) throws {
    let library = try #require(Ed25519.system)
    let (key, message, signature) = (Self.bytes(key), Self.bytes(message), Self.bytes(signature))
    #expect(library.isValid(signature, message, key))
    #expect(!library.isValid(signature, message + [0], key))
    #expect(!library.isValid(Array(signature.dropLast()), message, key))
    #expect(!library.isValid(signature, message, Array(key.dropLast())))
    for byte in signature.indices {
      var changed = signature
      changed[byte] ^= 1
      #expect(!library.isValid(changed, message, key))
    }
  }

  @Test func `a key is read from a PEM file, from its line, and from its bytes`() {
    let key = Self.bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    let line = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
    #expect(TrustedKeys.bytes(line) == key)
    #expect(TrustedKeys.bytes("-----BEGIN PUBLIC KEY-----\n\(line)\n-----END PUBLIC KEY-----\n") == key)
    #expect(TrustedKeys.bytes(Data(key).base64EncodedString()) == key)
    #expect(TrustedKeys.bytes("MCowBQYDK2VuAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=") == nil)
    #expect(TrustedKeys.bytes("no key") == nil)
  }
}
