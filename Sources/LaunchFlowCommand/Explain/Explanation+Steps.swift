import LaunchFlowModel

extension Explanation {
  static let idleRetry = Explanation(
    .idleRetry, "A retry that can never start",
    what:
      "A \"retry\" allows a single attempt, names no class of error, stands on a POST or PATCH without \"on\", or waits longer than the step has.",
    why: "It looks as if the step were tried again, and it never is.",
    mend:
      "Say how often and for which errors: a POST is repeated only where \"on\" is written out, since its server may get it twice.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask", "method": "POST" }, "timeout": "2s", "retry": { "attempts": 3 } }"#
    ),
    mending: [#""attempts": 3"#: #""attempts": 3, "on": ["network"]"#])

  static let shadowedTime = Explanation(
    .shadowedTime, "A time that a shorter deadline forestalls",
    what:
      "A time-out or deadline is longer than a deadline around it: the step's own, its group's or the flow's.",
    why: "It is never reached, and whoever reads it expects more time than there is.",
    mend:
      "Bring it down to the deadline, or raise the deadline. A step that goes on after the landing is not bound by the flow's.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "5s", "deadline": "3s" }"#),
    mending: [#""timeout": "5s""#: #""timeout": "3s""#])

  static let idleFallbackTime = Explanation(
    .idleFallbackTime, "A fallback time that never acts",
    what:
      "\"useFallbackAfter\" stands on a step without a local fallback, or comes no sooner than the step's end.",
    why:
      "It tries local fallbacks alone, a cache or a constant, while the attempt goes on. Without one, or too late, it does nothing.",
    mend: "Give the step a { \"cache\": … } or { \"value\": … } to fall back on, or shorten the time.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "5s", "useFallbackAfter": "2s" }"#),
    mending: [
      #""useFallbackAfter": "2s""#: #""useFallbackAfter": "2s", "fallback": [{ "value": "unknown" }]"#
    ])

  static let likewiseFailingFallback = Explanation(
    .likewiseFailingFallback, "A fallback that rests on what has just failed",
    what:
      "A fallback asks the same question, reads the same cache or, where nothing local stands by, asks the same server as the step itself; or it stands there twice.",
    why: "What failed a moment ago will most likely fail again, and costs its time-out once more.",
    mend: "\"retry\" is for asking again. A fallback asks somebody else, reads a cache, or is a constant.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s",
        "fallback": [{ "http": { "url": "https://example.com/ask" }, "timeout": "2s" }]
      }
      """#),
    mending: [
      #"[{ "http": { "url": "https://example.com/ask" }, "timeout": "2s" }]"#: #"[{ "value": "unknown" }]"#
    ])

  static let unreachableFallback = Explanation(
    .unreachableFallback, "A fallback behind one that always helps",
    what: "A fallback stands behind a { \"value\": … }.",
    why: "A constant is always there, so what stands behind it is never tried.",
    mend: "Put the constant last.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s", "store": "answer",
        "fallback": [{ "value": "unknown" }, { "cache": "answer" }]
      }
      """#, more: #""caches": { "answer": {} },"#),
    mending: [
      #"{ "value": "unknown" }, { "cache": "answer" }"#: #"{ "cache": "answer" }, { "value": "unknown" }"#
    ])

  static let impliedOrder = Explanation(
    .impliedOrder, "An order that other edges imply",
    what:
      "A step waits for another one that it would wait for anyway: through what it needs, through its \"when\", or because its group does.",
    why:
      "The more edges there are, the harder a launch is to follow, and a needless one looks as if it mattered.",
    mend: "Take it out. Where a step refers to a value, naming the need is not reported.",
    wrong: flow(
      """
      "open": { "action": "open-store", "timeout": "1s" },
      "log-in": { "needs": ["open"], "action": "log-in", "timeout": "1s" },
      "ask": { "needs": ["log-in", "open"], "action": "ask", "timeout": "1s" }
      """),
    mending: [#"["log-in", "open"]"#: #"["log-in"]"#])

  static let needlessOrder = Explanation(
    .needlessOrder, "A wait for something of which nothing is used",
    what:
      "Of two steps that only read, one waits for the other, and uses neither its value nor what it came to.",
    why:
      "They could run side by side. One after another, the launch takes the sum of both, and on a bad day the sum of both time-outs.",
    mend: "Take the wait out. If the order is meant, say why: \"ignore\": { \"LF023\": \"…\" }.",
    wrong: flow(
      """
      "city": { "http": { "url": "https://example.com/city" }, "timeout": "2s" },
      "ask": { "after": ["city"], "http": { "url": "https://example.com/ask" }, "timeout": "2s" }
      """),
    mending: [#""after": ["city"], "#: "", #"["ask"]"#: #"["ask", "city"]"#])

  static let networkOnMain = Explanation(
    .networkOnMain, "A call on the lane \"main\"",
    what: "A step on the lane \"main\" asks a server.",
    why:
      "\"main\" has room for one step, which holds it until it has settled. For as long as the server takes, no other step gets on.",
    mend: "Take the lane out: a request needs no main actor. What shows something is an action of its own.",
    wrong: flow(
      #""ask": { "lane": "main", "http": { "url": "https://example.com/ask" }, "timeout": "2s" }"#),
    mending: [#""lane": "main", "#: ""])

  static let impossibleWord = Explanation(
    .impossibleWord, "A condition on what can never come about",
    what:
      "A condition asks for a status that the step never settles with: \"recovered\" without a fallback, \"failed\" of a constant; or a step needs another one and asks for the case in which that is missing.",
    why: "The condition never holds for it, so what should happen then never does.",
    mend:
      "Ask for what can be. A step that is to run when another one fails comes \"after\" it, and does not need it.",
    wrong: flow(
      landings: """
        { "page": "login", "when": { "ask": "recovered" } },
        { "page": "home", "after": ["ask"] }
        """, pages: #""home", "login""#),
    mending: [#""recovered""#: #""failed""#])
}
