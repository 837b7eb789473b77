import LaunchFlowModel

extension Explanation {
  static let syntax = Explanation(
    .syntax, "The text is not JSON",
    what: "The file cannot be read as JSON (RFC 8259), or it is longer than 16 MiB or nested too deep.",
    why:
      "Nothing else can be told about a file before its text is JSON. There are no comments and no commas at the end of a list.",
    mend:
      "Look at the place that is marked, and at the one before it: what is missing is often missing there. Keys that start with \"x-\" are yours, for remarks.",
    wrong: flow(pages: #""home","#),
    mending: [#"["home",]"#: #"["home"]"#])

  static let unknownKey = Explanation(
    .unknownKey, "A key that the format does not know",
    what: "A key stands in an object of the format's own that does not know it.",
    why: "A misspelt key would otherwise be passed over in silence, and what it says with it.",
    mend: "Take the suggestion, or see what may stand there. A remark of your own starts with \"x-\".",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" }, "timout": "2s" }"#),
    mending: ["timout": "timeout"])

  static let duplicateName = Explanation(
    .duplicateName, "A name that is given twice",
    what:
      "A name is declared twice, or a key stands twice in one object. Steps and inputs share one namespace, whatever groups they stand in.",
    why: "A name stands for one thing, or nobody can say which one a condition means.",
    mend: "Rename one of the two, or take it out.",
    wrong: flow(ask + ",\n" + ask.replacing("/ask\"", with: "/ask-again\"")),
    mending: [
      ask.replacing("/ask\"", with: "/ask-again\""):
        ask.replacing("/ask\"", with: "/ask-again\"").replacing("\"ask\"", with: "\"ask-again\""),
      #"["ask"]"#: #"["ask", "ask-again"]"#,
    ])

  static let unknownName = Explanation(
    .unknownName, "A name that is not declared",
    what:
      "A step, input, result, failure, page, cache, service, lane or environment is named that the file does not declare.",
    why: "What is waited for, asked for or stored to must exist, or the launch would wait for nothing.",
    mend: "Take the suggestion, or declare the name.",
    wrong: flow(landings: #"{ "page": "home", "after": ["aks"] }"#),
    mending: ["aks": "ask"])

  static let cycle = Explanation(
    .cycle, "Steps that wait for each other",
    what:
      "Following \"needs\", \"after\" and \"when\", a step comes to wait for itself. A member waits for its group's start, and a group ends when its members have. Services that are \"like\" each other are reported, too.",
    why: "None of these steps could ever start.",
    mend: "The message shows the whole circle: take one of its edges out.",
    wrong: flow(
      """
      "ask": { "after": ["log-in"], "http": { "url": "https://example.com/ask" }, "timeout": "2s" },
      "log-in": { "after": ["ask"], "action": "log-in", "timeout": "2s" }
      """),
    mending: [#""after": ["ask"], "action""#: #""action""#])

  static let badDuration = Explanation(
    .badDuration, "A duration that cannot be read",
    what: "A duration is a string of whole numbers with their units: \"250ms\", \"10s\", \"1m30s\", \"7d\".",
    why:
      "A bare number does not say whether it is seconds or milliseconds, and one taken for the other is a launch of hours.",
    mend: "Write the unit: d, h, m, s, ms, us or ns, larger ones first.",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" }, "timeout": 2 }"#),
    mending: [#""timeout": 2"#: #""timeout": "2s""#])

  static let noUnconditionalLanding = Explanation(
    .noUnconditionalLanding, "No landing rule that always holds",
    what: "The last landing rule has a \"when\", or there is no rule at all.",
    why: "In a run in which no rule holds there would be no page to land on.",
    mend: "Let the last rule name the page for all other cases, without a \"when\".",
    wrong: flow(landings: #"{ "page": "home", "when": { "ask": "available" } }"#),
    mending: [
      #"[{ "page": "home", "when": { "ask": "available" } }]"#: #"[{ "page": "home", "after": ["ask"] }]"#
    ])

  static let noTimeout = Explanation(
    .noTimeout, "A step without a time-out",
    what:
      "An \"http\" or \"action\" step, or such a fallback, has no \"timeout\", and neither have the flow's \"defaults\".",
    why: "What it asks might never answer; a time-out is the only thing that then ends the attempt.",
    mend: "Give it a \"timeout\", or one for all steps under \"defaults\".",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" } }"#),
    mending: [#"/ask" } }"#: #"/ask" }, "timeout": "2s" }"#])

  static let referenceWithoutNeed = Explanation(
    .referenceWithoutNeed, "A reference to a step that is not needed",
    what:
      "A \"${…}\" refers to the value of a step that is not among this step's \"needs\", nor needed by those.",
    why: "Without the need the step may start when there is no value yet, or never will be.",
    mend: "Add the step to \"needs\". Then this step is skipped where that one has no value.",
    wrong: flow(
      ask + ",\n"
        + #""log-in": { "http": { "url": "https://example.com/log-in/${ask/id}" }, "timeout": "2s" }"#,
      landings: #"{ "page": "home", "after": ["log-in"] }"#),
    mending: [#""log-in": { "http""#: #""log-in": { "needs": ["ask"], "http""#])

  static let dependsOnTail = Explanation(
    .dependsOnTail, "Something waits for the tail",
    what: "A landing rule, or a group, waits for a step that itself waits for the landing.",
    why: "The tail comes after the landing, so the landing would wait for itself.",
    mend: "Take the step out of the rule, or let it not wait for the landing.",
    wrong: flow(
      #""report": { "after": ["landing"], "action": "report", "timeout": "2s" }"#,
      landings: #"{ "page": "home", "after": ["report"] }"#),
    mending: [#", "after": ["report"]"#: ""])

  static let badValue = Explanation(
    .badValue, "A value of the wrong type or out of range",
    what:
      "A value is not of the type that its key takes, or outside of what makes sense: no attempts, a status of 700, a header with a line break.",
    why: "What cannot be meant is told here rather than in the field.",
    mend: "The message says what the key takes.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "retry": { "attempts": 0 } }"#
    ),
    mending: [#""attempts": 0"#: #""attempts": 3"#])

  static let missingKey = Explanation(
    .missingKey, "A key that must be there is not",
    what:
      "An object lacks a key without which it says nothing: a step without work, a request without an address, a scenario without an input that has no default.",
    why: "There is no sound guess at what it should say.",
    mend: "Add the key that the message names.",
    wrong: flow(
      #""ask": { "http": { "service": "api" }, "timeout": "2s" }"#,
      more: #""services": { "api": { "baseURL": "https://example.com" } },"#),
    mending: [#""service": "api" }"#: #""service": "api", "path": "/ask" }"#])

  static let badName = Explanation(
    .badName, "A name that is not in kebab-case, or is taken",
    what:
      "A name has capitals, underscores or spaces, or is one of the format's own words, such as \"failed\" or \"landing\".",
    why:
      "Names stand in conditions beside the format's words and must not be mistaken for them; one way of writing them keeps files alike.",
    mend: "Write lower-case letters and digits with single hyphens between.",
    wrong: flow(
      ask.replacing("\"ask\"", with: "\"askServer\""),
      landings: #"{ "page": "home", "after": ["askServer"] }"#),
    mending: ["askServer": "ask-server"])

  static let unsupportedFormat = Explanation(
    .unsupportedFormat, "A format that is newer than this build",
    what: "The file's \"format\" is higher than what this build of launchflow knows.",
    why: "A newer format may mean something else by the same keys, so the file is not read at all.",
    mend: "Use a newer launchflow, or write the file in the older format.",
    wrong: flow(more: #""format": 2,"#),
    mending: [#""format": 2"#: #""format": 1"#])

  static let misplacedKey = Explanation(
    .misplacedKey, "A key that cannot stand here",
    what: "Two keys exclude each other, or a key stands with a kind of step that it means nothing to.",
    why: "A key without effect looks as if it had one.",
    mend:
      "Take it out, or put it where it belongs: time-outs and retries are for steps that ask somebody, \"failFast\" is for groups.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "failFast": true }"#),
    mending: [#", "failFast": true"#: ""])

  static let beyondRound = Explanation(
    .beyondRound, "A member of a polled group, asked from outside",
    what:
      "Something outside a polled group waits for one of its members or asks for it, or the group's results ask about something outside.",
    why:
      "The members settle once in each round, and nobody outside can say which round is meant. Only the group's own result is final.",
    mend: "Give the group a result that asks about the member, and ask for that one.",
    wrong: flow(
      #"""
      "login": {
        "deadline": "9s", "poll": { "every": "1s", "until": ["confirmed"] },
        "results": { "confirmed": { "ask": "succeeded" } },
        "steps": {
          "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "1s" }
        }
      }
      """#),
    mending: [#""after": ["ask"]"#: #""after": ["login"]"#])

  static let unboundHost = Explanation(
    .unboundHost, "A host that comes from a reference and may be any",
    what:
      "A service's address comes from a reference, and no \"allowedHosts\" says which hosts it may have; or the host in a step's \"url\" comes from a reference.",
    why:
      "Whoever can answer in the first server's place, or write to the cache, could send the app's requests and tokens to a server of their own. The runtime refuses such a request in any case.",
    mend:
      "Add \"allowedHosts\" to the service: exact names, or \"*.example.com\" for its subdomains. Make a service of a \"url\" like that.",
    wrong: flow(
      """
      "find": { "http": { "url": "https://example.com/find" }, "timeout": "2s" },
      "ask": { "needs": ["find"], "http": { "service": "found", "path": "/ask" }, "timeout": "2s" }
      """, more: #""services": { "found": { "baseURL": "${find/address}" } },"#),
    mending: [#""${find/address}""#: #""${find/address}", "allowedHosts": ["*.example.com"]"#])
}
