import LaunchFlowCommand
import LaunchFlowDelivery
import Testing

/// What `pack` writes and refuses; `PackedDeliveryTests` uses its packages.
@Suite struct PackCommandTests {
  private static func flow(
    work: String = #""value": 1"#, timeout: String = "1s", deadline: String = "2s", more: String = ""
  ) -> String {
    """
    { "flow": "small", "deadline": "\(deadline)", "pages": ["home"],\(more)
      "steps": { "ask": { \(work) },
        "call": { "http": { "url": "https://api.example.com/ask" }, "timeout": "\(timeout)", "fallback": [{ "value": 1 }] } },
      "landings": [{ "page": "home", "after": ["ask", "call"] }] }
    """
  }

  private static func pack(_ words: [String], files: MemoryFiles = ["f.json": flow()]) async
    -> TestWorld.Outcome
  {
    var world = TestWorld()
    world.files = files
    return await world.run(["pack"] + words)
  }

  @Test func `the manifest is what is to be signed`() async throws {
    let outcome = await Self.pack(
      [
        "f.json", "--sequence", "3", "--issued", "2026-11-22T12:00:00Z", "--expires", "7d", "--rollout", "10",
        "--control", "5",
      ])
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        {
          "launchflow-package": 1,
          "flow": "small",
          "sequence": 3,
          "issued": "2026-11-22T12:00:00Z",
          "expires": "2026-11-29T12:00:00Z",
          "files": [
            {
              "name": "f.json",
              "sha256": "\(SHA256.hex(Array(Self.flow().utf8)))"
            }
          ],
          "rollout": {
            "percent": 10,
            "control": 5
          }
        }

        """)
  }

  @Test func `the order to return has no files`() async throws {
    let outcome = await Self.pack(
      ["f.json", "--return", "--sequence", "4", "--issued", "2026-11-22T12:00:00Z", "--rollout", "10"])
    #expect(outcome.status == .fine)
    #expect(outcome.data.contains("\"use\": \"bundled\""))
    #expect(!outcome.data.contains("files") && !outcome.data.contains("rollout"))
  }

  static let refusals: [(flow: String, reason: String)] = [
    (
      flow(work: #""action": "unknown", "timeout": "1s""#), "the app has no action \"unknown\""
    ),
    (
      flow(work: #""http": { "url": "https://evil.example.net/x" }, "timeout": "1s""#),
      "the bundled flow does not allow requests to https://evil.example.net"
    ),
    (flow(timeout: "5s", deadline: "9s"), "a run lands at 5s; allowed are 2s"),
    (flow(more: #""caches": { "token": {} },"#), "the app has no cache \"token\""),
    (flow(more: #""signals": ["first-frame"],"#), "the app gives no signal \"first-frame\""),
    (
      flow(work: "\"value\": \"\(String(repeating: "x", count: 300_000))\""),
      "the package is larger than 262144 bytes"
    ),
  ]

  @Test(arguments: refusals)
  func `what devices refuse is refused before`(_ flow: String, _ reason: String) async {
    let files: MemoryFiles = ["f.json": flow, "bundled.json": Self.flow()]
    let outcome = await Self.pack(["f.json", "--bundled", "bundled.json", "--sequence", "1"], files: files)
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.contains("error: devices refuse this: \(reason)"), "\(outcome.diagnostics)")
  }

  @Test func `what the apps' settings allow is no reason to refuse`() async {
    let flow = Self.flow(work: #""action": "more", "timeout": "1s""#)
      .replacing("api.example.com", with: "cdn.example.org")
      .replacing(#"["home"]"#, with: #"["home", "shop"]"#)
    let files: MemoryFiles = ["f.json": flow, "bundled.json": Self.flow()]
    let words = ["f.json", "--bundled", "bundled.json", "--sequence", "1"]
    let options = ["--action", "more", "--page", "shop", "--host", "*.example.org"]
    #expect(await Self.pack(words + options, files: files).status == .fine)
    for left in stride(from: 0, to: options.count, by: 2) {
      let others = options.indices.filter { $0 / 2 != left / 2 }.map { options[$0] }
      #expect(await Self.pack(words + others, files: files).status == .problemsFound)
    }
    let late = await Self.pack(words + options + ["--latest-landing", "900ms"], files: files)
    #expect(late.diagnostics == "error: devices refuse this: a run lands at 1s; allowed are 900ms\n")
  }

  @Test(arguments: [
    (["f.json"], "the manifest needs '--sequence'; with '--manifest' the package is put together"),
    (
      ["f.json", "--sequence", "1", "--issued", "today"], "'today' is not a time such as 2026-11-22T12:00:00Z"
    ),
    (
      ["f.json", "--sequence", "1", "--rollout", "60", "--control", "50"],
      "'--rollout' and '--control' are more than 100 together"
    ),
    (
      ["f.json", "--sequence", "1", "--issued", "9999-12-20T00:00:00Z"],
      "'--expires' is longer than a second and ends before the year 10000"
    ),
  ])
  func `wrong words are explained`(_ words: [String], _ message: String) async {
    let outcome = await Self.pack(words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.contains(message), "\(outcome.diagnostics)")
  }

  /// A signed manifest, with another flow beside it than the one that was signed.
  @Test(arguments: [
    ("f.json", "a=short.sig", "error: short.sig has 3 bytes; an Ed25519 signature has 64"),
    ("f.json", nil, "error: a package needs '--signature'"),
    ("f.json", "sig", "error: '--signature sig' is not ID=FILE"),
    ("g.json", "a=zeros.sig", "error: m.json: the file \"f.json\" is not the one that was signed"),
  ])
  func `a package is put together only of what was signed`(
    _ flow: String, _ signature: String?, _ message: String
  ) async {
    let made = await Self.pack(["f.json", "--sequence", "1"])
    let files: MemoryFiles = [
      "f.json": Self.flow(), "g.json": Self.flow(timeout: "900ms"), "m.json": made.data, "short.sig": "abc",
      "zeros.sig": String(repeating: "\u{0}", count: 64),
    ]
    let words = [flow, "--manifest", "m.json"] + (signature.map { ["--signature", $0] } ?? [])
    let outcome = await Self.pack(words, files: files)
    #expect(outcome.status != .fine)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics == message + "\n")
  }

  @Test func `a package that grows beyond the limit by its signature is refused`() async {
    // Its text alone fits; with manifest and signature it does not.
    let room = 262_144 - Self.flow().utf8.count - 400
    let large = Self.flow(work: "\"value\": \"\(String(repeating: "x", count: room))\"")
    var files: MemoryFiles = ["f.json": large, "zeros.sig": String(repeating: "\u{0}", count: 64)]
    let made = await Self.pack(["f.json", "--sequence", "1"], files: files)
    #expect(made.status == .fine, "\(made.diagnostics)")
    files.contents["m.json"] = Array(made.data.utf8)
    let outcome = await Self.pack(
      ["f.json", "--manifest", "m.json", "--signature", "a=zeros.sig"], files: files)
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics == "error: m.json: the package is larger than 262144 bytes\n")
  }
}
