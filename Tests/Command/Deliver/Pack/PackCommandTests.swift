@testable import LaunchFlowCommand
import LaunchFlowDelivery
import Testing

/// What `pack` writes and refuses; `PackedDeliveryTests` uses its packages.
@Suite struct PackCommandTests {
  private static func flow(work: String = #""value": 1"#) -> String {
    """
    { "flow": "small", "deadline": "2s", "pages": ["home"], "steps": { "ask": { \(work) } },
      "landings": [{ "page": "home", "after": ["ask"] }] }
    """
  }

  private static func pack(_ words: [String], files: MemoryFiles = ["f.json": flow()]) async
    -> TestWorld.Outcome
  {
    var world = TestWorld()
    world.files = files
    return await world.run(["pack"] + words)
  }

  @Test func `a package that is too large for devices is refused before`() async {
    let large = Self.flow(work: "\"value\": \"\(String(repeating: "x", count: 300_000))\"")
    let files: MemoryFiles = ["f.json": large, "bundled.json": Self.flow()]
    let outcome = await Self.pack(["f.json", "--bundled", "bundled.json", "--sequence", "1"], files: files)
    #expect(outcome.status == .problemsFound && outcome.data == "")
    #expect(outcome.diagnostics == "error: devices refuse this: the package is larger than 262144 bytes\n")
  }

  @Test func `a package that grows beyond the limit by its signature is refused`() async {
    // Its text alone fits; with manifest and signature it does not.
    let room = 262_144 - Self.flow().utf8.count - 400
    let large = Self.flow(work: "\"value\": \"\(String(repeating: "x", count: room))\"")
    var files: MemoryFiles = ["f.json": large, "zeros.sig": String(repeating: "\u{0}", count: 64)]
    let made = await Self.pack(["f.json", "--bundled", "f.json", "--sequence", "1"], files: files)
    #expect(made.status == .fine, "\(made.diagnostics)")
    files.contents["m.json"] = Array(made.data.utf8)
    let outcome = await Self.pack(
      ["f.json", "--manifest", "m.json", "--signature", "a=zeros.sig", "--allow", "no-key"], files: files)
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics == "error: m.json: the package is larger than 262144 bytes\n")
  }
}
