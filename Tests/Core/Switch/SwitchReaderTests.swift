import LaunchFlowAuthoring
@testable import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

@Suite("Switch files: reading and rules")
struct SwitchReaderTests {
  /// The switch in whose text tests replace a stretch.
  static let sample = DeclaredSwitch.text

  static func replacing(_ old: String, _ new: String) -> String {
    sample.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }

  @Test func `reads all`() throws {
    let reading = OfflineSwitchDocument.read(SourceText(name: "s.json", text: Self.sample))
    #expect(reading.diagnostics.isEmpty)
    let document = try #require(reading.document)
    #expect(document.name == "offline")
    #expect(document.marked?.cache == "offline-marked")
    let network = try #require(document.network)
    #expect(network.timeout == .seconds(3))
    #expect(network.every == .seconds(60))
    #expect(network.everyWhileDown == .seconds(5))
    #expect(isSame(network.debounce, .init(down: .seconds(2), up: .milliseconds(500))))
    #expect(network.causes == [.wifi, .cellular])
    let service = try #require(document.service)
    #expect(service.watch.map(\.name) == ["trade", "member"])
    #expect(isSame(service.trigger, .init(failures: 1, within: .seconds(30))))
    #expect(
      isSame(service.poll, .init(every: .seconds(15), factor: 1.5, maxEvery: .seconds(60), jitter: .full)))
    #expect(service.keep == .seconds(300))
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let found: [String]

    var testDescription: String { new }

