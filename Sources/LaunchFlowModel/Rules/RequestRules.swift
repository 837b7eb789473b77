/// Methods, addresses, headers and bodies of requests follow HTTP.
enum BadRequest: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for service in flow.flow.services {
      check(service, at: JSONPointer(tokens: ["services", service.name]), &report)
    }
    for index in flow.steps.indices {
      for (request, path) in flow.requests(of: index) { check(request, at: path, &report) }
    }
  }

  private static func check(_ service: Flow.Service, at path: JSONPointer, _ report: inout RuleReport) {
    switch service.baseURL {
    case .address(let address): checkAddress(address, at: path / "baseURL", &report)
    case .byEnvironment(let addresses):
      for entry in addresses {
        checkAddress(entry.address, at: path / "baseURL" / entry.environment, &report)
      }
    case nil: break
    }
    checkHeaders(service.headers, at: path / "headers", &report)
    if let name = service.propagateDeadline, !isToken(name), name != UnreadParts.standInName {
      report.add("\"\(name)\" is not a header name", at: path / "propagateDeadline")
    }
    for (position, host) in service.allowedHosts.enumerated()
    where !WebAddress.isHostPattern(host) && host != UnreadParts.standInName {
      report.add(
        "\"\(host)\" is not a host name", at: path / "allowedHosts" / position,
        hint: "write the host alone, such as \"api.example.com\" or \"*.example.com\"")
    }
  }

  static func check(_ request: Flow.Request, at path: JSONPointer, _ report: inout RuleReport) {
    switch request.target {
    case .url(let url): checkAddress(url, at: path / "url", &report)
    case .service(_, let text):
      if !text.hasPrefix("/"), !text.hasPrefix("${") {
        report.add("a path must start with \"/\"", at: path / "path", hint: "write \"/\(text)\"")
      }
    }
    let method = request.method
    if method.isEmpty || !method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
      let capitals = method.uppercased()
      let isWord = !capitals.isEmpty && capitals.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      report.add(
        "\"\(method)\" is not an HTTP method", at: path / "method",
        hint: isWord ? "write \"\(capitals)\"" : nil)
    } else if request.body != nil, method == "GET" || method == "HEAD" {
      report.add(
        "a \(method) request has no body", at: path / request.bodyKey, .key,
        hint: "write \"method\": \"POST\"")
    }
    checkHeaders(request.headers, at: path / "headers", &report)
    for (encoded, tokens) in request.encodings {
      guard let type = encoded.contentType, type != UnreadParts.standInName, !isMediaType(type) else {
        continue
      }
      report.add(
        "\"\(type)\" is not a media type", at: tokens.reduce(path) { $0 / $1 } / "contentType",
        hint: "write a type such as \"image/jpeg\" or \"application/octet-stream\"")
    }
  }

  /// A type and a subtype, perhaps with parameters: RFC 9110, section 8.3.1.
  private static func isMediaType(_ text: String) -> Bool {
    let essence = text.prefix { $0 != ";" }
    let words = essence.split(separator: "/", omittingEmptySubsequences: false)
    return words.count == 2 && words.allSatisfy { isToken(String($0)) }
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static func checkAddress(_ address: String, at path: JSONPointer, _ report: inout RuleReport) {
    let lower = address.lowercased()
    if lower.hasPrefix("https://") || lower.hasPrefix("http://") || address.hasPrefix("${") { return }
    report.add(
      "an address must start with \"https://\" or \"http://\"", at: path,
      hint: address.contains("://") || !isHost(address) ? nil : "write \"https://\(address)\"")
  }

  /// Whether it begins as a host does, of which only the scheme was forgotten.
  private static func isHost(_ address: String) -> Bool {
    address.utf8.first.map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    } ?? false
  }

  private static func checkHeaders(
    _ headers: [Flow.NamedValue], at path: JSONPointer, _ report: inout RuleReport
  ) {
    for header in headers {
      if !isToken(header.name) {
        report.add("\"\(header.name)\" is not a header name", at: path / header.name, .key)
      }
      if let text = header.value.string, text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
        report.add("a header must not contain line breaks", at: path / header.name)
      }
    }
  }

  /// A token as RFC 9110, section 5.6.2, has it.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

extension Flow.Request {
  fileprivate var bodyKey: String {
    switch body {
    case .json, nil: "json"
    case .form: "form"
    case .text: "text"
    case .encoded: "encoded"
    case .multipart: "multipart"
    }
  }
}

/// Where a host comes from a reference, the flow says which hosts it may be; what a server or a cache says is
/// not to send the app's requests anywhere.
enum UnboundHost: Rule {
  static let code = DiagnosticCode.unboundHost

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for (index, service) in flow.flow.services.enumerated() {
      let resolved = flow.services[index]
      guard let owner = resolved.baseURL, resolved.allowedHosts == nil else { continue }
      let path = JSONPointer(tokens: ["services", service.name])
      switch flow.flow.services[owner].baseURL {
      case .address(let address):
        check(address, of: service, at: owner == index ? path / "baseURL" : path, &report)
      case .byEnvironment(let addresses):
        for entry in addresses {
          let place = owner == index ? path / "baseURL" / entry.environment : path
          check(entry.address, of: service, at: place, &report)
        }
      case nil: break
      }
    }
    for index in flow.steps.indices {
      for (request, path) in flow.requests(of: index) {
        guard case .url(let address) = request.target, givesHost(address) else { continue }
        report.add(
          "the host of a \"url\" cannot come from a reference", at: path / "url",
          hint: "declare a service with this as its \"baseURL\", and its \"allowedHosts\"")
      }
    }
  }

  private static func check(
    _ address: String, of service: Flow.Service, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard givesHost(address) else { return }
    report.add(
      "the address of \"\(service.name)\" comes from a reference, but no allowed hosts are declared",
      at: path, path.tokens.count == 2 ? .key : .value,
      hint: "add \"allowedHosts\": [\"*.example.com\"] to \"\(service.name)\"")
  }

  /// Whether a reference comes before the end of the host.
  private static func givesHost(_ address: String) -> Bool {
    guard let template = try? Template(address), let first = template.segments.first else { return false }
    // Only the first reference counts: behind a host, all that follow are behind it too.
    guard template.segments.count > 1, case .text(let literal) = first else { return first.isReference }
    let slashes = literal.split(separator: "/", omittingEmptySubsequences: false)
    return slashes.count < 4 && !literal.contains { $0 == "?" || $0 == "#" }
  }
}

extension Template.Segment {
  fileprivate var isReference: Bool { if case .reference = self { true } else { false } }
}
