import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The rules of redirects.
///
/// Another scheme, host or port is another origin. Data for one origin is not sent to another: neither a body nor a
/// header with a value from a reference or from the app's own code. A redirect that would send a body to another origin
/// is refused.
enum Redirect {
  /// How many redirects one request may follow; `URLSession` has its own limit.
  static let most = 20
  /// Headers that prove who the user is.
  private static let credentials: Set<String> = ["authorization", "cookie", "proxy-authorization"]

  /// The next request; nil if the answer is not a redirect, or a refused one.
  ///
  /// - Parameters:
  ///   - sent: The request that was answered; an earlier redirect may have changed it.
  ///   - own: The original request of the flow.
  ///   - repeatsBody: Whether the transport can send a body again.
  static func request(
    after status: Int, to location: String?, sent: HTTPRequest, own: HTTPRequest, repeatsBody: Bool = true
  ) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(status), let location,
      let target = URL(string: location, relativeTo: URL(string: sent.url))?.absoluteString,
      let address = WebAddress(target), own.allowsRedirect(to: target)
    else { return nil }
    var next = sent
    next.url = target
    let turnsToGet =
      switch status {
      case 301, 302: sent.method == "POST"
      case 303: sent.method != "GET" && sent.method != "HEAD"
      default: false
      }
    if turnsToGet {
      next.method = "GET"
      removeBody(&next)
    }
    let isOwnOrigin = address.hasOrigin(of: own.url)
    guard next.body == nil || isOwnOrigin && repeatsBody else { return nil }
    if isOwnOrigin { return next }
    removeBody(&next)
    for name in own.boundHeaders.union(credentials) { next[header: name] = nil }
    return next
  }

  private static func removeBody(_ request: inout HTTPRequest) {
    request.body = nil
    for name in bodyHeaders { request[header: name] = nil }
  }

  private static let bodyHeaders = ["Content-Type", "Content-Length", "Content-Encoding"]

  /// The next request of `URLSession`; nil if the redirect is not followed.
  static func request(
    after response: HTTPURLResponse, of own: HTTPRequest, sentBy method: String, proposed: URLRequest
  ) -> URLRequest? {
    var sent = own
    sent.url = response.url?.absoluteString ?? own.url
    sent.method = method
    if method != own.method { removeBody(&sent) }
    #if canImport(FoundationNetworking)
      // Linux would send the redirected request without its body.
      let repeatsBody = false
    #else
      let repeatsBody = true
    #endif
    // The header itself is read, since Linux turns `ftp://host/` into `http://host/`.
    let location = response.value(forHTTPHeaderField: "Location")
    guard
      let next = request(
        after: response.statusCode, to: location, sent: sent, own: own, repeatsBody: repeatsBody)
    else { return nil }
    var made = proposed
    made.url = URL(string: next.url)
    made.httpMethod = next.method
    if next.body == nil {
      made.httpBody = nil
      made.httpBodyStream = nil
    }
    for name in own.headers.map(\.name) + bodyHeaders where next[header: name] == nil {
      made.setValue(nil, forHTTPHeaderField: name)
    }
    return made
  }
}

extension WebAddress {
  fileprivate func hasOrigin(of other: String) -> Bool {
    guard let other = WebAddress(other) else { return false }
    return scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
