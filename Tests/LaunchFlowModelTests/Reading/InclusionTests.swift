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
    return Flow.read(source("flow.json") ?? SourceText(name: "", text: ""), including: source)
  }

  static func flow(_ include: String, steps: String = step, more: String = "") -> String {
    FlowText.steps(steps, more: #""include": \#(include), "# + more)
  }

  @Test func environmentsCachesAndServicesAreTakenOver() throws {
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
    #expect(
      flow.inclusions == [Flow.Inclusion(file: "shared.json", caches: ["kept", "spare"], services: ["s"])])
    #expect(flow.steps.map(\.name) == ["a", "b"])
  }

  @Test func whatOthersUseIsNotWarnedOfHere() throws {
    let files = ["flow.json": Self.flow(#"["shared.json"]"#), "shared.json": Self.shared]
    let source = { (name: String) in files[name].map { SourceText(name: name, text: $0) } }
    let text = try #require(files["flow.json"])
    let reading = Flow.check(SourceText(name: "flow.json", text: text), including: source)
    // "kept" is filled here and read elsewhere, "spare" is not used at all.
    #expect(findings(reading.diagnostics, in: text).filter { $0.contains("cache") } == [])
  }

  @Test func includedFilesMayIncludeOthers() throws {
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
      #"LF004 ‹"broken.json"› "broken.json" has errors of its own, so that nothing can be taken from it (launchflow check broken.json)"#
    ),
    (
      #"["../shared.json"]"#,
      #"LF011 ‹"../shared.json"› an included file lies beside this one, and its name ends in .json (write its name alone, without a folder)"#
    ),
    (#""shared.json""#, #"LF011 ‹"shared.json"› expected a list, found text (write ["shared.json"])"#),
    (#"[1]"#, #"LF011 ‹1› expected text, found a number"#),
  ])
  func whatCannotBeTakenIsToldWhereItIsAskedFor(include: String, expected: String) {
    let text = Self.flow(include)
    let reading = Self.read(["flow.json": text, "shared.json": Self.shared, "broken.json": "{ \"flow\": 1 }"])
    // The services that are missed are not told of, too.
    let found = findings(reading.diagnostics, in: text)
    #expect(found.contains(expected), "\(found)")
    #expect(!found.contains { $0.contains("no service") || $0.contains("no cache") })
  }

  @Test func aFileThatIncludesItselfIsAnError() {
    let reading = Self.read(["flow.json": Self.flow(#"["flow.json"]"#)])
    #expect(reading.diagnostics.map(\.code) == [.unknownName])
    #expect(Self.read(["flow.json": Self.flow(#"["flow.json"]"#)]).document == nil)
  }

  @Test func aNameThatBothDeclareIsDeclaredTwice() {
    let text = Self.flow(#"["shared.json"]"#, more: #""caches": { "kept": {} },"#)
    let reading = Self.read(["flow.json": text, "shared.json": Self.shared])
    #expect(reading.diagnostics.map(\.code) == [.duplicateName])
  }
}
