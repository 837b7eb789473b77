import LaunchFlowModel

extension Schema {
  /// Rules for an object's shape beyond the declaration of its keys.
  static func furtherRules(for object: DeclaredObject) -> [Schema] {
    switch object {
    case .input:
      [
        inputIs(.boolean, bool), inputIs(.string, text), inputIs(.number, number),
        inputIs(.duration, duration),
        when(
          members(["type": word(in: [Flow.Input.Kind.duration.rawValue])]).and(has("type")),
          has("min", "max").and(lacks("values")), otherwise: lacks("min", "max")),
      ]
    case .step: stepRules
    case .service: [serviceAddress, members(["failures": map(of: testedFailure)])]
    // A GET request has no body.
    case .request:
      [
        when(
          members(["method": word(in: ["GET", "HEAD"])]),
          lacks("json", "form", "text"))
      ]
    case .predicate, .answer: [looksAtItsPlace, hasTest]
    case .result, .failure: [looksAtItsPlace]
    case .factors: [has("marked", "network", "service")]
    case .probe: [members(["http": lacks("service", "path")])]
    case .question:
      [members(["http": lacks("service", "path"), "results": has("faulty")])]
    case .serviceFactor: [members(["watch": .not(onlyRemarks)])]
    case .switchPoll:
      [when(has("maxEvery"), anything, otherwise: members(["factor": Schema(["maximum": 1])]))]
    case .pathChanges: [when(has("at"), members(["is": Schema(["maxItems": 1])]))]
    default: []
    }
  }

  private static func inputIs(_ kind: Flow.Input.Kind, _ value: Schema) -> Schema {
    when(
      members(["type": word(in: [kind.rawValue])]),
      members(["values": Schema(["items": value.value]), "default": value]))
  }

  private static let serviceAddress = when(
    members(["baseURL": text("^\\$\\{")]).and(has("baseURL"), lacks("like")), has("allowedHosts"))
}

extension Schema {
  private static let placeTests = ["equals", "in", "exists", "nonEmpty", "hosts"]

  private static let hasTest = anyOf((placeTests + ["all", "any", "not", "status"]).map { .has($0) })

  /// The predicate tests the value at its place.
  private static let looksAtItsPlace = when(
    members(["at": text("^/")]).and(has("at")), anyOf(placeTests.map { .has($0) }))

  /// A failure that has a test.
  private static let testedFailure = see(.failure).and(hasTest)

  /// Has no test of the status, at any depth.
  static let statusless = members([
    "status": nothing,
    "all": Schema(["items": see(definition: "statusless").value]),
    "any": Schema(["items": see(definition: "statusless").value]),
    "not": see(definition: "statusless"),
  ])

  private static let stepRules: [Schema] = {
    let asksHTTP = anyOf([has("http"), mayTry("http")])
    let callsApp = anyOf([has("action"), mayTry("action")])
    return [
      when(
        has("steps", "include"),
        members(["results": map(of: see(.condition), names: see(definition: "name"))]),
        otherwise: members(["results": map(of: see(.result), names: see(definition: "name"))])),
      when(has("poll"), has("deadline")),
      // Only calls fail, including a cache's fallbacks.
      when(
        anyOf([has("http", "action"), has("cache").and(anyOf([mayTry("http"), mayTry("action")]))]), anything,
        otherwise: members(["failures": onlyRemarks])),
      when(callsApp, anything, otherwise: eachFailure(testedFailure)),
      when(asksHTTP, anything, otherwise: eachFailure(see(definition: "statusless"))),
    ]
  }()

  /// A step with a fallback of a kind.
  private static func mayTry(_ key: String) -> Schema {
    members(["fallback": Schema(["contains": has(key).value])]).and(has("fallback"))
  }

  private static func eachFailure(_ schema: Schema) -> Schema {
    members(["failures": Schema(["patternProperties": ["^x-": [:]], "additionalProperties": schema.value])])
  }
}

extension Schema {
  /// A condition. Its keys are the author's own names and a few of the format's.
  static let condition = Schema([
    "type": "object",
    "properties": members([
      "any": list(of: see(.condition)).about("At least one of these holds."),
      "all": list(of: see(.condition)).about("Each of these holds."),
      "atLeast": see(.quorum).about("So many of several conditions hold."),
      "not": see(.condition).about("This does not hold."),
      "landing": oneOrMore(text).about("Page of the landing."),
      "offline": oneOrMore(bool).about("Whether the app, or a domain of the flow, is offline at the start."),
    ])["properties"] ?? [:],
    "patternProperties": ["^x-": [:]],
    "additionalProperties": anyOf([oneOrMore(literal), see(.askedError)]).about(
      "A result, failure or status of the step (available, unavailable, settled, succeeded, recovered, failed, "
        + "timed-out, skipped, cancelled), or a value of the input; a list means any of these. An object asks for "
        + "the error class that the step failed with."
    ).value,
  ])
}
