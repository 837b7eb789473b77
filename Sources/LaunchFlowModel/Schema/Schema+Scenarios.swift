extension Schema {
  /// A scenarios file: a switch's where it holds what only a switch's scenarios do, else a flow's.
  static let scenarios = when(isForSwitch, see(.switchScenarios), otherwise: file(of: .scenario))
  /// A switch's scenarios file.
  static let switchScenarios = file(of: .switchScenario)

  private static let isForSwitch: Schema = {
    let figures =
      SwitchScenario.TimeFigure.allCases.map(\.rawValue) + SwitchScenario.CountFigure.allCases.map(\.rawValue)
    let keys = [
      "length", "path", "probeTakes", "qosTakes", "qos", "incidents", "calls", "marks", "kills", "background",
    ]
    let expects = Schema(["required": ["expect"]]).and(
      members(["expect": anyOf((figures + ["offline"]).map { has($0) })]))
    // Required of what is no object is no demand, hence the type.
    let switchOnly = Schema(["type": "object"]).and(anyOf(keys.map { has($0) } + [expects]))
    let someMember = Schema(["not": ["additionalProperties": not(switchOnly).value]])
    return anyOf([
      members(["defaults": switchOnly]).and(.has("defaults")),
      members(["scenarios": Schema(["type": "object"]).and(someMember)]).and(.has("scenarios")),
    ])
  }()

  private static func file(of scenario: Definition) -> Schema {
    object(
      [
        "$schema": schemaAddress,
        "format": format,
        "scenariosFor": text.about(
          "The flow's or switch's file, relative to this one.", examples: ["rider-launch.json"]),
        "summary": summary,
        "defaults": see(scenario).about("What every scenario is laid over, entry by entry."),
        "scenarios": map(of: see(scenario)).about("What the world does, by name."),
      ], required: ["scenariosFor", "scenarios"])
  }

  /// What the world does in a run of a flow.
  static let scenario = object([
    "summary": summary,
    "inputs": map(of: .anything).about("What the app tells the flow.", examples: [["signed-in": true]]),
    "caches": map(of: cached).about(
      "What the caches hold at the start; null for nothing.", examples: [["login": ["value": ["token": "t"]]]]
    ),
    "steps": map(of: anyOf([see(.behaviour), list(of: see(.behaviour), atLeast: 1)])).about(
      "What steps do, by name: one behaviour, or one for each attempt. \"*\" is every step that is not named, "
        + "\"login.fallback\" the remote fallbacks of login.",
      examples: [["login": ["hang": true]], ["*": ["takes": "400ms"]]]),
    "network": outages("When no answer arrives, or every request is refused."),
    "offline": list(
      of: object(
        [
          "from": duration("When the app goes offline.", example: "1s"),
          "to": duration("When it comes back; without it, never.", example: "4s"),
          "domain": text.about("The one domain that goes offline; without it, all."),
        ], required: ["from"])
    ).about("When the offline switch is offline."),
    "cancel": duration("When the run is cancelled.", example: "1s"),
    "runs": integer(1...1_000_000_000).about("How many runs there are; their luck differs."),
    "seed": seed,
    "expect": see(.expectation).about("What must come of it."),
  ])

  private static let cached = anyOf([
    Schema(["type": "null"]),
    object(
      [
        "value": anything.about("What the cache holds."),
        "age": duration("How long ago it was stored.", default: "0s", example: "1d"),
      ], required: ["value"]),
  ])

  static func outages(_ description: String) -> Schema {
    list(
      of: object(
        [
          "from": duration("When it begins.", example: "0s"),
          "to": duration("When it is over; without it, never.", example: "4s"),
          "is": word(Scenario.Outage.Kind.self).about(
            "Whether requests are lost and hang, or fail at once."),
        ], required: ["from", "is"])
    ).about(description, examples: [[["from": "0s", "to": "4s", "is": "silent"]]])
  }

  /// What an attempt does.
  static let behaviour = object([
    "takes": see(.timeTaken).about("How long it takes; without it, no time.", examples: ["400ms"]),
    "wait": duration("The wait before the next try, where it would be drawn at random.", example: "1s"),
    "result": text.about("It ends with a result or failure, by its name."),
    "value": anything.about("It succeeds with this value."),
    "response": object(
      [
        "status": integer(100...599).about("The HTTP status.", examples: [200]),
        "body": anything.about("The body, as JSON."),
        "text": text.about("The body, as text."),
      ], required: ["status"]
    ).and(when(.has("body"), .lacks("text"))).about("It gets this HTTP answer."),
    "error": word(ErrorClass.self).about("It fails with an error of this class."),
    "hang": Schema(["type": "boolean", "enum": [true]]).about("It never answers."),
    "odds": map(of: number(0...1)).about(
      "How likely it ends in each way: ok, hang, an error class, a result or a failure. They add up to 1.",
      examples: [["ok": 0.9, "network": 0.05, "hang": 0.05]]),
    "ignoresCancellation": bool.about("Whether it goes on when it is cancelled.", default: false),
  ]).and(atMostOne(of: ["result", "value", "response", "error", "hang", "odds"]))

  private static func atMostOne(of keys: [String]) -> Schema {
    anyOf([.not(anyOf(keys.map { has($0) })), Schema(["oneOf": .array(keys.map { has($0).value })])])
  }

  /// A fixed time or a distribution.
  static let timeTaken = anyOf([
    duration("Always the same time.", example: "400ms"),
    object([
      "median": duration("Half of all are faster.", example: "400ms"),
      "p99": duration("One in a hundred is slower.", example: "4s"),
      "uniform": list(of: duration("A time.", example: "1s"), atLeast: 2).and(Schema(["maxItems": 2])).about(
        "The shortest and the longest time, all between as likely.", examples: [["1s", "2s"]]),
      "samples": list(of: duration("A time.", example: "1s"), atLeast: 1).about(
        "One of these, each as likely.", examples: [["300ms", "400ms", "2s"]]),
    ]).and(
      hasOne(of: "median", "uniform", "samples"),
      when(.has("median"), .has("p99"), otherwise: .lacks("p99"))),
  ])
}
