import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct PlainHTTPTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "http://x.example.com/a?b=${k}" }, "timeout": "1s", "needs": ["k"] }, "k": { "value": 1 }, "b": { "http": { "url": "http://127.0.0.1:8080/a" }, "timeout": "1s" }"#
      ).text,
      "LF050 ‹\"http://x.example.com/a?b=${k}\"› plain http can be read and changed on the way, so a release build refuses it (write \"https://…\"; plain http is only for this machine and for environments other than the release)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "service": "s", "path": "/" }, "timeout": "1s" }, "b": { "http": { "service": "t", "path": "/" }, "timeout": "1s" }"#,
        more:
          #""environments": ["release", "test"], "services": { "s": { "baseURL": "HTTP://s.example.com" }, "t": { "baseURL": { "release": "http://t.example.com", "test": "http://t.test.example.com" } } },"#
      ).text,
      "LF050 ‹\"HTTP://s.example.com\"› plain http can be read and changed on the way, so a release build refuses it (write \"https://…\"; plain http is only for this machine and for environments other than the release)",
      "LF050 ‹\"http://t.example.com\"› plain http can be read and changed on the way, so a release build refuses it (write \"https://…\"; plain http is only for this machine and for environments other than the release)"
    ),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.plainHTTP, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct NetworkOnMainTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "1s", "lane": "main" }, "b": { "action": "x", "timeout": "1s", "lane": "main" }"#
      ).text,
      "LF051 ‹\"main\"› \"a\" holds the lane \"main\" while it waits for a server (remove \"lane\": only work on the screen must be on \"main\") +2:21 the call"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.networkOnMain, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct ForeignReferenceTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""k": { "value": 1 }, "a": { "http": { "url": "https://x.example.com/a?b={{k}}&c={{ k.id }}&d={{x}}" }, "timeout": "1s", "needs": ["k"] }"#
      ).text,
      "LF055 ‹\"https://x.example.com/a?b={{k}}&c={{ k.› \"{{k}}\" is sent as text; a reference is written ${…} (write \"${k}\")"
    ),
    // Braces around another word are text.
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a?b={{x}}&c={{" }, "timeout": "1s" }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.foreignReference, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct PastedReferenceTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a", "method": "POST", "form": { "data": " {\"key\":\"${k}\"} ", "list": "[${k}]", "fine": { "json": { "key": "${k}" } }, "name": "{${k}}", "plain": "{\"key\":1}" } }, "timeout": "1s", "needs": ["k"] }, "k": { "value": "v" }"#
      ).text,
      #"LF056 ‹" {\"key\":\"${k}\"} "› a reference in JSON text is not escaped, so a quotation mark in its value breaks the JSON (write { "json": … }, or use "json" as the body)"#,
      #"LF056 ‹"[${k}]"› a reference in JSON text is not escaped, so a quotation mark in its value breaks the JSON (write { "json": … }, or use "json" as the body)"#
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.pastedReference, inFlow: wrong.text) == wrong.found)
  }
}
