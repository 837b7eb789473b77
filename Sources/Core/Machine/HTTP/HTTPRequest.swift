/// An HTTP request, ready to be sent.
///
/// Each attempt renders its own request, so that a retry never sends values of another request.
public struct HTTPRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The address, percent-encoded.
  public var url: String
  /// The headers, in order. Names are unique, regardless of case.
  public var headers: [HTTPHeader]
  /// The body; nil for none.
  public var body: [UInt8]?
  /// The hosts, besides its own, to which a redirect may lead; `*.` at the front means any subdomain.
  package var allowedHosts: [String]
  /// Whether a redirect may lead to plain `http` beyond loopback.
  package internal(set) var allowsPlainHTTP: Bool
  package var followsRedirects = true
  /// The headers, in lower case, that are not sent after a redirect to another origin: those with a value from a
  /// reference or from the app's own code. `Authorization` and `Cookie` are never sent there.
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

  /// The value of a header, regardless of its name's case. Setting nil removes the header; setting a value keeps its
  /// position.
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

  /// Whether a redirect is allowed: to an encrypted or loopback address on the request's own host or an allowed one.
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

  /// Whether it is one line of a head (RFC 9110, section 5): a line break would begin another header.
  package var isSendable: Bool {
    name.isToken && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}
