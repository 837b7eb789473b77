extension DocumentReader {
  private static let serviceKeys = [
    "like", "baseURL", "headers", "query", "envelope", "failures", "domain", "allowedHosts", "keepNulls",
    "ignore",
  ]

  func service(_ name: String, _ node: Int) -> Flow.Service {
    var service = Flow.Service(name)
    guard let fields = fields(of: node, Self.serviceKeys) else {
      doubts.names.insert(.services)
      return service
    }
    service.like = string(fields["like"])
    service.baseURL = fields["baseURL"].flatMap { baseURL($0) }
    service.headers = namedValues(fields["headers"])
    service.query = namedValues(fields["query"])
    service.envelope = fields["envelope"].flatMap { envelope($0) }
    service.failures = failures(fields["failures"]) ?? []
    service.domain = string(fields["domain"])
    service.allowedHosts = strings(fields["allowedHosts"]) ?? []
    service.keepNulls = bool(fields["keepNulls"])
    service.ignore = silences(fields["ignore"])
    return service
  }

  private func baseURL(_ node: Int) -> Flow.Service.BaseURL? {
    if let address = json.string(of: node) { return .address(address) }
    guard kind(node) == .object else {
      mismatch("an address, or an object with one for each environment", at: node)
      // The service has one, if an unreadable one.
      return .byEnvironment([])
    }
    return .byEnvironment(
      (namedMembers(of: node) ?? []).map {
        Flow.Service.EnvironmentAddress(environment: $0.name, address: string($0.node) ?? "https://")
      })
  }

  private func envelope(_ node: Int) -> Flow.Envelope? {
    guard let fields = fields(of: node, ["success", "data", "message"]) else { return nil }
    return Flow.Envelope(
      success: predicate(fields["success"]), data: pointer(fields["data"]),
      message: pointer(fields["message"]))
  }

  /// Headers, parameters or form fields; here a name that starts with `x-` is one like any other.
  func namedValues(_ node: Int?) -> [Flow.NamedValue] {
    guard let node else { return [] }
    return (namedMembers(of: node, ignoringRemarks: false) ?? []).map { member in
      Flow.NamedValue(member.name, literal(member.node) ?? "")
    }
  }

  /// A table of refusals; nil where it cannot be read.
  func failures(_ node: Int?) -> [Flow.Failure]? {
    guard let node else { return [] }
    guard let members = namedMembers(of: node) else { return nil }
    return members.map { member in
      guard let fields = fields(of: member.node, Self.predicateKeys + ["allowFallback"]) else {
        return Flow.Failure(member.name, Predicate([.exists(true)]))
      }
      let allowsFallback = bool(fields["allowFallback"]) ?? false
      let predicate = predicate(fields.without("allowFallback"))
      // Told by name alone where nothing is asked.
      let isEmpty = predicate.map { $0.tests.isEmpty && $0.at == .whole } ?? false
      return Flow.Failure(member.name, isEmpty ? nil : predicate, allowFallback: allowsFallback)
    }
  }

  /// A table of results; nil where it cannot be read.
  func results(_ node: Int?) -> [Flow.NamedResult]? {
    guard let node else { return [] }
    return namedMembers(of: node)?.map { member in
      Flow.NamedResult(member.name, predicate(member.node) ?? Predicate([.exists(true)]))
    }
  }
}

extension DocumentReader {
  private static let requestKeys = [
    "service", "path", "url", "method", "query", "headers", "json", "form", "text", "expect", "keepNulls",
  ]

  /// What is about a request, and yet stands beside it.
  private static let keysBesideRequests = [
    "timeout", "deadline", "useFallbackAfter", "retry", "failures", "results", "valid", "fallback", "store",
    "lane",
  ]

  func request(_ node: Int) -> Flow.Request {
    guard let fields = fields(of: node, Self.requestKeys, around: Self.keysBesideRequests) else {
      return Self.standInRequest
    }
    var request = Flow.Request(target(fields))
    if let method = string(fields["method"]) { request.method = method }
    request.query = namedValues(fields["query"])
    request.headers = namedValues(fields["headers"])
    switch onlyOne(of: ["json", "form", "text"], in: fields) {
    case "json": request.body = fields["json"].map { .json(json.value(of: $0)) }
    case "form": request.body = .form(namedValues(fields["form"]))
    case "text": request.body = .text(string(fields["text"]) ?? "")
    default: break
    }
    request.expect = word(fields["expect"]) ?? .json
    request.keepNulls = bool(fields["keepNulls"])
    return request
  }

  static var standInRequest: Flow.Request { Flow.Request(.url("https://")) }

  private func target(_ fields: Fields) -> Flow.Request.Target {
    let standIn = Self.standInRequest.target
    switch onlyOne(of: ["service", "url"], in: fields) {
    case "url":
      if let path = fields["path"] {
        report(
          .misplacedKey, "\"path\" goes with \"service\"", at: path, .key,
          hint: "write the whole address into \"url\"")
      }
      return string(fields["url"]).map { .url($0) } ?? standIn
    case "service":
      let path = required("path", in: fields, "the request").flatMap { string($0) } ?? "/"
      guard let service = string(fields["service"]) else { return standIn }
      return .service(service, path: path)
    default:
      report(
        .missingKey, "the request goes nowhere", at: fields.node, owningPart(fields.node),
        hint: "give it \"service\" and \"path\", or \"url\"")
      return standIn
    }
  }
}

extension Fields {
  /// The fields but for one.
  func without(_ key: String) -> Fields {
    var fields = Fields(node: node)
    for entry in entries where entry.key != key { fields.add(entry.key, entry.node) }
    return fields
  }
}
