#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#endif

/// Checks signatures with a library of the system.
package struct Ed25519: Sendable {
  /// Whether the signature of 64 bytes matches the message and the public key of 32 bytes.
  package let isValid: @Sendable (_ signature: [UInt8], _ message: [UInt8], _ key: [UInt8]) -> Bool

  /// Uses another function for the check, in tests.
  package init(_ isValid: @escaping @Sendable ([UInt8], [UInt8], [UInt8]) -> Bool) {
    self.isValid = { signature, message, key in
      signature.count == 64 && key.count == 32 && isValid(signature, message, key)
    }
  }

  /// The check by the system's library; nil without a library. Then no package is accepted.
  package static let system: Ed25519? = {
    #if canImport(CryptoKit)
      return Ed25519 { signature, message, key in
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(key))
        return key?.isValidSignature(Data(signature), for: Data(message)) ?? false
      }
    #else
      return OpenSSLLibrary.system.map { library in Ed25519(library.isValid) }
    #endif
  }()
}
