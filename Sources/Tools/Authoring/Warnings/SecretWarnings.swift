extension FlowWarnings {
  /// Warns of a secret in the file, which ships inside the app. Names and shapes of texts reveal secrets.
  func secretLiteral() {
    func look(_ text: String, at path: JSONPointer) {
      guard Self.isSecret(text, under: path.tokens.last { Int($0) == nil }) else { return }
      report.add("this looks like a secret, which everybody who has the app can read", at: path)
    }
    LocatedTemplate.forEachString(in: flow.flow, flow.graph, where: Self.mayBeSecret) { text, owner, path in
      // Everybody reads a notice.
      if case .notice = owner { return }
      look(text, at: path)
    }
    for index in flow.steps.indices {
      flow.forEachConstant(of: index) { text, path in
        if Self.mayBeSecret(text) { look(text, at: path()) }
      }
    }
  }

  /// A reference contains no secret.
  private static func mayBeSecret(_ text: String) -> Bool { text.utf8.count >= 8 && !text.contains("${") }

  private static func isSecret(_ text: String, under name: String?) -> Bool {
    (name.map { secretNames.contains(folded($0)) } ?? false) || isSecretByShape(text)
  }
}

extension FlowWarnings {
  /// Keys that usually contain secrets, folded.
  private static let secretNames: Set<String> = [
    "accesstoken", "apikey", "apitoken", "auth", "authorization", "authtoken", "bearer", "clientsecret",
    "cookie",
    "passphrase", "password", "passwd", "privatekey", "proxyauthorization", "refreshtoken", "secret",
    "secretkey",
    "sessiontoken", "token", "xaccesstoken", "xapikey", "xauthtoken",
  ]

  /// The prefixes of tokens of widely used services.
  private static let prefixes = [
    "sk_live_", "rk_live_", "sk-ant-", "sk-proj-", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-",
    "xoxp-",
    "SG.", "AKIA", "AIza", "ya29.", "npm_",
  ]

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  private static func isSecretByShape(_ text: String) -> Bool {
    if text.contains("PRIVATE KEY-----") || hasUserInAddress(text) { return true }
    return text.split { !isTokenCharacter($0) }.contains { word in
      guard word.utf8.count >= 20 else { return false }
      return prefixes.contains { word.hasPrefix($0) } || isWebToken(word) || isRandom(word)
    }
  }

  private static func isTokenCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "_-+.=".contains(character))
  }

  /// A JSON Web Token: three parts in base64, the first of which opens an object.
  private static func isWebToken(_ word: Substring) -> Bool {
    word.hasPrefix("eyJ") && word.split(separator: ".").count == 3
  }

  /// Whether it is long, and mixes all kinds of letters or has only hexadecimal digits. People do not write such words.
  private static func isRandom(_ word: Substring) -> Bool {
    let bytes = word.utf8
    let digits = bytes.count { (0x30...0x39).contains($0) }
    let isHexadecimal = bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0)
    }
    if isHexadecimal { return bytes.count >= 32 && digits >= 4 && digits < bytes.count }
    guard bytes.count >= 40, !word.contains("."), digits >= 4 else { return false }
    return bytes.contains { (0x61...0x7A).contains($0) } && bytes.contains { (0x41...0x5A).contains($0) }
  }

  /// `https://user:password@host`
  private static func hasUserInAddress(_ text: String) -> Bool {
    guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return false }
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, let at = parts[2].firstIndex(of: "@") else { return false }
    return parts[2][..<at].contains(":")
  }
}
