/// Flows whose texts several suites read.
package enum DeclaredFlow {
  /// A flow with every key.
  package static let everyKey = #"""
    {
      "$schema": "s", "format": 1, "flow": "all", "summary": "All.", "deadline": "10s", "x-note": 1,
      "defaults": { "timeout": "4s" },
      "inputs": { "mode": { "type": "string", "values": ["a", "b"], "default": "a", "summary": "M." } },
      "pages": ["home"], "lanes": { "uploads": 2 }, "caches": { "c": {} },
      "services": { "s": { "baseURL": "https://s.example.com", "headers": { "x-a": "${mode}", "b": 1 },
        "query": { "q": true }, "failures": { "gone": { "status": [404, 410], "allowFallback": true } },
        "envelope": { "success": { "at": "/ok", "exists": true }, "data": "", "message": "/m" },
        "domain": "trade", "allowedHosts": ["s.example.com"] } },
      "steps": {
        "first": { "summary": "F.", "action": "do-it", "with": { "m": ["${mode}"] }, "lane": "main",
          "failures": { "refused": {}, "named": { "allowFallback": true } },
          "results": { "rest": {} } },
        "poll-it": { "needs": ["first"], "after": ["g"], "when": { "first": ["rest", "available"], "offline": false,
            "any": [ { "mode": "a" }, { "all": [ { "not": { "first": "refused" } } ] } ] },
          "http": { "url": "https://x.example.com/${first/a~1b/0}", "method": "PUT", "query": { "x-q": "1" },
            "headers": { "H": "v" }, "json": { "k": "${first}" }, "expect": "text" },
          "deadline": "1m", "lane": "uploads",
          "retry": { "attempts": 3, "delay": "1s", "factor": 1.5, "maxDelay": "4s", "jitter": "none", "on": ["offline", "malformed"] },
          "poll": { "every": "2s", "until": ["yes"] },
          "results": { "yes": { "any": [ { "equals": 3 }, { "not": { "equals": 4 } } ] } },
          "fallback": [ { "action": "other", "with": 1, "timeout": "1s" },
            { "http": { "service": "s", "path": "/p", "form": { "f": "v" }, "method": "POST" }, "timeout": "2s" } ] },
        "g": { "failFast": true, "deadline": "3s", "afterLanding": "continue", "steps": {
          "t": { "http": { "service": "s", "path": "/t", "text": "hi", "method": "POST", "expect": "none" }, "timeout": "1s" } } },
        "tail": { "after": ["landing"], "cache": "c" },
        "rounds": { "deadline": "9s", "poll": { "every": "1s", "until": ["over"] },
          "results": { "over": { "in-round": ["named", "available"] }, "left": {} },
          "steps": { "in-round": { "action": "ask", "failures": { "named": {} } } } }
      },
      "landings": [ { "page": "home", "after": ["poll-it"], "notice": "Hello ${mode}" } ],
      "promises": [ { "always": { "landing": "home" } }, { "if": { "mode": "b" }, "then": { "tail": "settled" } } ]
    }
    """#

  /// Steps that `each` repeats.
  package static let repeated = #"""
    {
      "flow": "news", "deadline": "9s", "pages": ["front", "other"],
      "inputs": { "signed-in": { "type": "boolean" } },
      "services": { "news": { "baseURL": "https://example.com" } },
      "caches": { "feed": { "each": "feeds", "maxAge": "2d" } },
      "steps": {
        "first": { "value": 1 },
        "feeds": {
          "title": "Feed of ${each}", "summary": "Loads a feed.", "each": ["sports", "local"],
          "http": {
            "service": "news", "path": "/${each}/${first}", "query": { "a": "${each}", "b": "$${each}" },
            "method": "POST", "json": { "each": ["${each}", { "in": "x${?each}" }] }
          },
          "needs": ["first"], "when": { "signed-in": true }, "timeout": "2s",
          "results": { "own": { "at": "/name/${each}", "equals": "${each}" } },
          "valid": { "at": "/hosts", "hosts": ["${each}.example.com"] },
          "fallback": [{ "cache": "feed-${each}" }, { "action": "make", "with": "${each}", "timeout": "1s" }],
          "store": "feed-${each}", "afterLanding": "continue"
        },
        "ask": { "after": ["landing"], "action": "ask", "unbounded": true }
      },
      "landings": [
        { "page": "front", "when": { "feeds-*": "own", "atLeast": { "count": 2, "of": [{ "feeds-*": "available" }] } } },
        { "page": "other", "when": { "any": [{ "feeds-*": "failed", "signed-in": true }, { "feeds-*": "skipped" }] } },
        { "page": "other" }
      ],
      "promises": [{ "within": "3s", "landing": "front" }]
    }
    """#
}
