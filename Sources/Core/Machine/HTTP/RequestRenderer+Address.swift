extension RequestRenderer {
  /// The address of a request, without the parameters of `query`.
  func address(of request: Flow.Request) throws(RequestFlaw) -> String {
    switch request.target {
    case .url(let text):
      let (url, _) = try checkedAddress(text, allowedHosts: [])
      return url
    case .service(let name, let path):
      guard let service, service.name == name else { throw .unknownService(name) }
      var (base, rest) = try baseAddress(of: service)
      // A path after a query or fragment of the base would become a part of it.
      guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else { throw .noWebAddress }
      while base.hasSuffix("/") { base.removeLast() }
      let rendered = try encodedPath(path)
      return base + (rendered.hasPrefix("/") ? rendered : "/" + rendered)
    }
  }

  private func baseAddress(of service: Flow.Service) throws(RequestFlaw) -> (String, rest: String) {
    // An address that was manually set may be on any host.
    if let address = environment.manualAddress(of: service) {
      guard let parsed = WebAddress(address) else { throw .noWebAddress }
      return (address, parsed.rest)
    }
    guard let address = environment.declaredAddress(of: service) else {
      throw .noAddress(service: service.name, environment: environment.name)
    }
    return try checkedAddress(address, allowedHosts: service.allowedHosts)
  }

  /// Fills in an address. If a reference before the end of the host provides a part of it, the host must be an allowed
  /// one. A later reference is a value within the path or query.
  private func checkedAddress(
    _ text: String, allowedHosts: [String]
  ) throws(RequestFlaw) -> (String, rest: String) {
    var url = ""
    var givesHost = false
    var hasReference = false
    for segment in try Self.template(text).segments {
      switch segment {
      case .text(let literal): url += PercentEncoding.literal(literal)
      case .reference(let reference):
        let value = try plainText(at: reference)
        hasReference = true
        if Self.isPastHost(url) {
          url += PercentEncoding.value(value)
        } else {
          givesHost = true
          url += value
        }
      }
    }
    guard let address = WebAddress(url) else { throw .noWebAddress }
    if hasReference { try refuseEscape(in: address.rest) }
    guard address.isSafe || !environment.isRelease else { throw .plainHTTP }
    guard !givesHost || address.isOn(allowedHosts) else { throw .hostNotAllowed }
    return (url, address.rest)
  }

  private static func isPastHost(_ url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return false }
    return url[colon...].dropFirst(3).contains { $0 == "/" || $0 == "?" || $0 == "#" }
  }

  private func encodedPath(_ text: String) throws(RequestFlaw) -> String {
    var path = ""
    var hasReference = false
    for segment in try Self.template(text).segments {
      switch segment {
      case .text(let literal): path += PercentEncoding.literal(literal)
      case .reference(let reference):
        path += PercentEncoding.value(try plainText(at: reference))
        hasReference = true
      }
    }
    if hasReference { try refuseEscape(in: path) }
    return path
  }

  /// Refuses `..`: clients and servers remove it together with the part before it, so a value of two dots would select
  /// another path than the author's.
  private func refuseEscape(in text: String) throws(RequestFlaw) {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let dots = [".", "%2e", "..", ".%2e", "%2e.", "%2e%2e"]
    for part in path.split(separator: "/") where dots.contains(part.lowercased()) { throw .pathEscape }
  }
}
