extension Flow.Service: FormatObject {
  package static var object: DeclaredObject { .service }

  package init(named name: String) { self.init(name) }

  package mutating func visit(_ v: Visitor) {
    v.key("like", &like)
    // An unreadable address still counts as an address.
    v.key("baseURL", &baseURL, standIn: .byEnvironment([])) { BaseURL.visited($0, v) }
    v.key("headers", &headers) { Flow.NamedValue.table($0, .header, v) }
    v.key("query", &query) { Flow.NamedValue.table($0, .free, v) }
    v.key("envelope", &envelope)
    v.key("failures", &failures) { Flow.Failure.map($0, v) }
    v.key("domain", &domain)
    v.key("allowedHosts", &allowedHosts) { v.texts($0, .host) }
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfFlow, v) }
  }
}

extension Flow.Service.BaseURL {
  fileprivate static func visited(_ value: Self?, _ v: Visitor) -> Self? {
    let address: String? = if case .address(let address) = value { address } else { nil }
    let addresses: [Flow.Service.EnvironmentAddress]? =
      if case .byEnvironment(let addresses) = value { addresses } else { nil }
    return v.forms(
      [[.string], [.object]], "an address, or an object with one for each environment",
      written: address == nil ? 1 : 0
    ) { form in
      if form == 0 { return v.text(address, .baseAddress, references: true).map { .address($0) } }
      let read = v.map(
        addresses, name: { $0.environment },
        standIn: { Flow.Service.EnvironmentAddress(environment: $0, address: "https://host") }
      ) { environment, entry in
        v.text(entry?.address, .baseAddress, references: true).map {
          Flow.Service.EnvironmentAddress(environment: environment, address: $0)
        }
      }
      return read.map { .byEnvironment($0) }
    }
  }
}

extension Flow.Envelope: FormatObject {
  package static var object: DeclaredObject { .envelope }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("success", &success)
    v.key("data", &data)
    v.key("message", &message)
    v.key("code", &code)
    v.key("codes", &codes) { v.texts($0, .nonEmpty) }
  }
}

extension Flow.NamedValue {
  /// Visits headers, parameters or form fields. The protocol defines their names.
  static func table(_ values: [Self]?, _ names: TextKind, _ v: Visitor) -> [Self]? {
    v.map(values, names: names, isTable: true, name: { $0.name }, standIn: { Self($0, "") }) { name, value in
      let content = content(value?.value, v)
      // A line break would begin another header.
      if names == .header, let text = content?.string,
        text.utf8.contains(where: { [0x0D, 0x0A, 0].contains($0) })
      {
        v.reader.report(.badValue, "a header must not contain line breaks", at: v.node)
      }
      return content.map { Self(name, $0) }
    }
  }

  private static func content(_ value: JSONValue?, _ v: Visitor) -> JSONValue? {
    v.forms(
      [[.string, .number, .bool], [.object]], "text, a number, true or false, or { \"json\": … }",
      written: value?.object == nil ? 0 : 1
    ) { form in
      form == 0
        ? v.literal(value, references: true)
        : v.object(value?.embeddedJSON.map { EncodedField(json: $0) }).map { ["json": $0.json] }
    }
  }
}

/// A JSON value that is sent as its text: `{ "json": … }`.
package struct EncodedField: FormatObject {
  fileprivate var json = JSONValue.null

  package static var object: DeclaredObject { .encodedField }

  fileprivate init(json: JSONValue) { self.json = json }

  package init(named name: String) {}

  package mutating func visit(_ v: Visitor) {
    v.key("json", &json, required: true) { v.any($0, references: true) }
  }
}

extension JSONValue {
  package var embeddedJSON: JSONValue? { object.flatMap { $0.members.count == 1 ? $0["json"] : nil } }
}

extension Flow.Request: FormatObject {
  package static var object: DeclaredObject { .request }

  package init(named name: String) { self.init(.url("https://")) }

  package mutating func visit(_ v: Visitor) {
    visitTarget(v)
    v.key("method", &method, .method)
    v.key("query", &query) { Flow.NamedValue.table($0, .free, v) }
    v.key("headers", &headers) { Flow.NamedValue.table($0, .header, v) }
    for key in v.choose(["json", "form", "text"], is: body?.key) {
      if let found = Body.visited(body, key, v) { body = found }
    }
    v.key(word: "expect", &expect)
    if let body, method == "GET" || method == "HEAD" {
      v.report(.badValue, "a \(method) request has no body", at: body.key)
    }
    if service != nil, v.isOfSwitch, v.isWhole {
      v.report(.badValue, "a switch has no services", at: "service")
    }
  }

  private mutating func visitTarget(_ v: Visitor) {
    var service: String?
    var path: String?
    var url: String?
    switch target {
    case .service(let name, let place): (service, path) = (name, place)
    case .url(let address): url = address
    }
    for key in v.choose(
      ["service", "url"], is: url == nil ? "service" : "url", required: true,
      companions: [.init("path", of: ["service"])])
    {
      if key == "url" {
        if let address = v.key(key, url, .address, references: true) { target = .url(address) }
      } else {
        let name = v.key(key, service)
        let place = v.on(["service"]).key("path", path, .path, references: true, required: true)
        if let name { target = .service(name, path: place ?? "/") }
      }
    }
  }
}

extension Flow.Request.Body {
  var key: String {
    switch self {
    case .json: "json"
    case .form: "form"
    case .text: "text"
    }
  }

  fileprivate static func visited(_ body: Self?, _ key: String, _ v: Visitor) -> Self? {
    switch key {
    case "json":
      let value: JSONValue? = if case .json(let value) = body { value } else { nil }
      return v.key(key, value) { v.any($0, references: true) }.map { .json($0) }
    case "form":
      let values: [Flow.NamedValue]? = if case .form(let values) = body { values } else { nil }
      return v.key(key, values) { Flow.NamedValue.table($0, .free, v) }.map { .form($0) }
    default:
      let text: String? = if case .text(let text) = body { text } else { nil }
      return v.key(key, text, references: true).map { .text($0) }
    }
  }
}
