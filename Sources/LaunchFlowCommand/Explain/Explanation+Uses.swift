import LaunchFlowModel

extension Explanation {
  static let landingWithoutFallback = Explanation(
    .landingWithoutFallback, "A page that one failed call takes away",
    what:
      "A landing rule asks for a step that has no fallback to be available, no rule speaks of its failing, and the last rule names another page.",
    why: "One call that fails, or takes too long, and the whole launch falls through to the last page.",
    mend:
      "Give the step a fallback, so that what was known yesterday still leads to the page; or write a rule for { \"step\": \"unavailable\" }, which shows that the case is meant.",
    wrong: flow(
      landings: """
        { "page": "home", "when": { "ask": "available" } },
        { "page": "sorry" }
        """, pages: #""home", "sorry""#),
    mending: [#""timeout": "2s" }"#: #""timeout": "2s", "fallback": [{ "value": "unknown" }] }"#])

  static let unusedInput = Explanation(
    .unusedInput, "An input that nothing uses",
    what: "No condition asks for the input, and no reference leads to it.",
    why: "The app must find out and tell what then makes no difference.",
    mend: "Ask for it in a \"when\", refer to it, or take it out.",
    wrong: flow(more: #""inputs": { "signed-in": { "type": "boolean" } },"#),
    mending: [#""ask": { "http""#: #""ask": { "when": { "signed-in": true }, "http""#])

  static let unusedPage = Explanation(
    .unusedPage, "A page that no rule lands on",
    what: "The page stands under \"pages\" and in no landing rule.",
    why: "Whoever reads the list takes it for a possible end of the launch.",
    mend: "Add the rule that is missing, or take the page out.",
    wrong: flow(pages: #""home", "login""#),
    mending: [#", "login""#: ""])

  static let unusedCache = Explanation(
    .unusedCache, "A cache that nothing reads or fills",
    what: "No step, fallback or \"store\" names the cache.",
    why: "It was forgotten, or its use was.",
    mend: "Name it in a \"store\" and in a \"fallback\", or take it out.",
    wrong: flow(more: #""caches": { "answer": {} },"#),
    mending: [
      #""timeout": "2s" }"#: #""timeout": "2s", "store": "answer", "fallback": [{ "cache": "answer" }] }"#
    ])

  static let cacheNeverStored = Explanation(
    .cacheNeverStored, "A cache that is read but never filled",
    what: "A step or fallback reads the cache, and no step stores to it.",
    why:
      "Unless another flow or the app itself fills it, it is always empty, and the fallback that reads it never helps.",
    mend:
      "Add \"store\" to the step whose live value belongs there. If something else fills it, say what: \"ignore\": { \"LF027\": \"…\" }.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "fallback": [{ "cache": "answer" }] }"#,
      more: #""caches": { "answer": {} },"#),
    mending: [#""timeout": "2s""#: #""timeout": "2s", "store": "answer""#])

  static let cacheNeverRead = Explanation(
    .cacheNeverRead, "A cache that is filled but never read",
    what: "A step stores to the cache, and nothing in the flow reads it.",
    why: "The value is written to disk at each launch, and yet the launch does not fall back on it.",
    mend:
      "Add it to the step's \"fallback\". If another flow or the app reads it, say so: \"ignore\": { \"LF028\": \"…\" }.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "store": "answer" }"#,
      more: #""caches": { "answer": {} },"#),
    mending: [#""store": "answer""#: #""store": "answer", "fallback": [{ "cache": "answer" }]"#])

  static let unusedService = Explanation(
    .unusedService, "A service that no step calls",
    what: "No request names the service, and no other service is like it.",
    why: "Its address is kept up to date for nothing.",
    mend: "Name it in a step's \"http\", or take it out.",
    wrong: flow(more: #""services": { "api": { "baseURL": "https://example.com" } },"#),
    mending: [#"{ "url": "https://example.com/ask" }"#: #"{ "service": "api", "path": "/ask" }"#])

  static let unusedLane = Explanation(
    .unusedLane, "A lane that no step is on",
    what: "The lane is declared with its capacity, and no step names it.",
    why: "Steps that were meant to take turns do not.",
    mend: "Add \"lane\" to the steps that share it, or take it out.",
    wrong: flow(more: #""lanes": { "downloads": 2 },"#),
    mending: [#""ask": { "http""#: #""ask": { "lane": "downloads", "http""#])

  static let unusedOutcome = Explanation(
    .unusedOutcome, "A result or failure that nothing asks for",
    what:
      "A step names a result that no condition and no \"poll\" asks for, or a failure that, besides, keeps no retry or fallback from hiding it.",
    why: "The case was thought of, and then nothing is done about it.",
    mend:
      "Ask for it in a \"when\", or take it out. If the app reads the name, say so: \"ignore\": { \"LF031\": \"…\" }.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "https://example.com/ask" }, "timeout": "2s",
        "results": { "blocked": { "at": "/blocked", "equals": true } }
      }
      """#,
      landings: """
        { "page": "login", "when": { "ask": "failed" } },
        { "page": "home", "after": ["ask"] }
        """, pages: #""home", "login""#),
    mending: [#""failed""#: #"["failed", "blocked"]"#])

  static let unusedValue = Explanation(
    .unusedValue, "A constant that nothing uses",
    what: "No step refers to the constant, waits for it or asks for it.",
    why: "It does nothing, and settles at once.",
    mend: "Refer to it where it is needed, or take it out.",
    wrong: flow(#""version": { "value": 3 },"# + "\n" + ask),
    mending: [
      #""ask": { "http": { "url": "https://example.com/ask""#:
        #""ask": { "needs": ["version"], "http": { "url": "https://example.com/ask/${version}""#
    ])

  static let cacheWithoutScope = Explanation(
    .cacheWithoutScope, "A user's cache that no scope clears",
    what:
      "A cache without a \"scope\" has a name that tells of somebody, or is filled by a step that needs one whose own cache has a scope.",
    why:
      "Scopes are cleared as a whole, at a logout for instance. Without one, the next user of the phone is shown what belonged to the last.",
    mend: "Add \"scope\": \"user\", and clear that scope when the user logs out.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "store": "profile", "fallback": [{ "cache": "profile" }] }"#,
      more: #""caches": { "profile": {} },"#),
    mending: [#""profile": {}"#: #""profile": { "scope": "user" }"#])

  static let secretLiteral = Explanation(
    .secretLiteral, "What looks like a secret stands in the file",
    what:
      "A header, parameter, body or constant holds what looks like a token, key or password, by the name that it stands under or by its shape.",
    why:
      "The file ships inside the app, and whoever has the app can read it. It also stays in the history of your repository.",
    mend:
      "Let the app tell it, by an input or by an action. If it is out already, have it replaced; if it is none, say so: \"ignore\": { \"LF034\": \"…\" }.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask", "headers": { "X-Api-Key": "8f3a-77c1-40d2" } }, "timeout": "2s" }"#
    ),
    mending: [
      "8f3a-77c1-40d2": "${api-key}",
      #""steps": {"#: #""inputs": { "api-key": { "type": "string" } },"# + "\n  \"steps\": {",
    ])

  static let plainHTTP = Explanation(
    .plainHTTP, "Plain http beyond loopback",
    what:
      "An address of the release environment, or of no environment in particular, begins with \"http://\" and is not this machine's own.",
    why: "Anybody on the way can read and change what goes over it. A release build refuses such a request.",
    mend: "Write \"https://\". Other environments than the first, and loopback, may have plain http.",
    wrong: flow(ask.replacing("https", with: "http")),
    mending: ["http:": "https:"])

  static let unusedSilence = Explanation(
    .unusedSilence, "An \"ignore\" that silences nothing",
    what: "An \"ignore\" names a warning that is not found there, nor in anything that stands in it.",
    why: "What was silenced has been mended, or stands elsewhere; left behind, it would hide the next one.",
    mend: "Take it out, or move it to where the warning stands.",
    wrong: flow(more: #""ignore": { "LF025": "The other page is for next week." },"#),
    mending: [#"  "ignore": { "LF025": "The other page is for next week." },"# + "\n": ""])
}
