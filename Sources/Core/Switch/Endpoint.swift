/// Calls of one kind: a method, a host and a pattern of paths, written `"POST /trade/*"` or
/// `"POST api.example.com/trade/*"`.
///
/// A `*` matches one segment of the path; at the end, all further segments (at least one). `*.` before a host matches
/// any subdomain. An endpoint without a method or a host matches any.
package struct Endpoint: Sendable {
  /// The method in capitals; nil for any.
  package var method: String?
  /// The host in lower case, perhaps after `*.`; nil for any.
  package var host: String?
  package internal(set) var segments: [String]

  package init?(_ text: String) {
    var path = Substring(text)
    if let space = text.firstIndex(of: " ") {
      let method = text[..<space]
      guard !method.isEmpty, method.allSatisfy({ ("A"..."Z").contains($0) }) else { return nil }
      self.method = String(method)
      path = text[text.index(after: space)...]
    }
    if path.first != "/" {
      guard let slash = path.firstIndex(of: "/") else { return nil }
      let host = path[..<slash].lowercased()
      // A name without a dot is more likely a path without its slash.
      guard host.contains("."), WebAddress.isHostPattern(host) else { return nil }
      self.host = host
      path = path[slash...]
    }
    guard !path.contains(where: { " ?#".contains($0) }) else { return nil }
    segments = Self.segments(of: path)
    let isPlain = { (segment: String) in segment == "*" || !segment.contains("*") }
    guard segments.allSatisfy(isPlain) else { return nil }
  }

  /// Whether a call matches the endpoint.
  ///
  /// - Parameters:
  ///   - method: The call's method in capitals.
  ///   - host: The host in lower case; nil if it is unknown. No endpoint with a host matches an unknown host.
  ///   - path: The path alone, without query.
  package func matches(method: String, host: String?, path: String) -> Bool {
    if let expected = self.method, expected != method { return false }
    if let pattern = self.host, host.map({ WebAddress.isHost($0, matching: pattern) }) != true {
      return false
    }
    let found = Self.segments(of: Substring(path))
    let hasOpenEnd = segments.last == "*"
    guard hasOpenEnd ? found.count >= segments.count : found.count == segments.count else { return false }
    return zip(segments, found).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The endpoint as documents write it.
  package var text: String {
    (method.map { $0 + " " } ?? "") + (host ?? "") + "/" + segments.joined(separator: "/")
  }

  private static func segments(of path: Substring) -> [String] {
    path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
