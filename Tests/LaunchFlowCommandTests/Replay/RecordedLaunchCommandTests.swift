import Foundation
import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowRecords
import Testing

/// `record`, `learn` and `replay` on a command line.
@Suite struct RecordedLaunchCommandTests {
  static let flow = #"""
    { "flow": "ask", "deadline": "10s", "pages": ["home", "login"],
      "services": { "s": { "baseURL": "https://s.example.com" } },
      "steps": { "ask": { "http": { "service": "s", "path": "/ask/${id}" }, "timeout": "2s" } },
      "inputs": { "id": { "type": "string", "default": "1" } },
      "landings": [{ "page": "home", "when": { "ask": "available" } }, { "page": "login" }] }
    """#
  static let scenarios = #"""
    { "scenariosFor": "ask.json", "scenarios": {
        "day": { "steps": { "ask": { "takes": { "uniform": ["500ms", "2500ms"] } } } } } }
    """#

  static func world() -> TestWorld {
    var world = TestWorld()
    world.files = ["ask.json": flow, "ask.scenarios.json": scenarios]
    return world
  }

  static func recorded() async -> TestWorld {
    let world = world()
    _ = await world.run(
      "record", "ask.json", "-s", "day", "--runs", "400", "--label", "network=wifi", "-o", "r.jsonl")
    return world
  }

  @Test func `a trace file becomes a line`() async throws {
    var world = Self.world()
    let trace = await world.run("simulate", "ask.json", "--set", "ask=1s", "--format", "trace")
    world.files.contents["run.json"] = Array(trace.data.utf8)
    let outcome = await world.run("record", "run.json", "--label", "app=1.2")
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        {"record":"ask","format":1,"labels":{"app":"1.2"},"landed":{"page":"home","at":1000000000},\
        "end":1000000000,"steps":{"ask":[{"at":0,"for":1000000000,"end":"ok"}]}}

        """)
  }

  @Test(arguments: ["network", "network=", "=wifi", "network=my wifi", "user=a@b.c"])
  func `a label that is no name is refused`(label: String) async {
    let outcome = await Self.world().run("record", "ask.json", "-s", "day", "--label", label)
    #expect(outcome.status == .wrongUsage)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: '\(label)' is no label; write NAME=WORD with at most 64 letters, digits, '.', '_' and '-' each\n"
      ))
  }

  @Test func `lines that are no records are left out, counted and named`() async throws {
    let world = await Self.recorded()
    let text = String(decoding: try world.files.read("r.jsonl", limit: 1 << 20), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let broken =
      lines[0] + "\n\n" + lines[1].dropLast(9)
      + "\n{\"record\":\"other\",\"format\":1,\"end\":0,\"steps\":{}}\n"
    try world.files.write(Array(broken.utf8), to: "broken.jsonl")
    let outcome = await world.run("replay", "ask.json", "broken.jsonl", "--format", "json")
    #expect(outcome.status == .fine)
    #expect(
      outcome.diagnostics == """
        warning: broken.jsonl:3: the line is not whole JSON; the line is left out
        warning: broken.jsonl:4: the record is of the flow 'other'; the line is left out

        """)
    let value = try JSONValue(parsing: Array(outcome.data.utf8)).object
    #expect(value?["launches"] == 1 && value?["unread"] == 2 && value?["decided"] == 1)
    try world.files.write(Array("{}\n".utf8), to: "none.jsonl")
    let none = await world.run("replay", "ask.json", "none.jsonl")
    #expect(none.status == .problemsFound)
    #expect(
      none.diagnostics == """
        warning: none.jsonl:1: the line is not a record, because it has no key "record"; the line is left out
        error: no record of the flow 'ask' has a landing

        """)
  }

  @Test func `replay writes the same for any number of jobs`() async throws {
    let world = await Self.recorded()
    try world.files.write(Array(Self.flow.replacing("2s", with: "1500ms").utf8), to: "short.json")
    let one = await world.run("replay", "short.json", "r.jsonl", "--jobs", "1")
    let many = await world.run("replay", "short.json", "r.jsonl", "--jobs", "7")
    #expect(one.data == many.data && one.status == .fine)
    #expect(one.data.contains("The records decide 400 of 400 launches."))
  }

  @Test func `a gate that fails gives the status 1, and a wrong one is wrong usage`() async throws {
    let world = await Self.recorded()
    try world.files.write(Array(Self.flow.replacing("2s", with: "1s").utf8), to: "short.json")
    let failed = await world.run(
      "replay", "short.json", "r.jsonl", "--gate", "home>=-5%", "--gate", "p95<=+0%")
    #expect(failed.status == .problemsFound)
    #expect(
      failed.data.hasSuffix(
        """
        FAILS      home>=-5%
        holds      p95<=+0%
        A flow that keeps all rules fails by chance in at most 5 % of such decisions.

        """))
    let wrong = await world.run("replay", "short.json", "r.jsonl", "--gate", "hone>=1%")
    #expect(wrong.status == .wrongUsage)
    #expect(wrong.diagnostics.hasPrefix("error: --gate: 'hone' is no figure; did you mean 'home'?\n"))
  }

  @Test func `learn writes scenarios by label that simulate plays`() async throws {
    let world = await Self.recorded()
    let learned = await world.run("learn", "ask.json", "r.jsonl", "--by", "network", "-o", "learned.json")
    #expect(learned.status == .fine)
    #expect(learned.diagnostics.hasPrefix("learned from 400 launches\nask: 400 attempts, "))
    let played = await world.run(
      "simulate", "ask.json", "--scenarios", "learned.json", "-s", "learned-wifi", "--runs", "50")
    #expect(played.status == .fine, "\(played.diagnostics)")
    let checked = await world.run("fmt", "--check", "learned.json")
    #expect(checked.status == .fine, "the file has the canonical layout")
    let nothing = await world.run("learn", "ask.json")
    #expect(nothing.status == .wrongUsage)
  }

  @Test func `classes of launches are mixed by their shares`() async throws {
    let world = await Self.recorded()
    _ = await world.run(
      "record", "ask.json", "--set", "ask=1900ms", "-s", "day", "--runs", "100", "--label", "network=Edge",
      "-o", "edge.jsonl")
    let learned = await world.run(
      "learn", "ask.json", "r.jsonl", "edge.jsonl", "--by", "network", "-o", "learned.json")
    #expect(learned.status == .fine, "\(learned.diagnostics)")
    let file = try JSONValue(parsing: world.files.read("learned.json", limit: 1 << 20))
    func find(_ tokens: String...) -> JSONValue? { file[JSONPointer(tokens: tokens)] }
    #expect(find("scenarios", "learned-mixed", "classes", "edge", "share") == .number(0.2))
    #expect(find("scenarios", "learned-mixed", "classes", "wifi", "share") == .number(0.8))
    let played = await world.run(
      "simulate", "ask.json", "--scenarios", "learned.json", "-s", "learned-mixed", "--runs", "400",
      "--format", "json")
    #expect(played.status == .fine, "\(played.diagnostics)")
    let checked = await world.run("check", "ask.json", "learned.json")
    #expect(checked.status == .fine, "\(checked.data)\(checked.diagnostics)")
  }

  @Test func `a HAR file teaches times and statuses and nothing else`() async throws {
    let world = Self.world()
    func entry(_ url: String, _ time: String, _ status: Int) -> String {
      #"""
      { "request": { "method": "GET", "url": "\#(url)", "headers": [{ "name": "Cookie", "value": "secret" }] },
        "response": { "status": \#(status), "content": { "text": "secret" } }, "time": \#(time) }
      """#
    }
    let entries = [
      entry("https://s.example.com/v2/ask/77?token=secret", "120.5", 200),
      entry("https://s.example.com/ask/78", "80", 503), entry("https://other.example.com/pixel", "5", 200),
      entry("https://s.example.com/ask/79", "40", 0), "{ \"time\": -1 }",
    ]
    try world.files.write(
      Array("{ \"log\": { \"entries\": [\(entries.joined(separator: ","))] } }".utf8), to: "proxy.har")
    let learned = await world.run("learn", "ask.json", "--har", "proxy.har")
    #expect(learned.status == .fine)
    #expect(!learned.data.contains("secret") && !learned.diagnostics.contains("secret"))
    #expect(learned.diagnostics.hasPrefix("proxy.har: 3 calls of 4 are those of a step\n"))
    #expect(learned.data.contains(#""ok": 0.333334"#) || learned.data.contains(#""ok": 0.333333"#))
    #expect(learned.data.contains(#""server": 0.33333"#) && learned.data.contains(#""network": 0.33333"#))
    try world.files.write(Array("{}".utf8), to: "no.har")
    let wrong = await world.run("learn", "ask.json", "--har", "no.har")
    #expect(wrong.status == .wrongUsage)
    #expect(
      wrong.diagnostics.hasPrefix("error: no.har is not a HAR file; it has no list \"log\" / \"entries\"\n"))
  }
}
