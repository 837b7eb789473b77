#if !canImport(CryptoKit)
  import LaunchFlow

  /// The system's OpenSSL, loaded when the first signature is checked.
  struct OpenSSLLibrary: Sendable {
    private let newKey: @convention(c) (Int32, OpaquePointer?, UnsafePointer<UInt8>?, Int) -> OpaquePointer?
    private let freeKey: @convention(c) (OpaquePointer?) -> Void
    private let newContext: @convention(c) () -> OpaquePointer?
    private let freeContext: @convention(c) (OpaquePointer?) -> Void
    private let begin:
      @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
    private let verify:
      @convention(c) (OpaquePointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int) -> Int32

    /// `EVP_PKEY_ED25519`.
    private static let keyType: Int32 = 1087

    /// The newest version that the system has; nil if it has none.
    static var system: OpenSSLLibrary? {
      (try? OpenSSLLibrary("libcrypto.so.3")) ?? (try? OpenSSLLibrary("libcrypto.so.1.1"))
    }

    private init(_ name: String) throws {
      let library = try SystemLibrary(name)
      newKey = try library["EVP_PKEY_new_raw_public_key"]
      freeKey = try library["EVP_PKEY_free"]
      newContext = try library["EVP_MD_CTX_new"]
      freeContext = try library["EVP_MD_CTX_free"]
      begin = try library["EVP_DigestVerifyInit"]
      verify = try library["EVP_DigestVerify"]
    }

    /// Whether the signature matches the message and the public key of 32 bytes.
    func isValid(_ signature: [UInt8], _ message: [UInt8], _ key: [UInt8]) -> Bool {
      guard let publicKey = newKey(Self.keyType, nil, key, key.count) else { return false }
      defer { freeKey(publicKey) }
      guard let context = newContext() else { return false }
      defer { freeContext(context) }
      guard begin(context, nil, nil, nil, publicKey) == 1 else { return false }
      return verify(context, signature, signature.count, message, message.count) == 1
    }
  }
#endif
