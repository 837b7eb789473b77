/// An absolute `http` or `https` address, read strictly. Parts that another reader could take for another host are
/// refused: user names, backslashes, control characters, letters beyond ASCII.
package struct WebAddress: Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The host in lower case; an IPv6 address with its brackets.
  package let host: String
  package let port: Int?
  /// The text after the host and port: empty, or from a `/`, `?` or `#` on.
  package let rest: String

  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
    guard let start = Self.endOfScheme(text[...]) else { return nil }
    scheme = text[..<start].lowercased().prefix { $0 != ":" }.description
    let tail = bytes[text.utf8.distance(from: text.startIndex, to: start)...]
    let end = tail.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    let authority = String(decoding: tail[..<(end ?? tail.endIndex)], as: UTF8.self)
    rest = String(decoding: tail[(end ?? tail.endIndex)...], as: UTF8.self)
    guard let (host, port) = Self.split(authority) else { return nil }
    self.host = host
    self.port = port
  }

  /// Where the host begins; nil without `http://` or `https://`.
  static func endOfScheme(_ text: Substring) -> Substring.Index? {
    let lowered = text.prefix(8).lowercased()
    let scheme = ["https://", "http://"].first { lowered.hasPrefix($0) }
    return scheme.map { text.utf8.index(text.startIndex, offsetBy: $0.utf8.count) }
  }

  private static func split(_ authority: String) -> (String, Int?)? {
    var host = authority[...]
    var port: Int?
    let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":"))
    if let colon, !authority[colon...].utf8.contains(UInt8(ascii: "]")) {
      let digits = authority[authority.utf8.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(String(digits)),
        (1...65535).contains(number)
      else { return nil }
      port = number
      host = authority[..<colon]
    }
    guard isHost(host) else { return nil }
    return (host.lowercased(), port)
  }

  private static func isHost(_ host: Substring) -> Bool {
    let bytes = host.utf8
    if host.hasPrefix("["), host.hasSuffix("]") { return isIPv6(host.dropFirst().dropLast()) }
    return !bytes.isEmpty && bytes.count <= 253 && !host.hasPrefix(".") && !host.holds("..")
      && bytes.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  /// Whether a text is an IPv6 address (RFC 4291, section 2.2): eight groups of hexadecimal digits, of which one `::`
  /// replaces some, and the last two may be an IPv4 address.
  private static func isIPv6(_ text: Substring) -> Bool {
    var groups = text.split(separator: ":", omittingEmptySubsequences: false)
    var count = 0
    if let last = groups.last, last.contains(".") {
      let numbers = last.split(separator: ".", omittingEmptySubsequences: false)
      guard numbers.count == 4, numbers.allSatisfy({ $0.utf8.allSatisfy { $0 < 58 } && isByte($0) })
      else {
        return false
      }
      groups.removeLast()
      count = 2
    }
    let isShort = text.holds("::")
    let empty = groups.count { $0.isEmpty }
    let ends = (text.hasPrefix("::") ? 1 : 0) + (text.hasSuffix("::") ? 1 : 0)
    guard empty == (isShort ? 1 + ends : 0) else { return false }
    count += groups.count - empty
    return (isShort ? count < 8 : count == 8)
      && groups.allSatisfy {
        $0.utf8.count <= 4 && $0.utf8.allSatisfy { JSONScanner.hexadecimalDigit($0) != nil }
      }
  }

  private static func isByte(_ text: Substring) -> Bool {
    Int(String(text)).map { (0...255).contains($0) } ?? false
  }

  /// Whether no other machine can read the request: it is encrypted or stays on this machine.
  package var isSafe: Bool { scheme == "https" || isLoopback }

  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    // Only four numbers: `127.evil.example` is a name.
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy(Self.isByte)
  }

  /// Whether the host is one of these; `*.example.com` means any subdomain of `example.com`, but not `example.com`.
  package func isOn(_ hosts: [String]) -> Bool {
    hosts.contains { Self.isHost(host, matching: $0.lowercased()) }
  }

  /// Whether a host equals the pattern, or is a subdomain of the host after `*.`; both in lower case.
  package static func isHost(_ host: String, matching pattern: String) -> Bool {
    guard pattern.hasPrefix("*.") else { return host == pattern }
    return host.hasSuffix(pattern.dropFirst()) && host.utf8.count > pattern.utf8.count - 1
  }

  package static func isHostPattern(_ host: String) -> Bool {
    let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
    return !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
        default: false
        }
      }
  }
}

extension StringProtocol {
  /// Whether the text contains another one, byte for byte.
  func holds(_ text: String) -> Bool {
    let (all, wanted) = (Array(utf8), Array(text.utf8))
    return all.indices.contains { all[$0...].starts(with: wanted) }
  }
}
