extension Flow.Service {
  package static let declaration = ObjectFormat("service", isNamed: true, initial: { Flow.Service($0) }) {
    keys in
    keys.add("like", \.like, { $0.like = $1 }, .text)
    // An unreadable address still counts as an address.
    keys.add("baseURL", \.baseURL, { $0.baseURL = $1 }, BaseURL.declaration, standIn: .byEnvironment([]))
    keys.add("headers", \.headers, { $0.headers = $1 }, .values(names: .header))
    keys.add("query", \.query, { $0.query = $1 }, .values(names: .any))
    keys.add("envelope", \.envelope, { $0.envelope = $1 }, .object(.envelope, Flow.Envelope.declaration))
    keys.add("failures", \.failures, { $0.failures = $1 }, Flow.Failure.map)
    keys.add("domain", \.domain, { $0.domain = $1 }, .text)
    keys.add("allowedHosts", \.allowedHosts, { $0.allowedHosts = $1 }, .list(of: .text(.host)))
    keys.add("keepNulls", \.keepNulls, { $0.keepNulls = $1 }, .bool)
    keys.add("dropListNulls", \.dropListNulls, { $0.dropListNulls = $1 }, .bool)
    keys.add("propagateDeadline", \.propagateDeadline, { $0.propagateDeadline = $1 }, .text(.header))
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfFlow))
  }
}

extension Flow.Service.BaseURL {
  fileprivate static var declaration: ValueFormat<Flow.Service.BaseURL> {
    .either(
      "an address, or an object with one for each environment",
      [
        Form([.string], .text(.address).withReferences, { .address($0) }) {
          if case .address(let address) = $0 { address } else { nil }
        },
        Form(
          [.object],
          .map(
            of: .text(.address).withReferences, standIn: "https://",
            entry: { Flow.Service.EnvironmentAddress(environment: $0, address: $1) },
            parts: { ($0.environment, $0.address) }),
          { .byEnvironment($0) }
        ) { if case .byEnvironment(let addresses) = $0 { addresses } else { nil } },
      ])
  }
}

extension Flow.Envelope {
  package static let declaration = ObjectFormat("envelope", initial: { _ in Flow.Envelope() }) { keys in
    keys.add("success", \.success, { $0.success = $1 }, .predicate)
    keys.add("data", \.data, { $0.data = $1 }, .pointer)
    keys.add("message", \.message, { $0.message = $1 }, .pointer)
    keys.add("code", \.code, { $0.code = $1 }, .pointer)
    keys.add("codes", \.codes, { $0.codes = $1 }, .list(of: .text(.nonEmpty)))
  }
}

extension ValueFormat where Value == [Flow.NamedValue] {
  /// Headers, parameters or form fields: their names are the protocol's.
  static func values(names: NameKind) -> Self {
    .map(
      of: Flow.NamedValue.content, names: names, isTable: true, standIn: "",
      entry: { Flow.NamedValue($0, $1) },
      parts: { ($0.name, $0.value) })
  }
}

extension Flow.NamedValue {
  /// A plain value, or a JSON value that is sent as its text.
  fileprivate static var content: ValueFormat<JSONValue> {
    .either(
      "text, a number, true or false, or { \"json\": … }",
      [
        Form([.string, .number, .bool], .literal.withReferences, { $0 }) {
          $0.object == nil ? .some($0) : .none
        },
        Form([.object], .object(.encodedField, encoded), { $0 }) { $0.object == nil ? .none : .some($0) },
      ])
  }

  package static let encoded = ObjectFormat("field", initial: { _ in JSONValue.object(JSONObject()) }) {
    keys in
    keys.require("json", \.encodedJSON, { $0.encodedJSON = $1 }, .any.withReferences)
  }
}

extension JSONValue {
  /// The value that a field carries as JSON text: `{ "json": … }`.
  package var embeddedJSON: JSONValue? { object.flatMap { $0.members.count == 1 ? $0["json"] : nil } }

  /// A field that carries a value as JSON text.
  fileprivate init(embedding value: JSONValue) {
    self = .object(JSONObject([JSONObject.Member(name: "json", value: value)]))
  }

