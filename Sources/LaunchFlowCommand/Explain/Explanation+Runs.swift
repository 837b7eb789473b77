import LaunchFlowModel

extension Explanation {
  static let landsAtOnce = Explanation(
    .landsAtOnce, "Landing without any wait",
    what: "No landing rule waits for a step, so every run lands at its start.",
    why: "The landing cancels all \"http\" and \"action\" steps before they can answer.",
    fix:
      "Make a rule wait, with \"after\": [\"step\"] or a \"when\". For a step that should continue after the landing, add \"afterLanding\": \"continue\".",
    wrong: flow(landings: #"{ "page": "home" }"#),
    fixing: [#"{ "page": "home" }"#: #"{ "page": "home", "after": ["ask"] }"#])

  static let deadlineBinds = Explanation(
    .deadlineBinds, "Deadline shorter than the work",
    what:
      "On the longest path to the landing, the sum of time-outs, retries and fallbacks exceeds the flow's deadline. The message shows the sum.",
    why:
      "On a bad day the deadline cuts this path short. The open steps take a cached or constant fallback, or are timed-out. The steps after them get no time.",
    fix: "Shorten the time-outs on the path, or use fallbacks early with \"useFallbackAfter\".",
    wrong: flow(
      """
      "find": { "http": { "url": "https://example.com/find" }, "timeout": "6s" },
      "ask": { "needs": ["find"], "http": { "url": "https://example.com/ask/${find/id}" }, "timeout": "6s" }
      """),
    fixing: [#""6s""#: #""5s""#])

  static let deadLanding = Explanation(
    .deadLanding, "Unreachable landing rule",
    what: "No possible run lands by this rule.",
    why:
      "An earlier rule always decides first, or the rule's \"when\" never holds. The case that the rule was written for is not handled.",
    fix:
      "Move it before the rule that decides first, or remove it. The last rule may stay unused, as a safety net.",
    wrong: flow(
      landings: """
        { "page": "home", "after": ["ask"] },
        { "page": "login", "when": { "ask": "failed" } },
        { "page": "login" }
        """, pages: #""home", "login""#),
    fixing: [
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
    .deadPart, "Unreachable part of a step",
    what:
      "No possible run starts the step, has the result, uses the fallback or makes the attempt. For a step that never starts, the message says why: its \"when\" never holds, a step that it needs is never available, or the run lands first. Other steps that do not start because of it are listed below it.",
    why: "The file promises behaviour that never happens.",
    fix: "Look at the conditions, deadlines and constant fallbacks that come before it.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s", "deadline": "3s",
        "retry": { "attempts": 3, "delay": "2s", "jitter": "none" }
      }
      """#),
    fixing: [#""attempts": 3"#: #""attempts": 2"#])

  static let unfinishedSearch = Explanation(
    .unfinishedSearch, "Parts not decided by exploration",
    what:
      "\"check\" explores 20,000 states of a flow with at most 64 steps. Where this is not enough, it plays some thousand runs. The notes name the parts that none of these runs reaches. A part may still be reached by another run.",
    why: "Unreachable rules and parts are not reported if the search for them is not finished.",
    fix:
      "Run \"launchflow verify\", which explores more. Or check the parts by hand, and write an \"ignore\" with the reason. If the message names a value that is too large, reduce it.",
    wrong: flow(#""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "5000d" }"#)
      .replacing(#""deadline": "10s""#, with: #""deadline": "5000d""#),
    fixing: ["5000d": "5s"])
}
