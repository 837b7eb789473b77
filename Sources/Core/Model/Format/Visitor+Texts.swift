// Texts and names of a certain form.
extension Visitor {
  /// Reports a text or a name that does not match its kind. Some kinds are checked where their value is read.
  func check(_ text: String, _ kind: TextKind, _ part: Place.Part = .value) {
    switch kind {
    case .free, .input, .endpoint, .siblingFile, .percentile: break
    case .nonEmpty:
      if text.isEmpty { reportRange("expected text, found an empty text") }
      guard text.unicodeScalars.contains(where: { $0.isBidirectionalControl }) else { break }
      refuse(.badValue, "the text contains a bidirectional control")
    case .anyName(let what): check(name: text, of: what, part)
    case .name(let what): check(name: text, of: what, mayBeReserved: false, part)
    case .lane:
      check(name: text, of: "lane", mayBeReserved: false, part)
      if text == Flow.Lane.main { refuse(.badName, "the lane \"main\" always exists, with capacity 1", part) }
    case .domain:
      check(name: text, of: "domain", part)
      if ["marked", "wifi", "cellular"].contains(text) {
        refuse(.badName, "\"\(text)\" is a cause that every switch has and cannot name a domain", part)
      }
    case .warningOfFlow: checkSilence(text, ofSwitch: false)
    case .warningOfSwitch: checkSilence(text, ofSwitch: true)
    case .signal:
      check(name: text, of: "signal", mayBeReserved: false)
      if text == Flow.Step.Awaited.onlineWord {
        refuse(.badName, "\"online\" stands for the offline switch and cannot name a signal")
      }
    case .step:
      guard text == ReservedWord.landing.rawValue else { break }
      refuse(.misplacedKey, "the landing cannot be needed")
    case .address: checkAddress(text)
    case .baseAddress: checkAddress(text, isBase: true)
    case .path:
      if !text.hasPrefix("/"), !text.hasPrefix("${") { refuse(.badValue, "a path must start with \"/\"") }
      checkDots(text[...])
    case .method:
      guard text.isEmpty || !text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { break }
      refuse(.badValue, "\"\(text)\" is not an HTTP method")
    case .host:
      guard !WebAddress.isHostPattern(text) else { break }
      refuse(.badValue, "\"\(text)\" is not a host name")
    case .header:
      if !text.isToken { refuse(.badValue, "\"\(text)\" is not a header name", part) }
    case .typeName:
      guard !text.isTypeName else { break }
      refuse(.badValue, "\"\(text)\" is not the name of a type")
    case .reason:
      guard text.allSatisfy({ $0.isWhitespace }) else { break }
      refuse(.badValue, "the reason is missing")
    }
  }

  private func refuse(_ code: DiagnosticCode, _ message: String, _ part: Place.Part = .value) {
    reader.report(code, message, at: node, part)
  }

  private func check(name: String, of what: String, mayBeReserved: Bool = true, _ part: Place.Part = .value) {
    if name.utf8.count > String.mostBytesOfName {
      refuse(.badName, "the \(what) name is longer than \(String.mostBytesOfName) bytes", part)
    } else if !name.isKebabCase {
      refuse(.badName, "the \(what) name \"\(name)\" is not in kebab-case", part)
    } else if !mayBeReserved, ReservedWord.contains(name) {
      refuse(.badName, "\"\(name)\" is a reserved word and cannot name a \(what)", part)
    }
  }

  /// Reports an address that no request could use. Whatever follows a reference is known only to a run.
  private func checkAddress(_ address: String, isBase: Bool = false) {
    if address.hasPrefix("${") { return }
    // By bytes, since the characters of a text are slow to find.
    let known = address[..<(address.utf8.firstIndex(of: UInt8(ascii: "$")) ?? address.endIndex)]
    guard let end = WebAddress.endOfScheme(known) else {
      return refuse(.badValue, "an address must start with \"https://\" or \"http://\"")
    }
    let authorityEnd = known[end...].utf8.firstIndex { "/?#".utf8.contains($0) } ?? known.endIndex
    let authority = known[end..<authorityEnd]
    checkDots(address[authorityEnd...])
    let isHostKnown = authorityEnd < known.endIndex || known.endIndex == address.endIndex
    if authority.utf8.contains(UInt8(ascii: "@")) {
      refuse(.badValue, "an address must not contain a user name")
    } else if isHostKnown, WebAddress(String(known[..<authorityEnd])) == nil {
      refuse(.badValue, "\"\(authority)\" is not a host with an optional port")
    } else if known.utf8.contains(UInt8(ascii: "#")) {
      refuse(.badValue, "an address must not contain a fragment, which is never sent")
    } else if isBase, known.utf8.contains(UInt8(ascii: "?")) {
      refuse(.badValue, "the address of a service must not contain a query")
    }
  }

  /// Reports `..` beside a reference, with which every run refuses the address.
  private func checkDots(_ path: Substring) {
    guard path.holds("${") else { return }
    let written = path.prefix { $0 != "?" && $0 != "#" }
    guard written.split(separator: "/").contains(where: { [".", ".."].contains($0) }) else { return }
    refuse(.badValue, "a path with a reference must not contain \".\" or \"..\"")
  }

  private func checkSilence(_ name: String, ofSwitch: Bool) {
    guard let code = DiagnosticCode(rawValue: name) else {
      return refuse(.badValue, "\"\(name)\" is not a diagnostic code", .key)
    }
    guard code.isSilenceable, code.isOfSwitch == ofSwitch else {
      return refuse(.badValue, "\(name) cannot be silenced", .key)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it has Unicode's property `Bidi_Control` (UAX #9).
  fileprivate var isBidirectionalControl: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// Whether the text is a token (RFC 9110, section 5.6.2).
  package var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