  fileprivate var encodedJSON: JSONValue {
    get { embeddedJSON ?? .null }
    set { self = JSONValue(embedding: newValue) }
  }
}

extension Flow.Part {
  /// Fields by name: a plain value, or an object.
  fileprivate static var table: ValueFormat<[Flow.Part]> {
    .map(
      of: content, names: .any, isTable: true, standIn: Flow.Part("", .value("")),
      entry: { name, part in
        var part = part
        part.name = name
        return part
      }, parts: { ($0.name, $0) })
  }

  private static var content: ValueFormat<Flow.Part> {
    .either(
      "text, a number, true or false, { \"json\": … } or { \"encoded\": … }",
      [
        Form([.string, .number, .bool], .literal.withReferences, { Flow.Part("", .value($0)) }) {
          if case .value(let value) = $0.content, value.object == nil { value } else { nil }
        },
        Form([.object], .object(.part, declaration), { $0 }) { $0 },
      ])
  }

  package static let declaration = ObjectFormat("field", initial: { Flow.Part($0, .value("")) }) { keys in
    keys.choose(\.content, { $0.content = $1 }) {
      $0.add("json", .any.withReferences, { .value(JSONValue(embedding: $0)) }) {
        if case .value(let value) = $0 { value.embeddedJSON } else { nil }
      }
      $0.add(
        "encoded", .text(.nonEmpty), .optional("with", .any.withReferences),
        .optional("contentType", .text(.mediaType)),
        { .encoded(Flow.Encoded($0, with: $1, contentType: $2)) }
      ) {
        if case .encoded(let body) = $0 { (body.encoder, body.input, body.contentType) } else { nil }
      }
    }
    keys.add(
      "fileName", \.fileName, { $0.fileName = $1 }, .text(.nonEmpty).withReferences, goesWith: ["encoded"],
      where: { if case .encoded = $0.content { true } else { false } })
  }
}

extension Flow.Request {
  /// Keys of a step that an author may have put into its request.
  private static let keysOfStep = [
    "timeout", "deadline", "useFallbackAfter", "retry", "failures", "results", "valid", "fallback", "store",
    "lane",
  ]

  package static let declaration = ObjectFormat(
    "request", around: keysOfStep, initial: { _ in Flow.Request(.url("https://")) }
  ) { keys in
    keys.choose(\.target, { $0.target = $1 }) {
      $0.add(
        "service", .text, .required("path", .text(.path).withReferences, standIn: "/"),
        { .service($0, path: $1) }
      ) {
        if case .service(let service, let path) = $0 { (service, path) } else { nil }
      }
      $0.add("url", .text(.address).withReferences, { .url($0) }) {
        if case .url(let url) = $0 { url } else { nil }
      }
    }
    keys.add("method", \.method, { $0.method = $1 }, .text(.method))
    keys.add("query", \.query, { $0.query = $1 }, .values(names: .any))
    keys.add("headers", \.headers, { $0.headers = $1 }, .values(names: .header))
    keys.chooseIfAny(\.body, { $0.body = $1 }) {
      $0.add("json", .any.withReferences, { .json($0) }) {
        if case .json(let value) = $0 { value } else { nil }
      }
      $0.add("form", .values(names: .any), { .form($0) }) {
        if case .form(let values) = $0 { values } else { nil }
      }
      $0.add("text", .text.withReferences, { .text($0) }) {
        if case .text(let text) = $0 { text } else { nil }
      }
      $0.add(
        "encoded", .text(.nonEmpty), .optional("with", .any.withReferences),
        .required("contentType", .text(.mediaType), standIn: UnreadParts.standInName),
        { .encoded(Flow.Encoded($0, with: $1, contentType: $2)) }
      ) {
        if case .encoded(let body) = $0 { (body.encoder, body.input, body.contentType ?? "") } else { nil }
      }
      $0.add("multipart", Flow.Part.table, { .multipart($0) }) {
        if case .multipart(let parts) = $0 { parts } else { nil }
      }
    }
    keys.add("expect", \.expect, { $0.expect = $1 }, .word)
    keys.add("keepNulls", \.keepNulls, { $0.keepNulls = $1 }, .bool)
    keys.add("dropListNulls", \.dropListNulls, { $0.dropListNulls = $1 }, .bool)
  }
}
