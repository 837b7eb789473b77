extension Schema {
  /// A flow file.
  static let flow = object(
    [
      "$schema": schemaAddress,
      "format": format,
      "flow": anyName.about("The flow's name, in kebab case.", examples: ["rider-launch"]),
      "summary": summary,
      "include": list(of: text(#"^[^/\\]+\.json$"#)).about(
        "Flow files beside this one, whose environments, caches and services this flow takes, too.",
        examples: [["rider-launch.json"]]),
      "deadline": duration("Bounds the way to the landing, whatever happens."),
      "defaults": object([
        "timeout": duration("The time-out of each attempt of a step that does not say its own.")
      ]).about("What steps take that do not say otherwise."),
      "inputs": map(of: input, names: see(.name)).about(
        "What the app tells the flow at the start, by name.", examples: [["signed-in": ["type": "boolean"]]]),
      "pages": names(of: see(.name), atLeast: 1).about(
        "The pages that the flow may land on.", examples: [["home", "login"]]),
      "caches": map(of: cache, names: see(.name)).about("Places for values that outlive a run, by name."),
      "environments": names(of: anyName).about(
        "The environments, the release build's first.", examples: [["release", "test"]]),
      "services": map(of: see(.service), names: see(.name)).about("The servers that steps ask, by name."),
      "lanes": map(of: integer(1...Int64.max), names: see(.name).and(no([Flow.Lane.main]))).about(
        "Resources with their capacities, beside \"main\", which has 1.", examples: [["uploads": 2]]),
      "steps": steps,
      "landings": list(of: see(.landing), atLeast: 1).about(
        "The rules that name the page, read in order; the last one has no \"when\"."),
      "promises": list(of: promise).about("What holds in every run, for the verifier to prove."),
      "ignore": ignore,
    ], required: ["flow", "deadline", "pages", "steps", "landings"])

  static let steps = map(of: see(.step), names: see(.name)).about(
    "Steps by name; those that do not wait for one another run side by side.")

  private static let input = object(
    [
      "type": word(Flow.Input.Kind.self).about("What it may hold."),
      "values": list(of: .anything, atLeast: 1).about("The only values that it may have."),
      "default": anything.about("What it is when the app does not say."),
      "summary": summary,
      "ignore": ignore,
    ], required: ["type"]
  ).and(inputIs(.boolean, bool), inputIs(.string, text), inputIs(.number, number))

  private static func inputIs(_ kind: Flow.Input.Kind, _ value: Schema) -> Schema {
    when(
      members(["type": word(in: [kind.rawValue])]),
      members(["values": Schema(["items": value.value]), "default": value]))
  }

  private static let cache = object([
    "scope": text.about("Caches of one scope are cleared together.", examples: ["user"]),
    "maxAge": duration("Older values count as absent.", example: "30d"),
    "ignore": ignore,
  ])

  /// The warnings that are not wanted in a flow.
  static let ignore = ignore(DiagnosticCode.silenceableInFlows, example: ["LF028": "The map reads it."])

  /// The warnings that are not wanted, of these.
  static func ignore(_ codes: [DiagnosticCode], example: JSONValue) -> Schema {
    map(of: text("[^\\s]"), names: word(in: codes.map(\.rawValue))).about(
      "The warnings that are not wanted here, by their code, each with why.", examples: [example])
  }

  /// A rule that names a page.
  static let landing = object(
    [
      "page": text.about("The page to land on, one of the flow's."),
      "when": see(.condition).about(
        "What must hold: each entry is a step or input and its word.",
        examples: [["login": "unavailable"]]),
      "after": list(of: text).about("Steps that must have settled before this rule may be used."),
      "notice": anyOf([
        text,
        object(
          [
            "text": text.about("The text; ${step.message} is the message of a refusal."),
            "style": word(Flow.Notice.Style.self).about("How it is shown.", default: "toast"),
          ], required: ["text"]),
      ]).about("What the page tells the user."),
      "ignore": ignore,
    ], required: ["page"])

  private static let promise = object([
    "within": duration("Every run lands no later than this."),
    "never": see(.condition).about("No run ends like this."),
    "always": see(.condition).about("Every run ends like this."),
    "if": see(.condition).about("Where a run ends like this, \"then\" holds too."),
    "then": see(.condition).about("What holds where \"if\" does."),
  ]).and(
    hasOne(of: "within", "never", "always", "if"),
    when(.has("if"), .has("then"), otherwise: .lacks("then")))
}
