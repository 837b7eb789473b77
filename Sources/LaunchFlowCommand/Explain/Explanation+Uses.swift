import LaunchFlowModel

extension Explanation {
  static let landingWithoutFallback = Explanation(
    .landingWithoutFallback, "Page lost to one failure",
    what:
      "A landing rule requires an available step. The step has no fallback, no rule handles its failure, and the last rule names another page.",
    why: "If this one call fails or is late, the launch ends on the last page.",
    fix:
      "Give the step a fallback, so that yesterday's value still leads to the page. If the last page is intended, add a rule for { \"step\": \"unavailable\" }, or declare the page with \"kind\": \"error\".",
    wrong: flow(
      landings: """
        { "page": "home", "when": { "ask": "available" } },
        { "page": "sorry" }
        """, pages: #""home", "sorry""#),
    fixing: [#""timeout": "2s" }"#: #""timeout": "2s", "fallback": [{ "value": "unknown" }] }"#])

  static let unusedInput = Explanation(
    .unusedInput, "Unused flow input",
    what: "No condition and no reference uses the input.",
    why: "The app has to provide a value that makes no difference.",
    fix: "Use it in a \"when\" or a reference, or remove it.",
    wrong: flow(more: #""inputs": { "signed-in": { "type": "boolean" } },"#),
    fixing: [#""ask": { "http""#: #""ask": { "when": { "signed-in": true }, "http""#])

  static let unusedPage = Explanation(
    .unusedPage, "Page without a landing rule",
    what: "The page is listed under \"pages\", but no landing rule names it.",
    why: "A reader of the list takes it for a possible end of the launch.",
    fix: "Add the missing rule, or remove the page.",
    wrong: flow(pages: #""home", "login""#),
    fixing: [#", "login""#: ""])

  static let unusedCache = Explanation(
    .unusedCache, "Cache without any use",
    what: "No step, fallback or \"store\" names the cache.",
    why: "The cache or its use was forgotten.",
    fix: "Name it in a \"store\" and in a \"fallback\", or remove it.",
    wrong: flow(more: #""caches": { "answer": {} },"#),
    fixing: [
      #""timeout": "2s" }"#: #""timeout": "2s", "store": "answer", "fallback": [{ "cache": "answer" }] }"#
    ])

  static let cacheNeverStored = Explanation(
    .cacheNeverStored, "Cache read but never filled",
    what: "A step or fallback reads the cache, and no step stores to it.",
    why: "The cache is always empty unless another flow or the app fills it. Its fallback never helps.",
    fix:
      "Add \"store\" to the step whose live value belongs there. If the app or another flow fills the cache, say so: \"ignore\": { \"LF027\": \"…\" }.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "fallback": [{ "cache": "answer" }] }"#,
      more: #""caches": { "answer": {} },"#),
    fixing: [#""timeout": "2s""#: #""timeout": "2s", "store": "answer""#])

  static let cacheNeverRead = Explanation(
    .cacheNeverRead, "Cache filled but never read",
    what: "A step stores to the cache, and nothing in the flow reads it.",
    why: "Every launch writes the value to disk, but never falls back on it.",
    fix:
      "Add the cache to the step's \"fallback\". If the app or another flow reads it, say so: \"ignore\": { \"LF028\": \"…\" }.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "store": "answer" }"#,
      more: #""caches": { "answer": {} },"#),
    fixing: [#""store": "answer""#: #""store": "answer", "fallback": [{ "cache": "answer" }]"#])

  static let unusedService = Explanation(
    .unusedService, "Service without any caller",
    what: "No request names the service, and no other service is like it.",
    why: "Somebody keeps its address up to date for nothing.",
    fix: "Name it in a step's \"http\", or remove it.",
    wrong: flow(more: #""services": { "api": { "baseURL": "https://example.com" } },"#),
    fixing: [#"{ "url": "https://example.com/ask" }"#: #"{ "service": "api", "path": "/ask" }"#])

  static let unusedLane = Explanation(
    .unusedLane, "Lane without two steps",
    what: "The lane is declared, and no step or only one step is on it.",
    why:
      "Steps that should take turns on it run at the same time. A step that is alone on a lane never waits.",
    fix: "Add \"lane\" to the steps that share it, or remove the lane.",
    wrong: flow(more: #""lanes": { "downloads": 2 },"#),
    fixing: [
      #""ask": { "http""#: #"""
      "hints": { "lane": "downloads", "action": "load-hints", "timeout": "1s" },
          "ask": { "lane": "downloads", "http"
      """#
    ])

  static let unusedSignal = Explanation(
    .unusedSignal, "Signal that nobody awaits",
    what: "The signal is declared, and no step awaits it.",
    why: "The app gives it for nothing, or the step that should wait does not.",
    fix:
      "Add a step with \"await\", and name that step in the \"after\" of the work behind it, or remove the signal.",
    wrong: flow(more: #""signals": ["first-frame"],"#),
    fixing: [
      #""steps": {"#:
        #""steps": { "first-frame-drawn": { "after": ["landing"], "await": "first-frame", "timeout": "5s" },"#
    ])

  static let unusedOutcome = Explanation(
    .unusedOutcome, "Unused result or failure",
    what:
      "No condition and no \"poll\" uses a result that a step declares. For a failure, the step also has neither a retry nor a fallback that the failure would stop.",
    why: "The author thought of the case, but the flow does not handle it.",
    fix:
      "Use it in a \"when\", or remove it. If the app reads the name, say so: \"ignore\": { \"LF031\": \"…\" }.",
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
    fixing: [#""failed""#: #"["failed", "blocked"]"#])

  static let unusedValue = Explanation(
    .unusedValue, "Constant without any use",
    what: "No step refers to the constant, waits for it or asks for its status.",
    why: "The step settles at once and has no effect.",
    fix: "Refer to it where it is needed, or remove it.",
    wrong: flow(#""version": { "value": 3 },"# + "\n" + ask),
    fixing: [
      #""ask": { "http": { "url": "https://example.com/ask""#:
        #""ask": { "needs": ["version"], "http": { "url": "https://example.com/ask/${version}""#
    ])

  static let cacheWithoutScope = Explanation(
    .cacheWithoutScope, "User cache without a scope",
    what:
      "A cache without \"scope\" has a name that suggests personal data, or its step needs another step whose cache has a scope.",
    why:
      "A scope is cleared as a whole, for instance at logout. Without a scope, the next user of the phone sees the data of the last one.",
    fix: "Add \"scope\": \"user\", and clear that scope when the user logs out.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s", "store": "profile", "fallback": [{ "cache": "profile" }] }"#,
      more: #""caches": { "profile": {} },"#),
    fixing: [#""profile": {}"#: #""profile": { "scope": "user" }"#])

  static let secretLiteral = Explanation(
    .secretLiteral, "Possible secret in the file",
    what:
      "A header, parameter, body or constant looks like a token, key or password, by its name or by its shape.",
    why:
      "The file ships inside the app, so every user of the app can read it. It also stays in the history of your repository.",
    fix:
      "Provide the value through an input or an action. Replace a secret that has already been published. If the value is not secret, say so: \"ignore\": { \"LF034\": \"…\" }.",
    wrong: flow(
      #""ask": { "http": { "url": "https://example.com/ask", "headers": { "X-Api-Key": "8f3a-77c1-40d2" } }, "timeout": "2s" }"#
    ),
    fixing: [
      "8f3a-77c1-40d2": "${api-key}",
      #""steps": {"#: #""inputs": { "api-key": { "type": "string" } },"# + "\n  \"steps\": {",
    ])

  static let plainHTTP = Explanation(
    .plainHTTP, "Plain HTTP beyond loopback",
    what:
      "An address of the release environment, or of a flow without environments, starts with \"http://\" and does not lead to this machine.",
    why: "Others on the network can read and change such a request. A release build refuses it.",
    fix: "Write \"https://\". Plain HTTP is allowed for loopback and for every environment but the first.",
    wrong: flow(
      #"""
      "ask": {
        "http": { "url": "http://example.com/ask" }, "timeout": "2s",
        "fallback": [{ "http": { "url": "https://mirror.example.com/ask" }, "timeout": "2s" }]
      }
      """#),
    fixing: ["http:": "https:"])

  static let unusedSilence = Explanation(
    .unusedSilence, "Unused \"ignore\" entry",
    what: "An \"ignore\" names a warning that is found neither there nor inside that object.",
    why: "The cause was fixed or moved. The entry left behind would hide the next warning of this kind.",
    fix: "Remove it, or move it to the warning.",
    wrong: flow(more: #""ignore": { "LF025": "The other page is for next week." },"#),
    fixing: [#"  "ignore": { "LF025": "The other page is for next week." },"# + "\n": ""])
}
