import LaunchFlowTestFlows

extension WrongFlowTests {
  static let badRequest: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "http": { "service": "s", "path": "x", "method": "post", "headers": { "a b": "1", "c": "x\ny" } }, "timeout": "1s" }, "b": { "http": { "url": "ftp://x", "json": 1 }, "timeout": "1s" }, "c": { "http": { "url": "HTTPS://x", "method": "P T" }, "timeout": "1s" }, "d": { "http": { "service": "s", "path": "${a}" }, "needs": ["a"], "timeout": "1s" }"#,
        more:
          #""environments": ["e"], "services": { "s": { "baseURL": { "e": "s.example.com" }, "allowedHosts": ["*.x.com", "[::1]", "https://x", ""] } },"#
      ),
      "LF011 ‹\"s.example.com\"› an address must start with \"https://\" or \"http://\" (write \"https://s.example.com\")",
      "LF011 ‹\"https://x\"› \"https://x\" is not a host name (write the host alone, such as \"api.example.com\" or \"*.example.com\")",
      "LF011 ‹\"\"› \"\" is not a host name (write the host alone, such as \"api.example.com\" or \"*.example.com\")",
      "LF011 ‹\"x\"› a path must start with \"/\" (write \"/x\")",
      "LF011 ‹\"post\"› \"post\" is not an HTTP method (write \"POST\")",
      "LF011 ‹\"a b\"› \"a b\" is not a header name",
      "LF011 ‹\"x\\ny\"› a header must not contain line breaks",
      "LF011 ‹\"ftp://x\"› an address must start with \"https://\" or \"http://\"",
      "LF011 ‹\"json\"› a GET request has no body (write \"method\": \"POST\")",
      "LF011 ‹\"P T\"› \"P T\" is not an HTTP method"),
    // Every run refuses these, since a value could be two dots as well.
    WrongText(
      FlowText.steps(
        #""a": { "value": 1 }, "b": { "http": { "url": "https://x/../${a}" }, "needs": ["a"], "timeout": "1s" }, "c": { "http": { "url": "https://x/../y" }, "timeout": "1s" }, "d": { "http": { "service": "s", "path": "/./${a}?q=../" }, "needs": ["a"], "timeout": "1s" }, "e": { "http": { "service": "s", "path": "/${a}?q=/../" }, "needs": ["a"], "timeout": "1s" }"#,
        more: #""services": { "s": { "baseURL": "https://x" } },"#),
      "LF011 ‹\"https://x/../${a}\"› a path with a reference must not contain \".\" or \"..\"",
      "LF011 ‹\"/./${a}?q=../\"› a path with a reference must not contain \".\" or \"..\""),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "url": "https://x", "method": "POST", "json": 1, "text": "t" }, "timeout": "1s" }, "b": { "http": { "url": "https://x", "query": { "q": {}, "r": [] } }, "timeout": "1s" }"#
      ),
      "LF015 ‹\"text\"› \"text\" and \"json\" exclude each other +2:69 \"json\" is here",
      "LF012 ‹\"q\"› the field has no \"json\"",
      "LF011 ‹[]› expected text, a number, true or false, or { \"json\": … }, found a list"),
  ]

  static let reorderedName: [WrongText] = [
    WrongText(
      FlowText.steps("\"a\": { \"action\": \"ask\u{202E}ksa\", \"timeout\": \"1s\" }"),
      "LF011 ‹\"ask\u{202E}ksa\"› the text contains a bidirectional control (remove this invisible character: it shows the text in another order)"
    )
  ]

  static let uncallableAddress: [WrongText] = [
    WrongText(
      FlowText.steps(
        [
          "https://user:pass@example.com/x", "https://example.com/x#part",
          "https://bücher.example",
          "https://example.com:99999/x", "https://exa mple.com", "https://", "https:///x", "https://a..b",
          "https://example.com:8080?a=b", "https://example.com/ä?q=ü", "HTTPS://EXAMPLE.com",
          "https://[::1]:80/",
          "https://example.com/${k}#part",
        ].enumerated().map {
          #""s\#($0)": { "needs": ["k"], "http": { "url": "\#($1)" }, "timeout": "1s" }"#
        }.joined(separator: ", ") + #", "k": { "value": "x" }"#,
        more:
          #""environments": ["e"], "services": { "s": { "baseURL": "https://example.com/v1?key=1" }, "t": { "baseURL": { "e": "https://example.com/#v1" } } },"#
      ),
      "LF011 ‹\"https://example.com/v1?key=1\"› the address of a service must not contain a query (write it under the \"query\" of the service)",
      "LF011 ‹\"https://example.com/#v1\"› an address must not contain a fragment, which is never sent (remove it; a \"#\" within a value is written %23)",
      "LF011 ‹\"https://user:pass@example.com/x\"› an address must not contain a user name (send credentials in a header, from an input or an action of the app)",
      "LF011 ‹\"https://example.com/x#part\"› an address must not contain a fragment, which is never sent (remove it; a \"#\" within a value is written %23)",
      "LF011 ‹\"https://bücher.example\"› \"bücher.example\" is not a host with an optional port (write it like \"example.com\" or \"example.com:8080\", and letters beyond ASCII as \"xn--…\")",
      "LF011 ‹\"https://example.com:99999/x\"› \"example.com:99999\" is not a host with an optional port (write it like \"example.com\" or \"example.com:8080\", and letters beyond ASCII as \"xn--…\")",
      "LF011 ‹\"https://exa mple.com\"› \"exa mple.com\" is not a host with an optional port (write it like \"example.com\" or \"example.com:8080\", and letters beyond ASCII as \"xn--…\")",
      "LF011 ‹\"https://\"› \"\" is not a host with an optional port (write it like \"example.com\" or \"example.com:8080\", and letters beyond ASCII as \"xn--…\")",
      "LF011 ‹\"https:///x\"› \"\" is not a host with an optional port (write it like \"example.com\" or \"example.com:8080\", and letters beyond ASCII as \"xn--…\")",
      "LF011 ‹\"https://a..b\"› \"a..b\" is not a host with an optional port (write it like \"example.com\" or \"example.com:8080\", and letters beyond ASCII as \"xn--…\")"
    )
  ]

  static let unboundHost: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "x" }, "a": { "needs": ["k"], "http": { "service": "s", "path": "/" }, "timeout": "1s" }, "b": { "needs": ["k"], "http": { "service": "t", "path": "/" }, "timeout": "1s" }"#,
        more: #""services": { "s": { "baseURL": "${k}" }, "t": { "like": "s" } },"#
      ).text,
      "LF035 ‹\"${k}\"› the address of \"s\" comes from a reference, but no allowed hosts are declared (add \"allowedHosts\": [\"*.example.com\"] to \"s\")",
      "LF035 ‹\"t\"› the address of \"t\" comes from a reference, but no allowed hosts are declared (add \"allowedHosts\": [\"*.example.com\"] to \"t\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "x" }, "a": { "needs": ["k"], "http": { "service": "s", "path": "/" }, "timeout": "1s" }"#,
        more:
          #""environments": ["release"], "services": { "s": { "baseURL": { "release": "https://${k}.example.com" } } },"#
      ).text,
      "LF035 ‹\"https://${k}.example.com\"› the address of \"s\" comes from a reference, but no allowed hosts are declared (add \"allowedHosts\": [\"*.example.com\"] to \"s\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "x" }, "a": { "needs": ["k"], "http": { "url": "https://x.example.com${k}/a" }, "timeout": "1s" }"#
      ).text,
      "LF035 ‹\"https://x.example.com${k}/a\"› the host of a \"url\" cannot come from a reference (declare a service with this as its \"baseURL\", and its \"allowedHosts\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "x" }, "a": { "needs": ["k"], "http": { "url": "https://x.example.com/${k}/${k}" }, "timeout": "1s" }, "b": { "needs": ["k"], "http": { "service": "s", "path": "/" }, "timeout": "1s" }"#,
        more: #""services": { "s": { "baseURL": "${k}", "allowedHosts": ["x.example.com"] } },"#
      ).text),
  ]
}
