import LaunchFlowModel

extension Explanation {
  static let landsAtOnce = Explanation(
    .landsAtOnce, "Every run lands at 0 s",
    what: "No landing rule waits for anything, so each run lands at its start.",
    why: "The steps that ask somebody are cancelled before they can answer.",
    mend:
      "Let a rule wait: \"after\": [\"step\"], or a \"when\" that asks for it. A step that is to go on behind the landing takes \"afterLanding\": \"continue\".",
    wrong: flow(landings: #"{ "page": "home" }"#),
    mending: [#"{ "page": "home" }"#: #"{ "page": "home", "after": ["ask"] }"#])

  static let deadlineBinds = Explanation(
    .deadlineBinds, "What the landing waits for may take longer than the deadline",
    what:
      "Added up along the longest way to the landing, time-outs, retries and fallbacks come to more than the flow's deadline. The message shows the sum.",
    why:
      "On a bad day the deadline cuts the way short: what is open by then takes a cached or constant fallback, or is timed-out. What stands behind it never gets its time.",
    mend: "Shorten the time-outs on the way, or give fallbacks early with \"useFallbackAfter\".",
    wrong: flow(
      """
      "find": { "http": { "url": "https://example.com/find" }, "timeout": "6s" },
      "ask": { "needs": ["find"], "http": { "url": "https://example.com/ask/${find/id}" }, "timeout": "6s" }
      """),
    mending: [#""6s""#: #""5s""#])

  static let deadLanding = Explanation(
    .deadLanding, "A landing rule by which no run lands",
    what: "Of all the runs that there can be, none lands by this rule.",
    why:
      "A rule before it takes its runs, or its \"when\" never holds; the case that it was written for is not seen to.",
    mend:
      "Put it before the rule that takes its runs, or take it out. The last rule may stay unused, as the net below all others.",
    wrong: flow(
      landings: """
        { "page": "home", "after": ["ask"] },
        { "page": "login", "when": { "ask": "failed" } },
        { "page": "login" }
        """, pages: #""home", "login""#),
    mending: [
      #"""
      { "page": "home", "after": ["ask"] },
          { "page": "login", "when": { "ask": "failed" } },
          { "page": "login" }
      """#: #"""
      { "page": "login", "when": { "ask": "failed" } },
          { "page": "home", "after": ["ask"] }
      """#
    ])

  static let deadPart = Explanation(
    .deadPart, "A step, result, fallback or try that no run comes to",
    what:
      "Of all the runs that there can be, none starts the step, has the result, uses the fallback or makes the try.",
    why: "It looks as if the launch could do something that it cannot.",
    mend: "Look at what comes before it: conditions, deadlines and fallbacks that always help.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s", "deadline": "3s",
        "retry": { "attempts": 3, "delay": "2s", "jitter": "none" }
      }
      """#),
    mending: [#""attempts": 3"#: #""attempts": 2"#])
}
