import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct SecretLiteralTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a", "headers": { "Authorization": "Bearer abcdef123" } }, "timeout": "1s" }"#
      ).text,
      "LF034 ‹\"Bearer abcdef123\"› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "service": "s", "path": "/a" }, "timeout": "1s" }"#,
        more:
          #""services": { "s": { "baseURL": "https://s.example.com", "headers": { "X-Api-Key": "0000-1111" }, "query": { "key": "sk_live_abcdefghijklmnop" } } },"#
      ).text,
      "LF034 ‹\"0000-1111\"› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)",
      "LF034 ‹\"sk_live_abcdefghijklmnop\"› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "action": "x", "timeout": "1s", "with": { "login": [{ "password": "hunter2hunter2" }] }, "fallback": [{ "value": { "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl" } }] }"#
      ).text,
      "LF034 ‹\"hunter2hunter2\"› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)",
      "LF034 ‹\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://me:secret@x.example.com/a", "method": "POST", "form": { "hash": "0123456789abcdef0123456789abcdef" } }, "timeout": "1s" }"#
      ).text,
      "LF034 ‹\"https://me:secret@x.example.com/a\"› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)",
      "LF034 ‹\"0123456789abcdef0123456789abcdef\"› this looks like a secret, which everybody who has the app can read (pass it at the start, in an input or from an action of the app)"
    ),
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "k" }, "a": { "needs": ["k"], "http": { "url": "https://x.example.com/some/very/long/path/to/a/resource-of-1234-things/v2", "method": "POST", "headers": { "Authorization": "Bearer ${k}" }, "json": { "token": "", "id": "00000000000000000000000000000000" } }, "timeout": "1s" }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.secretLiteral, inFlow: wrong.text) == wrong.found)
  }
}
