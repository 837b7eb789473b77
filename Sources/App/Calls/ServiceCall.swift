import LaunchFlow

/// One call of a service's endpoint. Its strings are sent unchanged; they contain no references.
public struct ServiceCall: Equatable, Sendable {
  package var service: String
  package var path: String
  package var method: String
  /// Parameters in addition to those of the service, in the order in which they are sent.
  package var query: [Flow.NamedValue] = []
  package var headers: [Flow.NamedValue] = []
  package var body: Flow.Request.Body?
  package var expect: Flow.Request.Expectation = .json
  /// The time for one attempt.
  public var timeout: Duration = .seconds(10)
  /// The time for all attempts and the waits between them.
  public var deadline: Duration?
  /// The number of attempts, from 1 to 1000. A `POST` or `PATCH` is attempted only once, since a failed attempt may
  /// have had its effect.
  public var attempts = 1

  /// Describes a call.
  ///
  /// - Parameters:
  ///   - service: The service, by its name in the flow.
  ///   - path: The path, from its first slash.
  ///   - method: The method, in capitals.
  ///   - query: Parameters in addition to those of the service. A null leaves its parameter out.
  ///   - headers: Headers in addition to those of the service.
  public init(
    _ service: String, _ path: String, method: String = "GET", query: KeyValuePairs<String, JSONValue> = [:],
    headers: KeyValuePairs<String, JSONValue> = [:]
  ) {
    self.service = service
    self.path = path
    self.method = method
    self.query = Self.named(query)
    self.headers = Self.named(headers)
  }

  /// Describes a call that sends the fields of a form. A null leaves its field out.
  public init(
    _ service: String, _ path: String, method: String = "POST", form: KeyValuePairs<String, JSONValue>
  ) {
    self.init(service, path, method: method)
    body = .form(Self.named(form))
  }

  /// Describes a call that sends a text.
  public init(_ service: String, _ path: String, method: String = "POST", text: String) {
    self.init(service, path, method: method)
    body = .text(text)
  }

  /// Describes a call that sends a value of the app's own type as JSON.
  ///
  /// - Throws: `EncodingError`.
  public init(
    _ service: String, _ path: String, method: String = "POST", json value: some Encodable
  ) throws {
    self.init(service, path, method: method)
    body = .json(try JSONValue(encoding: value))
  }

  /// The same call with the answer's body ignored.
  public func ignoringBody() -> ServiceCall {
    var call = self
    call.expect = .none
    return call
  }

  private static func named(_ values: KeyValuePairs<String, JSONValue>) -> [Flow.NamedValue] {
    values.filter { $0.value != .null }.map { Flow.NamedValue($0.key, $0.value) }
  }
}

extension ServiceCall {
  static let step = "service-call"

  /// The flow of one step that makes the call, with the inputs and steps that the service refers to.
  ///
  /// - Throws: `InvalidDocument`, for instance if the service's address comes from a step that calls another server.
  func flow(from flow: Flow) throws(InvalidDocument) -> Flow {
    let service = flow.resolvedServices().filter { $0.name == self.service }
    let subjects = service.reduce(into: Set<String>()) { $1.collectSubjects(into: &$0) }
    let read = flow.localSteps(named: subjects)
    var step = Flow.Step(Self.step, .http(request))
    step.needs = read.map(\.name)
    step.timeout = timeout
    step.deadline = deadline
    step.retry = attempts == 1 ? nil : Flow.Retry(attempts: attempts)
    var call = Flow(
      name: "call-\(self.service)", deadline: deadline ?? .seconds(86_400),
      pages: [Flow.Page("answered"), Flow.Page("unanswered")], steps: read + [step],
      landings: [
        Flow.Landing("answered", when: Condition(Self.step, is: "available")),
        Flow.Landing("unanswered", notices: [Flow.Notice("${\(Self.step).message}")]),
      ])
    call.inputs = flow.inputs.filter { subjects.contains($0.name) }
    call.environments = flow.environments
    call.services = service
    call.caches = flow.caches
    return try Flow.read(SourceText(name: call.name, text: Visitor.json(of: call).text())).get()
  }

  private var request: Flow.Request {
    var request = Flow.Request(.service(service, path: path.literal))
    request.method = method
    request.query = query.map(\.literal)
    request.headers = headers.map(\.literal)
    request.expect = expect
    switch body {
    case .json(let value): request.body = .json(value.literal)
    case .form(let values): request.body = .form(values.map(\.literal))
    case .text(let text): request.body = .text(text.literal)
    case nil: break
    }
    return request
  }
}

extension Flow.Service {
  fileprivate func collectSubjects(into subjects: inout Set<String>) {
    var found: [String] = []
    forEachString { _, _, text in found += (try? Template(text))?.references.map(\.subject) ?? [] }
    subjects.formUnion(found)
  }
}

extension Flow {
  /// The steps with these names that make no call, such as reads of caches.
  fileprivate func localSteps(named names: Set<String>) -> [Step] {
    graph.steps.compactMap { step in
      guard names.contains(step.name), step.isLocal else { return nil }
      var read = step
      (read.needs, read.after, read.when) = ([], [], nil)
      return read
    }
  }
}

extension Flow.Step {
  /// Whether neither its work nor a fallback makes a call.
  fileprivate var isLocal: Bool {
    switch work {
    case .cache, .value: fallback.allSatisfy(\.isLocal)
    case .http, .action, .group, .wait: false
    }
  }
}

extension String {
  /// The text with escaped `${`, so that a flow reads no references in it.
  fileprivate var literal: String { replacing("${", with: "$${") }
}

extension JSONValue {
  fileprivate var literal: JSONValue {
    switch self {
    case .string(let text): .string(text.literal)
    case .array(let elements): .array(elements.map(\.literal))
    case .object(let object):
      .object(JSONObject(object.members.map { .init(name: $0.name, value: $0.value.literal) }))
    case .null, .bool, .integer, .double: self
    }
  }
}

extension Flow.NamedValue {
  fileprivate var literal: Flow.NamedValue { Flow.NamedValue(name, value.literal) }
}
