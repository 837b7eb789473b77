#if !canImport(CryptoKit)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The system's OpenSSL, loaded when the first signature is checked, so that a build does not need it.
  struct OpenSSLLibrary: Sendable {
    private typealias NewKey =
      @convention(c) (
        Int32, OpaquePointer?, UnsafePointer<UInt8>?, Int
      ) -> OpaquePointer?
    private typealias FreeKey = @convention(c) (OpaquePointer?) -> Void
    private typealias NewContext = @convention(c) () -> OpaquePointer?
    private typealias FreeContext = @convention(c) (OpaquePointer?) -> Void
    private typealias Begin =
      @convention(c) (
        OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?
      ) -> Int32
    private typealias Verify =
      @convention(c) (
        OpaquePointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int
      ) -> Int32

    private let newKey: NewKey
    private let freeKey: FreeKey
    private let newContext: NewContext
    private let freeContext: FreeContext
    private let begin: Begin
    private let verify: Verify

    /// `EVP_PKEY_ED25519`.
    private static let keyType: Int32 = 1087

    /// Loads the library; nil if it or one of its functions is missing. It stays loaded.
    init?(names: [String] = ["libcrypto.so.3", "libcrypto.so.1.1"]) {
      for name in names {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
        guard let newKey = dlsym(library, "EVP_PKEY_new_raw_public_key"),
          let freeKey = dlsym(library, "EVP_PKEY_free"), let newContext = dlsym(library, "EVP_MD_CTX_new"),
          let freeContext = dlsym(library, "EVP_MD_CTX_free"),
          let begin = dlsym(library, "EVP_DigestVerifyInit"), let verify = dlsym(library, "EVP_DigestVerify")
        else { continue }
        self.newKey = unsafeBitCast(newKey, to: NewKey.self)
        self.freeKey = unsafeBitCast(freeKey, to: FreeKey.self)
        self.newContext = unsafeBitCast(newContext, to: NewContext.self)
        self.freeContext = unsafeBitCast(freeContext, to: FreeContext.self)
        self.begin = unsafeBitCast(begin, to: Begin.self)
        self.verify = unsafeBitCast(verify, to: Verify.self)
        return
      }
      return nil
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
