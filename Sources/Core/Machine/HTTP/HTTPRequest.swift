import LaunchFlowModel

/// An HTTP request, ready to be sent: plain values that nothing changes afterwards.
///
/// Each attempt renders its own, so that a retry cannot be sent with what belongs to another request.
public struct HTTPRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The address, percent-encoded.
  public var url: String
  /// The headers, in order; names are unique, whatever their case.
  public var headers: [HTTPHeader]
  /// The body; nil for none.
  public var body: [UInt8]?
  /// The hosts beside its own that it may be redirected to; `*.` at the front stands for any subdomain.
  package var allowedHosts: [String]
  /// Whether it may be redirected to plain `http` elsewhere than on loopback.
  package var allowsPlainHTTP: Bool
  package var followsRedirects = true
  /// The headers, in lower case, that do not follow a redirect to another origin: those with a value from a reference
  /// or from the app's own code. `Authorization` and `Cookie` never follow.
  package var boundHeaders: Set<String> = []

  /// Builds a request.
  public init(
    method: String = "GET", url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
    allowedHosts: [String] = [], allowsPlainHTTP: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.allowedHosts = allowedHosts
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// The value of a header, whatever its name's case; setting nil removes it, setting a value replaces it in
  /// its place.
  public subscript(header name: String) -> String? {
    get { headers.first { $0.isNamed(name) }?.value }
    set {
      let place = headers.firstIndex { $0.isNamed(name) }
      switch (place, newValue) {
      case (let place?, let value?): headers[place] = HTTPHeader(name, value)
      case (let place?, nil): headers.remove(at: place)
      case (nil, let value?): headers.append(HTTPHeader(name, value))
      case (nil, nil): break
      }
    }
  }

  /// Whether it may follow a redirect: encrypted (or on loopback), and to its own host or an allowed one.
  public func allowsRedirect(to url: String) -> Bool {
    guard followsRedirects, let target = WebAddress(url), target.isSafe || allowsPlainHTTP else {
      return false
    }
    return target.host == WebAddress(self.url)?.host || target.isOn(allowedHosts)
  }
}

/// One header of a request or an answer.
public struct HTTPHeader: Hashable, Sendable {
  /// The name; its case does not matter.
  public var name: String
  /// The value.
  public var value: String

  /// Pairs a name with a value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}
