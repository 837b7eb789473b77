import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// What a flow takes from the files beside it.
@Suite struct InclusionTests {
  static let shared = FlowText(
    more: #""environments": ["release", "test"], "caches": { "kept": {}, "spare": {} },"#
      + #""services": { "s": { "baseURL": { "release": "https://s.example.com", "test": "https://t.example.com" } } },"#
  ).text

  static let step = #""a": { "http": { "service": "s", "path": "/" }, "timeout": "1s", "store": "kept" }"#

  /// The files by name; `flow.json` is the one that is read.
  static func read(_ files: [String: String]) -> DocumentReading<Flow> {
    let source = { (name: String) in files[name].map { SourceText(name: name, text: $0) } }
    return Flow.advised(source("flow.json") ?? SourceText(name: "", text: ""), including: source)
  }

  static func flow(_ include: String, steps: String = step, more: String = "") -> String {
    FlowText.steps(steps, more: #""include": \#(include), "# + more)
  }

  @Test func `environments, caches and services are included`() throws {
    let reading = Self.read([
      "flow.json": Self.flow(
        #"["shared.json"]"#, steps: Self.step + #", "b": { "cache": "own" }"#,
        more: #""caches": { "own": {} }, "services": { "mine": { "like": "s" } },"#),
      "shared.json": Self.shared,
    ])
    #expect(reading.diagnostics == [])
    let flow = try #require(reading.document)
    #expect(flow.environments == ["release", "test"])
    #expect(flow.caches.map(\.name) == ["kept", "spare", "own"])
    #expect(flow.services.map(\.name) == ["s", "mine"])
    let inclusion = try #require(flow.inclusions.first)
    #expect(flow.inclusions.count == 1 && inclusion.file == "shared.json")
    #expect(inclusion.caches == ["kept", "spare"] && inclusion.services == ["s"])
    #expect(inclusion.environments == ["release", "test"])
    #expect(flow.steps.map(\.name) == ["a", "b"])
  }

  @Test func `unused declarations of an included file cause no warnings`() throws {
    let files = ["flow.json": Self.flow(#"["shared.json"]"#), "shared.json": Self.shared]
    let source = { (name: String) in files[name].map { SourceText(name: name, text: $0) } }
    let text = try #require(files["flow.json"])
    let reading = Flow.check(SourceText(name: "flow.json", text: text), including: source)
    // "kept" is filled here and read elsewhere, "spare" is not used at all.
    #expect(findings(reading.diagnostics, in: text).filter { $0.contains("cache") } == [])
  }

  @Test func `included files may include others`() throws {
    let reading = Self.read([
      "flow.json": Self.flow(#"["middle.json"]"#), "middle.json": Self.flow(#"["shared.json"]"#),
      "shared.json": Self.shared,
    ])
    #expect(reading.document?.services.map(\.name) == ["s"])
  }

  @Test(arguments: [
    (
      #"["missing.json"]"#,
      #"LF004 ‹"missing.json"› the file "missing.json" cannot be read (it is looked for beside this file)"#
    ),
    (
      #"["broken.json"]"#,
      #"LF004 ‹"broken.json"› "broken.json" has errors, so it cannot be included (launchflow check broken.json)"#
    ),
    (
      #"["../shared.json"]"#,
      #"LF011 ‹"../shared.json"› an included file must be beside this one and end in .json (write its name without a folder)"#
    ),
    (#""shared.json""#, #"LF011 ‹"shared.json"› expected a list, found text (write ["shared.json"])"#),
    (#"[1]"#, #"LF011 ‹1› expected text, found a number"#),
  ])
  func `a failed inclusion is reported at the include`(include: String, expected: String) {
    let text = Self.flow(include)
    let reading = Self.read(["flow.json": text, "shared.json": Self.shared, "broken.json": "{ \"flow\": 1 }"])
    let found = findings(reading.diagnostics, in: text)
    #expect(found == [expected], "\(found)")
  }

  /// Each of these was read again and again, six times at every level.
  @Test func `a file that includes itself is an error at its first include`() {
    let itself = Self.flow(#"["flow.json", "flow.json", "flow.json", "flow.json", "flow.json", "flow.json"]"#)
    let reading = Self.read(["flow.json": itself])
    #expect(
      findings(reading.diagnostics, in: itself)
        == Array(repeating: #"LF005 ‹"flow.json"› "flow.json" includes itself (remove it)"#, count: 6))
  }

  @Test func `files that include each other are read once each`() {
    let names = (0..<6).map { "f\($0).json" }
    let list = "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    let text = Self.flow(list)
    var asked: [String: Int] = [:]
    let reading = Flow.advised(SourceText(name: "flow.json", text: text)) { name in
      asked[name, default: 0] += 1
      return SourceText(name: name, text: text)
    }
    #expect(asked.values.allSatisfy { $0 == 1 })
    #expect(
      findings(reading.diagnostics, in: text).first
        == #"LF005 ‹"f0.json"› "f0.json" includes itself (remove it)"#
    )
  }

  @Test func `a cycle of includes is reported at the include that closes it`() {
    let text = Self.flow(#"["a.json"]"#)
    let reading = Self.read(["flow.json": text, "a.json": Self.flow(#"["flow.json"]"#)])
    #expect(
      findings(reading.diagnostics, in: text) == [
        #"LF005 ‹"a.json"› files include each other: flow.json → a.json → flow.json (remove one of these includes)"#
      ])
  }

  @Test func `a file that is included twice counts once`() throws {
    let reading = Self.read([
      "flow.json": Self.flow(#"["left.json", "right.json"]"#), "left.json": Self.flow(#"["shared.json"]"#),
      "right.json": Self.flow(#"["shared.json"]"#), "shared.json": Self.shared,
    ])
    let flow = try #require(reading.document, "\(reading.diagnostics)")
    #expect(flow.services.map(\.name) == ["s"])
    #expect(flow.inclusions.map(\.file) == ["shared.json", "left.json", "right.json"])
  }

  @Test func `files, bytes and levels are bounded, with a position`() {
    let many = (0..<70).map { "f\($0).json" }
    let list = "[" + many.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    let small =
      #"{ "flow": "f", "deadline": "1s", "pages": ["home"], "steps": { "a": { "value": 1 } }, "landings": [{ "page": "home" }] }"#
    let text = Self.flow(list)
    let reading = Flow.advised(SourceText(name: "flow.json", text: text)) {
      SourceText(name: $0, text: small)
    }
    #expect(
      findings(reading.diagnostics, in: text)
        == (64..<70).map { "LF011 ‹\"f\($0).json\"› a flow includes more than 64 files" })
    let large = SourceText(name: "l", text: small + String(repeating: " ", count: 9 << 20))
    let two = Self.flow(#"["a.json", "b.json"]"#)
    #expect(
      findings(Flow.advised(SourceText(name: "flow.json", text: two)) { _ in large }.diagnostics, in: two)
        == [#"LF011 ‹"b.json"› the included files together exceed 16 MiB"#])
    let chain = Self.flow(#"["c1.json"]"#)
    let deep = Flow.advised(SourceText(name: "flow.json", text: chain)) { name in
      let level = Int(name.dropFirst().dropLast(5)) ?? 0
      return SourceText(name: name, text: Self.flow("[\"c\(level + 1).json\"]"))
    }
    #expect(
      findings(deep.diagnostics, in: chain)
        == [#"LF011 ‹"c1.json"› files include one another more than 8 levels deep"#])
  }

  @Test(arguments: [
    "x\\u0000.json", "..\u{301}/x.json", "../\u{301}x.json", "a\\u001b.json", ".json", "a\\u002fb.json",
  ])
  func `bytes decide whether a name is a file in the same folder`(_ name: String) {
    let text = Self.flow("[\"\(name)\"]")
    var isAsked = false
    let reading = Flow.advised(SourceText(name: "flow.json", text: text)) { _ in
      isAsked = true
      return nil
    }
    #expect(!isAsked)
    #expect(reading.diagnostics.first?.message == "an included file must be beside this one and end in .json")
  }

  @Test func `a name that both declare is declared twice`() {
    let text = Self.flow(#"["shared.json"]"#, more: #""caches": { "kept": {} },"#)
    let reading = Self.read(["flow.json": text, "shared.json": Self.shared])
    #expect(reading.diagnostics.map(\.code) == [.duplicateName])
  }
}
