import LaunchFlowModel

extension Explanation {
  static let idleRetry = Explanation(
    .idleRetry, "Retry that never happens",
    what:
      "A \"retry\" allows one attempt, names no error class, belongs to a POST or PATCH without \"on\", or waits longer than the step's deadline allows.",
    why: "The file suggests further attempts, and none is ever made.",
    fix:
      "Say how often and for which errors. A POST is retried only for the errors in \"on\", since the server may receive it twice.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask", "method": "POST" }, "timeout": "2s", "retry": { "attempts": 3 } }"#
    ),
    fixing: [#""attempts": 3"#: #""attempts": 3, "on": ["network"]"#])

  static let shadowedTime = Explanation(
    .shadowedTime, "Time longer than its deadline",
    what:
      "A time-out or deadline is longer than a deadline around it: the step's, the group's or the flow's.",
    why: "The time is never reached. A reader expects more time than the step has.",
    fix:
      "Reduce it to the deadline, or raise the deadline. The flow's deadline does not bind a step that continues after the landing.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "5s", "deadline": "3s" }"#),
    fixing: [#""timeout": "5s""#: #""timeout": "3s""#])

  static let idleFallbackTime = Explanation(
    .idleFallbackTime, "Fallback time without effect",
    what:
      "\"useFallbackAfter\" belongs to a step without a local fallback, or is not shorter than the step itself.",
    why:
      "After this time the step takes a local fallback (a cache or a constant) while the attempt continues. Without a local fallback, or too late, nothing happens.",
    fix: "Add a { \"cache\": … } or { \"value\": … } to the fallbacks, or shorten the time.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "5s", "useFallbackAfter": "2s" }"#),
    fixing: [
      #""useFallbackAfter": "2s""#: #""useFallbackAfter": "2s", "fallback": [{ "value": "unknown" }]"#
    ])

  static let likewiseFailingFallback = Explanation(
    .likewiseFailingFallback, "Fallback likely to fail too",
    what:
      "A fallback repeats the step's own request, reads the step's own cache, is listed twice, or calls the step's own server while no local fallback is left.",
    why: "The cause of the failure most likely persists, so the fallback only adds its own time-out.",
    fix:
      "Use \"retry\" to repeat a request. A fallback should call another server, read a cache or be a constant.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s",
        "fallback": [{ "http": { "url": "https://example.com/ask" }, "timeout": "2s" }]
      }
      """#),
    fixing: [
      #"[{ "http": { "url": "https://example.com/ask" }, "timeout": "2s" }]"#: #"[{ "value": "unknown" }]"#
    ])

  static let unreachableFallback = Explanation(
    .unreachableFallback, "Unreachable fallback after a constant",
    what: "A fallback follows a { \"value\": … }.",
    why: "A constant always succeeds, so the fallbacks after it are never tried.",
    fix: "Put the constant last.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s", "store": "answer",
        "fallback": [{ "value": "unknown" }, { "cache": "answer" }]
      }
      """#, more: #""caches": { "answer": {} },"#),
    fixing: [
      #"{ "value": "unknown" }, { "cache": "answer" }"#: #"{ "cache": "answer" }, { "value": "unknown" }"#
    ])

  static let impliedOrder = Explanation(
    .impliedOrder, "Redundant dependency between steps",
    what:
      "A step declares a wait that follows from others: from its needs, from its \"when\" or from its group.",
    why: "Every dependency makes a launch harder to read. A redundant one looks as if it mattered.",
    fix: "Remove it. A need that belongs to a reference is never reported.",
    wrong: flow(
      """
      "open": { "action": "open-store", "timeout": "1s" },
      "log-in": { "needs": ["open"], "action": "log-in", "timeout": "1s" },
      "ask": { "needs": ["log-in", "open"], "action": "ask", "timeout": "1s" }
      """),
    fixing: [#"["log-in", "open"]"#: #"["log-in"]"#])

  static let needlessOrder = Explanation(
    .needlessOrder, "Wait for an unused value",
    what: "Both steps only read. One waits for the other, but uses neither its value nor its status.",
    why:
      "The steps could run in parallel. In a row the launch takes the sum of both, and on a bad day the sum of both time-outs.",
    fix: "Remove the wait. If the order is intended, give the reason: \"ignore\": { \"LF023\": \"…\" }.",
    wrong: flow(
      """
      "city": { "http": { "url": "https://example.com/city" }, "timeout": "2s" },
      "ask": { "after": ["city"], "http": { "url": "https://example.com/ask" }, "timeout": "2s" }
      """),
    fixing: [#""after": ["city"], "#: "", #"["ask"]"#: #"["ask", "city"]"#])

  static let networkOnMain = Explanation(
    .networkOnMain, "Request on the main lane",
    what: "A step on the lane \"main\" calls a server.",
    why:
      "The lane \"main\" has room for one step, which keeps it until the step settles. No other step on it starts before the server answers.",
    fix:
      "Remove the lane, since a request does not need the main actor. If the step also shows something, make that a separate action.",
    wrong: flow(
      #""ask": { "lane": "main", "http": { "url": "https://example.com/ask" }, "timeout": "2s" }"#),
    fixing: [#""lane": "main", "#: ""])

  static let foreignReference = Explanation(
    .foreignReference, "Reference of another language",
    what:
      "A text contains the name of a step or an input in {{…}}, in $(…) or after $, as other template languages write it.",
    why: "Only ${…} is replaced. The server gets the signs and the name as text.",
    fix: "Write ${step/pointer} or ${input}.",
    wrong: flow(
      #"""
      "token": { "action": "read-token", "timeout": "1s" },
      "ask": { "needs": ["token"], "http": { "url": "https://example.com/ask?token={{token.id}}" }, "timeout": "2s" }
      """#),
    fixing: ["{{token.id}}": "${token/id}"])

  static let pastedReference = Explanation(
    .pastedReference, "Reference in JSON text",
    what: "A text contains JSON with a reference in it.",
    why:
      "The value is inserted as it is. A quotation mark or a backslash in it breaks the JSON, or changes its meaning.",
    fix: "Write the JSON as { \"json\": … }. It is sent as text, with all values escaped.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask", "method": "POST", "form": { "data": "{\"key\": \"${word}\"}" } }, "timeout": "2s" }"#,
      more: #""inputs": { "word": { "type": "string" } },"#),
    fixing: [#""{\"key\": \"${word}\"}""#: #"{ "json": { "key": "${word}" } }"#])

  static let zeroTimeout = Explanation(
    .zeroTimeout, "Time-out of no time",
    what: "The time-out of a step is 0s.",
    why: "Every attempt ends before an answer can come. 0s does not mean that the step may wait for ever.",
    fix: "Write a time. No step may wait without limit, since a launch always lands.",
    wrong: flow(
      #"""
      "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s" },
      "greet": { "action": "load-greeting", "timeout": "0s" }
      """#, landings: #"{ "page": "home", "after": ["ask", "greet"] }"#),
    fixing: [#""timeout": "0s""#: #""timeout": "1s""#])

  static let hiddenNotice = Explanation(
    .hiddenNotice, "Notice that is never shown",
    what: "A landing has a list of notices, and an earlier one is always shown.",
    why:
      "The first notice whose condition holds and whose text is not empty is shown, so the later ones never are.",
    fix: "Give the earlier notice a \"when\", put it last, or remove the later ones.",
    wrong: flow(
      landings:
        #"{ "page": "home", "after": ["ask"], "notice": ["Welcome.", { "when": { "ask": "failed" }, "text": "No connection." }] }"#
    ),
    fixing: [
      #"["Welcome.", { "when": { "ask": "failed" }, "text": "No connection." }]"#:
        #"[{ "when": { "ask": "failed" }, "text": "No connection." }, "Welcome."]"#
    ])

  static let impossibleWord = Explanation(
    .impossibleWord, "Condition that never holds",
    what:
      "A condition asks for a status that the step never has: \"recovered\" without a fallback, \"failed\" of a constant. Or a step needs another one, and its condition asks for the other's failure.",
    why: "The condition never holds, so its rule or step has no effect.",
    fix:
      "Ask for a status that can occur. To run after a failure, list the other step under \"after\" and not under \"needs\".",
    wrong: flow(
      landings: """
        { "page": "login", "when": { "ask": "recovered" } },
        { "page": "home", "after": ["ask"] }
        """, pages: #""home", "login""#),
    fixing: [#""recovered""#: #""failed""#])
}
