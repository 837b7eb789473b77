/// Calls of one kind: a method and a pattern of paths, written `"POST /trade/*"`.
///
/// A `*` stands for one segment of the path, at the end for all that follow (at least one). Without a method
/// the endpoint is that of any.
public struct Endpoint: Hashable, Sendable {
  /// The method in capitals; nil for any.
  public var method: String?
  /// The pattern's segments.
  public var segments: [String]

  /// Reads an endpoint; nil for what is none.
  package init?(_ text: String) {
    var path = Substring(text)
    if let space = text.firstIndex(of: " ") {
      let method = text[..<space]
      guard !method.isEmpty, method.allSatisfy({ ("A"..."Z").contains($0) }) else { return nil }
      self.method = String(method)
      path = text[text.index(after: space)...]
    }
    guard path.first == "/", !path.contains(where: { " ?#".contains($0) }) else { return nil }
    segments = Self.segments(of: path)
    let isPlain = { (segment: String) in segment == "*" || !segment.contains("*") }
    guard segments.allSatisfy(isPlain) else { return nil }
  }

  /// Whether a call is of this kind.
  ///
  /// - Parameters:
  ///   - method: The call's method in capitals.
  ///   - path: The path alone, without query.
  public func matches(method: String, path: String) -> Bool {
    if let expected = self.method, expected != method { return false }
    let found = Self.segments(of: Substring(path))
    let hasOpenEnd = segments.last == "*"
    guard hasOpenEnd ? found.count >= segments.count : found.count == segments.count else { return false }
    return zip(segments, found).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// Whether every call of the other kind is of this kind too.
  package func covers(_ other: Endpoint) -> Bool {
    if let method, method != other.method { return false }
    let hasOpenEnd = segments.last == "*"
    if !hasOpenEnd, other.segments.last == "*" { return false }
    guard hasOpenEnd ? other.segments.count >= segments.count : other.segments.count == segments.count
    else { return false }
    return zip(segments, other.segments).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The endpoint as documents write it.
  public var text: String {
    (method.map { $0 + " " } ?? "") + "/" + segments.joined(separator: "/")
  }

  private static func segments(of path: Substring) -> [String] {
    path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
