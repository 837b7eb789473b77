import LaunchFlowModel

extension Explanation {
  static let syntax = Explanation(
    .syntax, "Invalid JSON text",
    what: "The file is not valid JSON (RFC 8259), is larger than 16 MiB, or is nested too deeply.",
    why:
      "Nothing else in the file can be checked before the text is JSON. JSON has no comments, and no comma after the last element of a list.",
    fix:
      "Look at the marked place and at the line before it: a missing character is often missing there. For a comment, use a key that starts with \"x-\".",
    wrong: flow(pages: #""home","#),
    fixing: [#"["home",]"#: #"["home"]"#])

  static let unknownKey = Explanation(
    .unknownKey, "Key unknown to the format",
    what: "An object contains a key that the format does not define there.",
    why: "A misspelt key would otherwise be ignored in silence, together with its value.",
    fix:
      "Accept the suggestion, or look the object up in the reference. A key of your own starts with \"x-\".",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" }, "timout": "2s" }"#),
    fixing: ["timout": "timeout"])

  static let duplicateName = Explanation(
    .duplicateName, "Duplicate name or key",
    what:
      "A name is declared twice, or an object contains the same key twice. Steps and inputs share one namespace across all groups.",
    why: "If two things have one name, a condition that uses the name is ambiguous.",
    fix: "Rename or remove one of the two.",
    wrong: flow(ask + ",\n" + ask.replacing("/ask\"", with: "/ask-again\"")),
    fixing: [
      ask.replacing("/ask\"", with: "/ask-again\""):
        ask.replacing("/ask\"", with: "/ask-again\"").replacing("\"ask\"", with: "\"ask-again\""),
      #"["ask"]"#: #"["ask", "ask-again"]"#,
    ])

  static let unknownName = Explanation(
    .unknownName, "Use of an undeclared name",
    what:
      "The file uses a step, input, result, failure, page, cache, service, lane or environment that it does not declare.",
    why: "A step that waits for an undeclared name would wait for nothing.",
    fix: "Accept the suggestion, or declare the name.",
    wrong: flow(landings: #"{ "page": "home", "after": ["aks"] }"#),
    fixing: ["aks": "ask"])

  static let cycle = Explanation(
    .cycle, "Cycle of waiting steps",
    what:
      "Through \"needs\", \"after\" and \"when\", a step waits for itself. A member waits for the start of its group, and a group ends after its members. Services that are \"like\" each other are reported too.",
    why: "None of these steps could ever start.",
    fix: "The message shows the whole cycle. Remove one of its dependencies.",
    wrong: flow(
      """
      "ask": { "after": ["log-in"], "http": { "url": "https://example.com/ask" }, "timeout": "2s" },
      "log-in": { "after": ["ask"], "action": "log-in", "timeout": "2s" }
      """),
    fixing: [#""after": ["ask"], "action""#: #""action""#])

  static let badDuration = Explanation(
    .badDuration, "Invalid duration value",
    what: "A duration is a string of whole numbers with units: \"250ms\", \"10s\", \"1m30s\", \"7d\".",
    why:
      "A bare number may mean seconds or milliseconds. Mistaking one for the other can make a launch last for hours.",
    fix: "Write the unit: d, h, m, s, ms, us or ns. Larger units come first.",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" }, "timeout": 2 }"#),
    fixing: [#""timeout": 2"#: #""timeout": "2s""#])

  static let noUnconditionalLanding = Explanation(
    .noUnconditionalLanding, "Missing unconditional landing rule",
    what: "The last landing rule has a \"when\", or there is no landing rule.",
    why: "A run in which no rule holds would have no page to land on.",
    fix: "End the list with a rule without \"when\". It names the page for all other cases.",
    wrong: flow(landings: #"{ "page": "home", "when": { "ask": "available" } }"#),
    fixing: [
      #"[{ "page": "home", "when": { "ask": "available" } }]"#: #"[{ "page": "home", "after": ["ask"] }]"#
    ])

  static let noTimeout = Explanation(
    .noTimeout, "Step without a time-out",
    what:
      "An \"http\" or \"action\" step or fallback has no \"timeout\", and the flow's \"defaults\" have none either.",
    why: "The server or the app's code may never answer. Then only a time-out ends the attempt.",
    fix: "Add \"timeout\" to the step, or to the \"defaults\" for all steps.",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" } }"#),
    fixing: [#"/ask" } }"#: #"/ask" }, "timeout": "2s" }"#])

  static let referenceWithoutNeed = Explanation(
    .referenceWithoutNeed, "Reference without a need",
    what:
      "A \"${…}\" refers to the value of a step that this step does not need, neither directly nor through other needs.",
    why: "Without the need, this step may start before the value exists, or when there never will be one.",
    fix: "Add the other step to \"needs\". This step is then skipped when the other has no value.",
    wrong: flow(
      ask + ",\n"
        + #""log-in": { "http": { "url": "https://example.com/log-in/${ask/id}" }, "timeout": "2s" }"#,
      landings: #"{ "page": "home", "after": ["log-in"] }"#),
    fixing: [#""log-in": { "http""#: #""log-in": { "needs": ["ask"], "http""#])

  static let dependsOnTail = Explanation(
    .dependsOnTail, "Dependency on the tail",
    what: "A landing rule, or a group, waits for a step that waits for the landing.",
    why: "The tail runs after the landing, so the landing would wait for itself.",
    fix: "Remove the step from the rule, or remove its wait for the landing.",
    wrong: flow(
      #""report": { "after": ["landing"], "action": "report", "timeout": "2s" }"#,
      landings: #"{ "page": "home", "after": ["report"] }"#),
    fixing: [#", "after": ["report"]"#: ""])

  static let badValue = Explanation(
    .badValue, "Wrong type or range",
    what:
      "A value has the wrong type for its key, or is out of range: no attempts, a status of 700, a header with a line break.",
    why: "The mistake is reported here, before it can reach users.",
    fix: "The message says what the key accepts.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "retry": { "attempts": 0 } }"#
    ),
    fixing: [#""attempts": 0"#: #""attempts": 3"#])

  static let missingKey = Explanation(
    .missingKey, "Missing required key",
    what:
      "An object lacks a required key: a step without work, a request without an address, a scenario without a value for an input that has no default.",
    why: "No default would be safe here.",
    fix: "Add the key that the message names.",
    wrong: flow(
      #""ask": { "http": { "service": "api" }, "timeout": "2s" }"#,
      more: #""services": { "api": { "baseURL": "https://example.com" } },"#),
    fixing: [#""service": "api" }"#: #""service": "api", "path": "/ask" }"#])

  static let badName = Explanation(
    .badName, "Invalid or reserved name",
    what:
      "A name contains capitals, underscores or spaces, or it is a reserved word such as \"failed\" or \"landing\".",
    why:
      "Conditions contain names beside reserved words, so the two must differ. One spelling for all names keeps files alike.",
    fix: "Use lower-case letters and digits, separated by single hyphens.",
    wrong: flow(
      ask.replacing("\"ask\"", with: "\"askServer\""),
      landings: #"{ "page": "home", "after": ["askServer"] }"#),
    fixing: ["askServer": "ask-server"])

  static let unsupportedFormat = Explanation(
    .unsupportedFormat, "Unsupported format version",
    what: "The file's \"format\" is newer than this build of launchflow.",
    why: "The same keys may have another meaning in a newer format, so the file is not read at all.",
    fix: "Use a newer launchflow, or write the file in the older format.",
    wrong: flow(more: #""format": 2,"#),
    fixing: [#""format": 2"#: #""format": 1"#])

  static let misplacedKey = Explanation(
    .misplacedKey, "Misplaced or conflicting key",
    what: "Two keys exclude each other, or a key has no meaning for this kind of step.",
    why: "A key without effect misleads its reader.",
    fix:
      "Remove the key, or move it to its proper place. Time-outs and retries belong to \"http\" and \"action\" steps, \"failFast\" belongs to groups.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "failFast": true }"#),
    fixing: [#", "failFast": true"#: ""])

  static let beyondRound = Explanation(
    .beyondRound, "Polled member used from outside",
    what:
      "Something outside a polled group waits for one of its members or asks for its status, or the group's results ask about a step outside the group.",
    why:
      "The members settle once in every round, so their status is ambiguous outside the group. Only the group's own result is final.",
    fix: "Give the group a result that asks about the member, and use that result.",
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
    fixing: [#""after": ["ask"]"#: #""after": ["login"]"#])

  static let unboundHost = Explanation(
    .unboundHost, "Unrestricted host from a reference",
    what:
      "A service takes its address from a reference and has no \"allowedHosts\", or a step's \"url\" takes its host from a reference.",
    why:
      "Whoever controls the first server's answer, or the cache, could send the app's requests and tokens to another server. The runtime refuses such requests in any case.",
    fix:
      "Add \"allowedHosts\" to the service: exact names, or \"*.example.com\" for subdomains. Turn such a \"url\" into a service.",
    wrong: flow(
      """
      "find": { "http": { "url": "https://example.com/find" }, "timeout": "2s" },
      "ask": { "needs": ["find"], "http": { "service": "found", "path": "/ask" }, "timeout": "2s" }
      """, more: #""services": { "found": { "baseURL": "${find/address}" } },"#),
    fixing: [#""${find/address}""#: #""${find/address}", "allowedHosts": ["*.example.com"]"#])
}
