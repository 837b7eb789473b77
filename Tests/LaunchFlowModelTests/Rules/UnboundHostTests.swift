import Testing

@testable import LaunchFlowModel

@Suite struct UnboundHostTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "x" }, "a": { "needs": ["k"], "http": { "service": "s", "path": "/" }, "timeout": "1s" }, "b": { "needs": ["k"], "http": { "service": "t", "path": "/" }, "timeout": "1s" }"#,
        more: #""services": { "s": { "baseURL": "${k}" }, "t": { "like": "s" } },"#
      ).text,
      "LF035 ‹\"${k}\"› the address of \"s\" comes from a reference, and nothing says which hosts it may be (add \"allowedHosts\": [\"*.example.com\"] to \"s\")",
      "LF035 ‹\"t\"› the address of \"t\" comes from a reference, and nothing says which hosts it may be (add \"allowedHosts\": [\"*.example.com\"] to \"t\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""k": { "value": "x" }, "a": { "needs": ["k"], "http": { "service": "s", "path": "/" }, "timeout": "1s" }"#,
        more:
          #""environments": ["release"], "services": { "s": { "baseURL": { "release": "https://${k}.example.com" } } },"#
      ).text,
      "LF035 ‹\"https://${k}.example.com\"› the address of \"s\" comes from a reference, and nothing says which hosts it may be (add \"allowedHosts\": [\"*.example.com\"] to \"s\")"
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

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
