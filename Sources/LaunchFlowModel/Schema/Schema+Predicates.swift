extension Schema {
  private static let placeTests = ["equals", "in", "exists", "nonEmpty", "less", "greater"]
  private static let nestingTests = ["all", "any", "not"]

  /// Some test stands there.
  private static let hasTest = anyOf((placeTests + nestingTests + ["status"]).map { .has($0) })

  /// A failure that is told by more than its name.
  static let toldFailure = see(.failure).and(hasTest)

  private static let at = pointer.about(
    "Where the tests look: a JSON Pointer (RFC 6901); without one, at the whole.", default: "",
    examples: ["/data/code"])

  /// A predicate whose nested ones are of a kind; `more` are keys beside its own.
  private static func tests(_ nested: Schema, _ more: [(String, Schema)] = []) -> Schema {
    var schema = object([
      "at": at,
      "equals": anything.about("The value is exactly this one: 1 is neither true nor \"1\"."),
      "in": list(of: .anything).about("The value is one of these.", examples: [[true, 1, "1"]]),
      "exists": bool.about("Whether anything stands there, null included."),
      "nonEmpty": bool.about("Whether something stands there that is neither null nor empty."),
      "less": number.about("The value is a number below this one."),
      "greater": number.about("The value is a number above this one."),
      "all": list(of: nested).about("Each of these holds; each has its own \"at\"."),
      "any": list(of: nested).about("At least one of these holds; each has its own \"at\"."),
      "not": nested.about("This does not hold; it has its own \"at\"."),
    ])
    var properties = schema["properties"]?.object ?? JSONObject()
    for (key, property) in more { properties[key] = property.value }
    schema["properties"] = .object(properties)
    // A place is there to be looked at.
    let looksElsewhere = members(["at": text("^/")]).and(.has("at"))
    return schema.and(when(looksElsewhere, anyOf(placeTests.map { .has($0) })))
  }

  private static let status = (
    "status",
    anyOf([integer(100...599), list(of: integer(100...599))]).about(
      "The answer's HTTP status is this, or one of these.", examples: [401, [404, 410]])
  )

  /// A question to a value.
  static let predicate = tests(see(.predicate)).and(hasTest)
  /// A question to a whole answer, its status included.
  static let answer = tests(see(.answer), [status]).and(hasTest)
  /// What a value means; without a test, whatever is left.
  static let result = tests(see(.predicate))

  /// A deliberate refusal.
  static let failure = tests(
    see(.answer),
    [
      status,
      (
        "allowFallback",
        bool.about("Whether fallbacks may hide it, and retries are made.", default: false)
      ),
    ])

  /// Asks for no status, however deep.
  static let statusless = members([
    "status": nothing,
    "all": Schema(["items": see(.statusless).value]),
    "any": Schema(["items": see(.statusless).value]),
    "not": see(.statusless),
  ])

  static let results = map(of: see(.result), names: see(.name)).about(
    "What the value means, tried in order: the author's own names, which conditions use.",
    examples: [["under-review": ["at": "/status", "equals": 3]]])

  static let outcomes = map(of: see(.condition), names: see(.name)).about(
    "What became of the members, tried in order once all of them have settled: the author's own names, which "
      + "conditions use.", examples: [["approved": ["check-state": "approved"]]])

  static let failures = map(of: see(.failure), names: see(.name)).about(
    "Deliberate refusals by name, tried first, on status and whole body. They are not retried, and no fallback "
      + "hides them.",
    examples: [["token-invalid": ["status": 401]]])
}

extension Schema {
  /// What must hold in a run.
  static let condition = Schema([
    "type": "object",
    "properties": members([
      "any": list(of: see(.condition)).about("At least one of these holds."),
      "all": list(of: see(.condition)).about("Each of these holds."),
      "not": see(.condition).about("This does not hold."),
      "landing": oneOrMore(text).about("The page that the flow landed on."),
      "offline": oneOrMore(bool).about("The offline switch's state at the start."),
    ])["properties"] ?? [:],
    "patternProperties": ["^x-": [:]],
    "additionalProperties": oneOrMore(literal).about(
      "A result, failure or status of the step (available, unavailable, settled, succeeded, recovered, failed, "
        + "timed-out, skipped, cancelled), or a value of the input; a list means any of these."
    ).value,
  ])
}