    init(_ old: String, _ new: String, _ found: [String]) {
      self.old = old
      self.new = new
      self.found = found
    }
  }

  private static func check(_ text: String) -> DocumentReading<OfflineSwitchDocument> {
    .advised(SourceText(name: "s.json", text: text)) { OfflineSwitchDocument.check($0) }
  }

  @Test(arguments: faults)
  func finds(_ fault: Fault) {
    let text = Self.replacing(fault.old, fault.new)
    #expect(text != Self.sample)
    let reading = Self.check(text)
    let found = reading.diagnostics.map { diagnostic in
      let line = diagnostic.place.range?.start.line ?? 0
      return "\(diagnostic.code.rawValue):\(line): \(diagnostic.severity.rawValue): \(diagnostic.message)"
    }
    #expect(found == fault.found)
    #expect((reading.document == nil) == fault.found.contains { $0.contains(": error: ") })
  }

  static let faults = [
    Fault(
      #""timeout": "3s" },"#, #""timeout": "5s" },"#,
      [#"LF040:6: error: the probe's time-out must be shorter than "everyWhileDown""#]),
    Fault(
      #""down": "2s", "up": "500ms""#, #""down": "0s", "up": "0s""#,
      ["LF041:8: warning: without a debounce window in either direction the app can flap"]),
    Fault(
      #"["POST /trade/*"]"#, "[]", [#"LF042:12: error: the domain "trade" has no endpoints"#]),
    Fault(
      #""faulty": {"#, #""broken": {"#, [#"LF043:16: error: no result of the question is named "faulty""#]),
    Fault(
      #""keep": "5m""#, #""keep": "1m""#,
      ["LF044:19: error: a verdict must be kept for longer than the next one may take (1m3s)"]),
    Fault(#", "maxEvery": "60s""#, "", ["LF045:18: error: the waits grow without a limit"]),
    Fault(
      #""maxEvery": "60s""#, #""maxEvery": "10s""#,
      [#"LF045:18: error: "maxEvery" must not be shorter than "every""#]),
    Fault(
      #""everyWhileDown": "5s""#, #""everyWhileDown": "2m""#,
      ["LF046:7: warning: the network is probed less often while it is down than while it is up"]),
    Fault(
      #", "query": { "domain": "${domain}" }"#, "",
      ["LF048:15: warning: the question is the same for every domain"]),
    Fault(
      "${domain}", "${city}",
      ["LF004:15: error: the question may refer only to ${domain}"]),
    Fault(
      "probe.example.com/204", "probe.example.com/${domain}",
      ["LF004:6: error: the probe cannot contain references"]),
    Fault(
      #""everyWhileDown""#, #""everyWhileDwn""#, [#"LF002:7: error: unknown key "everyWhileDwn""#]),
    Fault(
      #""every": "60s""#, #""every": 60"#, ["LF006:7: error: a duration is text with a unit"]),
    Fault(
      #""every": "60s","#, "", [#"LF012:5: error: the network factor has no "every""#]),
    Fault(
      #"["wifi", "cellular"]"#, #"["wifi", "ethernet"]"#,
      [#"LF011:9: error: unknown word "ethernet"; expected one of: "wifi", "cellular""#]),
    Fault(
      #"["wifi", "cellular"]"#, "[]", ["LF011:9: error: the list is empty; expected at least 1 entry"]),
    Fault(
      #""POST /trade/*""#, #""post trade""#, [#"LF011:12: error: "post trade" is not an endpoint"#]),
    Fault(
      #""trade":"#, #""wifi":"#,
      [#"LF013:12: error: "wifi" is a cause that every switch has and cannot name a domain"#]),
    Fault(
      #""failures": 1"#, #""failures": 0"#,
      [#"LF011:13: error: expected a whole number from 1 to 100, found 0"#]),
    Fault(
      #""method": "HEAD""#, #""method": "head""#, [#"LF011:6: error: "head" is not an HTTP method"#]),
    Fault(
      #""cache": "offline-marked""#, #""cache": "Offline Marked""#,
      [#"LF013:4: error: the cache name "Offline Marked" is not in kebab-case"#]),
    Fault(
      #""switch": "offline","#, #""switch": "offline", "format": 2,"#,
      ["LF014:2: error: this file has format 2; this build reads formats up to 1"]),
  ]

  /// All that is found where the switch, its network factor and its service factor ignore these.
  private func found(
    ignoring whole: String = "{}", network: String = "{}", service: String = "{}",
    _ changes: (String, String)...
  ) -> [String] {
    var text = Self.sample.replacing(#""factors": {"#, with: #""ignore": \#(whole), "factors": {"#)
      .replacing(#""causes":"#, with: #""ignore": \#(network), "causes":"#)
      .replacing(#""trigger":"#, with: #""ignore": \#(service), "trigger":"#)
    for (old, new) in changes { text = text.replacing(old, with: new) }
    return findings(Self.check(text).diagnostics, in: text)
  }

  @Test func `an ignore at a factor or at the switch silences warnings`() {
    let slow = (#""everyWhileDown": "5s""#, #""everyWhileDown": "2m""#)
    let same = (#", "query": { "domain": "${domain}" }"#, "")
    #expect(found(slow, same).map { String($0.prefix(5)) } == ["LF046", "LF048"])
    #expect(found(network: #"{ "LF046": "Data is dear." }"#, slow) == [])
    #expect(found(service: #"{ "LF048": "There is one backend." }"#, same) == [])
    #expect(found(ignoring: #"{ "LF046": "Data is dear.", "LF048": "One backend." }"#, slow, same) == [])
    // The other factor's silence is not about it.
    #expect(found(service: #"{ "LF046": "x" }"#, slow).map { $0.prefix(5) } == ["LF046", "LF053"])
  }

  @Test func `an ignore of a switch names a warning of switches, with a reason, and silences something`() {
    #expect(
      found(
        ignoring: #"{ "LF028": "x", "LF040": "x", "LF999": "x" }"#, network: #"{ "LF041": " " }"#) == [
          "LF011 ‹\"LF028\"› LF028 cannot be silenced (it is about a flow)",
          "LF011 ‹\"LF040\"› LF040 cannot be silenced (only warnings can; fix the problem)",
          "LF011 ‹\"LF999\"› \"LF999\" is not a diagnostic code (the code follows each message, such as [LF028]; \"launchflow explain\" lists all codes)",
          "LF011 ‹\" \"› the reason is missing (write why LF041 does not matter here)",
        ])
    #expect(
      found(network: #"{ "LF041": "x" }"#) == [
        "LF053 ‹\"LF041\"› \"LF041\" silences nothing here (remove it)"
      ])
    // While a part cannot be read, nobody knows whether a silence is of use.
    #expect(
      found(network: #"{ "LF041": "x" }"#, (#""down": "2s""#, #""down": "soon""#)).map { $0.prefix(5) } == [
        "LF006"
      ])
  }

  @Test func `finds all at once`() {
    let text = Self.replacing(#""down": "2s", "up": "500ms""#, #""down": "soon", "upp": "0s""#)
      .split(separator: #""keep": "5m""#).joined(separator: #""keep": "1s""#)
    let reading = DocumentReading.advised(SourceText(name: "s.json", text: text)) {
      OfflineSwitchDocument.read($0)
    }
    #expect(reading.diagnostics.map(\.code) == [.badDuration, .unknownKey, .shortKeep])
  }

  @Test func `a switch without factors is an error`() {
    let empty = #"{ "switch": "offline", "factors": {} }"#
    let reading = OfflineSwitchDocument.read(SourceText(name: "s.json", text: empty))
    #expect(reading.diagnostics.map(\.message) == ["the switch has no factor"])
  }
}

@Suite("Endpoints")
struct EndpointTests {
  @Test(arguments: [
    ("POST /trade/*", "POST", "/trade/pay", true), ("POST /trade/*", "POST", "/trade/pay/now", true),
    ("POST /trade/*", "GET", "/trade/pay", false), ("POST /trade/*", "POST", "/trade", false),
    ("POST /trade/*", "POST", "/trader/pay", false), ("/member/*/points", "GET", "/member/7/points", true),
    ("/member/*/points", "GET", "/member/7/8/points", false), ("GET /member", "GET", "/member", true),
    ("GET /member", "GET", "/member/7", false), ("/*", "PUT", "/", true),
  ])
  func matches(_ pattern: String, method: String, path: String, expected: Bool) throws {
    let endpoint = try #require(Endpoint(pattern))
    #expect(endpoint.matches(method: method, host: "a.example.com", path: path) == expected)
    #expect(endpoint.matches(method: method, host: nil, path: path) == expected)
    #expect(endpoint.text == pattern)
  }

  @Test(arguments: [
    ("POST api.example.com/trade/*", "api.example.com", true), ("api.example.com/*", "api.example.com", true),
    ("POST api.example.com/trade/*", "example.com", false), ("*.example.com/*", "api.example.com", true),
    ("*.example.com/*", "a.b.example.com", true), ("*.example.com/*", "example.com", false),
    ("*.example.com/*", "badexample.com", false), ("127.0.0.1/*", "127.0.0.1", true),
    ("api.example.com/*", nil, false),
  ])
  func `matches hosts`(_ pattern: String, host: String?, expected: Bool) throws {
    let endpoint = try #require(Endpoint(pattern))
    #expect(endpoint.matches(method: "POST", host: host, path: "/trade/pay") == expected)
    #expect(endpoint.text == pattern)
  }

  @Test(arguments: [
    "", "GET", "GET trade", "get /trade", "/tr*de", "/trade?x=1", "GET  /trade", " /trade",
    "trade/pay", "GET trade/pay", "a_b.c/x", "http://a.example.com/x", ".*/x", "*.*/x",
  ])
  func `other texts are not endpoints`(_ text: String) {
    #expect(Endpoint(text) == nil)
  }
}
