import LaunchFlowModel

/// No secret stands in the file, which ships inside the app.
enum SecretLiteral: Warning {
  static let code = DiagnosticCode.secretLiteral

  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    var search = SecretSearch()
    for service in flow.flow.services {
      let path = { JSONPointer(tokens: ["services", service.name]) }
      switch service.baseURL {
      case .address(let address): search.look(at: address) { path() / "baseURL" }
      case .byEnvironment(let addresses):
        for entry in addresses { search.look(at: entry.address) { path() / "baseURL" / entry.environment } }
      case nil: break
      }
      search.look(at: service.headers) { path() / "headers" }
      search.look(at: service.query) { path() / "query" }
    }
    for (index, entry) in flow.entries.enumerated() {
      let path = { flow.path(of: index) }
      switch entry.step.work {
      case .value(let value): search.look(in: value) { path() / "value" }
      case .action(let action): search.look(in: action.input) { path() / "with" }
      case .http, .cache, .group: break
      }
      for (request, path) in flow.requests(of: index) { search.look(at: request, path) }
      for (position, fallback) in entry.step.fallback.enumerated() {
        let path = { flow.path(of: index) / "fallback" / position }
        switch fallback {
        case .value(let value): search.look(in: value) { path() / "value" }
        case .action(let action, _): search.look(in: action.input) { path() / "with" }
        case .http, .cache: break
        }
      }
    }
    for path in search.found {
      report.add(
        "this looks like a secret, and whoever has the app can read it", at: path,
        hint: "have it told at the start, by an input or by an action of the app's own")
    }
  }
}

/// Goes through a flow's strings for what looks like a secret, by the name that it stands under or by its shape.
private struct SecretSearch {
  var found: [JSONPointer] = []

  mutating func look(at request: Flow.Request, _ path: JSONPointer) {
    switch request.target {
    case .url(let text): look(at: text) { path / "url" }
    case .service(_, let text): look(at: text) { path / "path" }
    }
    look(at: request.query) { path / "query" }
    look(at: request.headers) { path / "headers" }
    switch request.body {
    case .json(let value): look(in: value) { path / "json" }
    case .form(let values): look(at: values) { path / "form" }
    case .text(let text): look(at: text) { path / "text" }
    case nil: break
    }
  }

  mutating func look(at values: [Flow.NamedValue], _ path: () -> JSONPointer) {
    for value in values {
      guard let text = value.value.string else { continue }
      look(at: text, under: value.name) { path() / value.name }
    }
  }

  /// Looks at all strings within a value.
  mutating func look(in value: JSONValue?, _ path: () -> JSONPointer) {
    guard let value else { return }
    var pending: [(value: JSONValue, tokens: [String])] = [(value, [])]
    while let (value, tokens) = pending.popLast() {
      switch value {
      case .string(let text):
        look(at: text, under: tokens.last { Int($0) == nil }) { JSONPointer(tokens: path().tokens + tokens) }
      case .array(let elements):
        for (position, element) in elements.enumerated().reversed() {
          pending.append((element, tokens + [String(position)]))
        }
      case .object(let object):
        for member in object.members.reversed() { pending.append((member.value, tokens + [member.name])) }
      case .null, .bool, .integer, .double: break
      }
    }
  }

  mutating func look(at text: String, under name: String? = nil, _ path: () -> JSONPointer) {
    // A reference is just what is asked for.
    guard text.utf8.count >= 8, !text.contains("${") else { return }
    if (name.map { Self.secretNames.contains(Self.folded($0)) } ?? false) || Self.isSecretByShape(text) {
      found.append(path())
    }
  }
}

extension SecretSearch {
  /// Names under which secrets stand, folded.
  private static let secretNames: Set<String> = [
    "accesstoken", "apikey", "apitoken", "auth", "authorization", "authtoken", "bearer", "clientsecret",
    "cookie",
    "passphrase", "password", "passwd", "privatekey", "proxyauthorization", "refreshtoken", "secret",
    "secretkey",
    "sessiontoken", "token", "xaccesstoken", "xapikey", "xauthtoken",
  ]

  /// How the tokens of widely used services begin.
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

  /// Long, and of all kinds of letters or all in hexadecimal digits: nothing that a person writes.
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
