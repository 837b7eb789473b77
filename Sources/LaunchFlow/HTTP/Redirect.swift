import Foundation
import LaunchFlowMachine
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a redirect is followed.
///
/// Another scheme, host or port is another origin. What a flow sends to one origin is not for another: neither a body
/// nor a header with a value from a reference or from the app's own code follows. A redirect that would take a body
/// there is refused.
enum Redirect {
  #if canImport(FoundationNetworking)
    /// Linux would send the redirected request without its body.
    private static let canRepeatBodies = false
  #else
    private static let canRepeatBodies = true
  #endif

  /// Headers that prove who the user is.
  private static let credentials: Set<String> = ["authorization", "cookie", "proxy-authorization"]

  /// The request to send next; nil if the redirect is refused, so that it is the answer.
  ///
  /// - Parameters:
  ///   - response: The answer that redirects.
  ///   - own: The request as the flow made it.
  ///   - method: The method of the request that was redirected: an earlier redirect may have changed it.
  ///   - proposed: The platform's own idea of the next request.
  static func request(
    after response: HTTPURLResponse, of own: HTTPRequest, sentBy method: String, proposed: URLRequest
  ) -> URLRequest? {
    // From the header itself: on Linux the platform takes `ftp://host/` for `http://host/`.
    guard let location = response.value(forHTTPHeaderField: "Location"),
      let target = URL(string: location, relativeTo: response.url)?.absoluteURL,
      let address = WebAddress(target.absoluteString), own.allowsRedirect(to: target.absoluteString)
    else { return nil }
    var next = proposed
    next.url = target
    next.httpMethod = method
    let turnsToGet =
      switch response.statusCode {
      case 301, 302: method == "POST"
      case 303: method != "GET" && method != "HEAD"
      default: false
      }
    if turnsToGet {
      next.httpMethod = "GET"
      removeBody(&next)
    }
    let hasBody = own.body != nil && method == own.method && !turnsToGet
    let isOwnOrigin = address.hasOrigin(of: own.url)
    guard !hasBody || isOwnOrigin && canRepeatBodies else { return nil }
    if isOwnOrigin { return next }
    removeBody(&next)
    for name in own.boundHeaders.union(credentials) { next.setValue(nil, forHTTPHeaderField: name) }
    return next
  }

  private static func removeBody(_ request: inout URLRequest) {
    request.httpBody = nil
    request.httpBodyStream = nil
    for name in ["Content-Type", "Content-Length", "Content-Encoding"] {
      request.setValue(nil, forHTTPHeaderField: name)
    }
  }
}

extension WebAddress {
  /// Whether it has the scheme, the host and the port of another address.
  fileprivate func hasOrigin(of other: String) -> Bool {
    guard let other = WebAddress(other) else { return false }
    return scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
