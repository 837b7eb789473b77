/// Renders a flow's requests: a pure function of the document, the environment and the values.
package final class RequestRenderer {
  /// The service that the request calls, with its inherited parts.
  let service: Flow.Service?
  let environment: RequestEnvironment
  let resolve: (Template.Reference) -> JSONValue?

  package init(
    service: Flow.Service?, environment: RequestEnvironment,
    resolve: @escaping (Template.Reference) -> JSONValue?
  ) {
    self.service = service
    self.environment = environment
    self.resolve = resolve
  }

  /// - Throws: `RequestFlaw`, if a reference has no value or the result must not be sent.
  package func render(_ request: Flow.Request) throws(RequestFlaw) -> HTTPRequest {
    let address = try address(of: request)
    let url = try address + query(of: request, in: address)
    var rendered = HTTPRequest(
      method: request.method, url: url, allowedHosts: service?.allowedHosts ?? [],
      allowsPlainHTTP: !environment.isRelease)
    var places: [String: Int] = [:]
    for header in (service?.headers ?? []) + request.headers {
      guard let value = try text(header.value) else { continue }
      guard HTTPHeader(header.name, value).isSendable else { throw .header(header.name) }
      let name = header.name.lowercased()
      // The request's own header may replace one of the service's.
      if let place = places[name] {
        rendered.headers[place] = HTTPHeader(header.name, value)
      } else {
        places[name] = rendered.headers.count
        rendered.headers.append(HTTPHeader(header.name, value))
      }
      if value == header.value.plainText {
        rendered.boundHeaders.remove(name)
      } else {
        rendered.boundHeaders.insert(name)
      }
    }
    let body = try body(of: request)
    rendered.body = body?.bytes
    if let body, rendered[header: "Content-Type"] == nil {
      rendered[header: "Content-Type"] = body.type
    }
    if request.expect == .json, rendered[header: "Accept"] == nil {
      rendered[header: "Accept"] = "application/json"
    }
    return rendered
  }

  /// The parameters of service and request. The request's replace the service's of the same name.
  private func query(of request: Flow.Request, in address: String) throws(RequestFlaw) -> String {
    var pairs: [String] = []
    for parameter in (service?.sharedQuery(with: request) ?? []) + request.query {
      for value in try texts(parameter.value) {
        pairs.append("\(PercentEncoding.value(parameter.name))=\(PercentEncoding.value(value))")
      }
    }
    guard !pairs.isEmpty else { return "" }
    return (address.contains("?") ? "&" : "?") + pairs.joined(separator: "&")
  }

  private func body(of request: Flow.Request) throws(RequestFlaw) -> (bytes: [UInt8], type: String)? {
    switch request.body {
    case nil: return nil
    case .json(let value):
      return (Array((try filled(value) ?? .null).text().utf8), "application/json")
    case .text(let text):
      return (Array((try filled(text) ?? "").utf8), "text/plain; charset=utf-8")
    case .form(let fields):
      var pairs: [String] = []
      for field in fields {
        for value in try texts(field.value) {
          pairs.append("\(PercentEncoding.formValue(field.name))=\(PercentEncoding.formValue(value))")
        }
      }
      return (Array(pairs.joined(separator: "&").utf8), "application/x-www-form-urlencoded")
    }
  }
}

extension Flow.Service {
  /// The parameters that the service adds to a request: those that the request does not set itself.
  func sharedQuery(with request: Flow.Request) -> [Flow.NamedValue] {
    let own = Set(request.query.map { $0.name })
    return query.filter { !own.contains($0.name) }
  }
}
