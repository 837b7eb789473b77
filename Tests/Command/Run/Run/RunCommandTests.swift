import Foundation
@testable import LaunchFlowCommand
import LaunchFlowMachine
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

/// Real runs over HTTP on loopback. No time is asserted.
@Suite struct RunCommandTests {
  /// The rider app's backend on a day when all is well, but for what a test says.
  static func backend(_ faults: [String: Behaviour] = [:]) throws -> ScriptedServer {
    let server = try ScriptedServer()
    let answers = [
      "/check-app-update.json": #"{"force":false}"#, "/is-verifing-version.json": "false",
      "/get-city.json": #"{"city":"Shanghai"}"#,
      "/get-server-address.json": #"{"serverAddress":"\#(server.address)"}"#,
      "/login.json": #"{"token":"secret-token"}"#, "/get-rider-info.json": #"{"authenticationStatus":1}"#,
    ]
    for (path, data) in answers {
      server.script(path, [faults[path] ?? .json(#"{"code":0,"data":\#(data)}"#)])
    }
    return server
  }

  /// The command line that runs the rider's launch against a server.
  static func words(_ server: ScriptedServer, _ more: String...) -> [String] {
    [
      "run", "rider-launch.json", "-e", "develop", "--input", "signed-in=true",
      "--base-url", "hulk=\(server.address)", "--base-url", "spider=\(server.address)",
    ] + more
  }

  /// The rider's launch with minutes in place of seconds, since answers come late on a busy machine.
  static func world() throws -> TestWorld {
    let path = Binary.package.appending(path: "flows/rider-launch.json")
    let text = try String(contentsOf: path, encoding: .utf8).replacing(/"(\d+)s"/) { "\"\($0.1)m\"" }
    var world = TestWorld()
    world.files = ["rider-launch.json": text]
    return world
  }

  /// A value of the output's JSON.
  static func value(_ outcome: TestWorld.Outcome, _ keys: String...) throws -> JSONValue? {
    try JSONValue(parsing: outcome.data)[JSONPointer(tokens: keys)]
  }

  @Test func `a run is drawn at its end, and its trace is kept`() async throws {
    let server = try Self.backend()
    var world = try Self.world()
    let outcome = await world.run(Self.words(server, "--trace", "run.json"))
    #expect(outcome.status == .fine)
    #expect(outcome.diagnostics == "")
    #expect(outcome.data.hasPrefix("rider-launch · in develop\nlanded on home at "))
    #expect(server.requests(for: "/login.json").map(\.method) == ["POST"])
    let trace = try #require(outcome.writtenFiles["run.json"])
    world.files.contents["run.json"] = Array(trace.utf8)
    #expect((await world.run("show", "run.json")).data == outcome.data)
    #expect(!(outcome.data + outcome.diagnostics + trace).contains("secret"))
  }

  @Test(arguments: [
    ("no answer", Behaviour.close, "network"), ("garbage", .garbage, "malformed"),
    ("no JSON", Behaviour(.answer(CannedAnswer(body: [0x3C]))), "malformed"),
    ("500", .status(500), "server"), ("404", .status(404), "client"),
    ("refusal", .json(#"{"code":9,"msg":"secret"}"#), "business"),
    ("redirect abroad", .redirect(to: "https://example.com/"), "malformed"),
  ])
  func `a fault of the login ends on the login page`(
    _ name: String, _ fault: Behaviour, _ error: JSONValue
  ) async throws {
    let server = try Self.backend(["/login.json": fault])
    let outcome = await (try Self.world()).run(Self.words(server, "--format", "json"))
    #expect(outcome.status == .fine)
    #expect(try Self.value(outcome, "landing", "page") == "login")
    #expect(try Self.value(outcome, "steps", "login", "attempts", "0", "error") == error)
    #expect(!outcome.data.contains("secret"))
    #expect(!server.requests(for: "/login.json").isEmpty)
  }

  @Test func `the terminal shows a notice as users see it, a file as its author wrote it`() async throws {
    let server = try Self.backend(["/login.json": .json(#"{"code":1,"msg":"Sign in again."}"#, status: 401)])
    let outcome = await (try Self.world()).run(Self.words(server))
    #expect(outcome.data.contains("confirm “Sign in again.”"))
    #expect(server.requests(for: "/login.json").count == 1)
    for format in ["json", "trace", "svg", "html", "jsonl"] {
      let other = await (try Self.world()).run(Self.words(server, "--format", format))
      #expect(other.status == .fine)
      #expect(!other.data.contains("Sign in"), "\(format)")
    }
    let silent = try Self.backend(["/login.json": .status(401)])
    #expect(!(await (try Self.world()).run(Self.words(silent))).data.contains("confirm"))
    #expect(silent.requests(for: "/login.json").count == 1)
  }

  @Test func `caches persist in a folder between runs`() async throws {
    let folder = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let world = try Self.world()
    let server = try Self.backend()
    let first = await world.run(Self.words(server, "--store", folder.path()))
    #expect(first.data.contains("landed on home"))
    server.stop()
    let broken = try Self.backend(["/login.json": .status(500)])
    let second = await world.run(Self.words(broken, "--store", folder.path(), "--format", "json"))
    #expect(second.diagnostics == "")
    #expect(try Self.value(second, "steps", "login", "source") == "cache")
    #expect(try Self.value(second, "landing", "page") == "home")
    let entries = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    let login = try #require(entries.first { $0.contains("login") })
    try Data("damaged".utf8).write(to: folder.appending(path: login))
    let third = await world.run(Self.words(broken, "--store", folder.path(), "--format", "json"))
    #expect(third.diagnostics == "note: the cache 'login' is damaged and counts as absent\n")
    #expect(try Self.value(third, "landing", "page") == "login")
  }

  @Test(arguments: [0o755, 0o700, 0o770])
  func `a folder that exists keeps its mode, and its entries are private`(_ mode: Int) async throws {
    let folder = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path())
    let server = try Self.backend()
    let outcome = await (try Self.world()).run(
      Self.words(server, "--store", folder.path(), "--format", "json"))
    #expect(try Self.value(outcome, "landing", "page") == "home")
    #expect(try Self.mode(folder) == mode)
    let entries = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    #expect(!entries.isEmpty)
    for entry in entries {
      #expect(try Self.mode(folder.appending(path: entry)) & 0o077 == 0, "\(entry)")
    }
  }

  private static func mode(_ file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path())
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `an unusable folder is reported before the run starts`() async throws {
    let server = try Self.backend()
    let outcome = await (try Self.world()).run(Self.words(server, "--store", "/dev/null/caches"))
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics == "error: /dev/null/caches: Not a directory\n")
    #expect(server.requests.isEmpty)
  }

  @Test func `a terminal shows one line per event, and then the picture`() async throws {
    var world = try Self.world()
    world.isTerminal = true
    let server = try Self.backend()
    let outcome = await world.run(Self.words(server, "--color", "never"))
    let lines = outcome.diagnostics.split(separator: "\n")
    #expect(lines.first == "0 s started")
    #expect(lines.last?.hasSuffix("finished") == true)
    #expect(outcome.data.hasPrefix("rider-launch"))
    #expect(!server.requests.isEmpty)
  }

  @Test func `a flow without environments calls servers of this machine and no others`() async throws {
    let world = TestWorld()
    #expect(await world.run("init", "shop").status == .fine)
    let server = try ScriptedServer()
    server.script("/update", [.json(#"{"required":true}"#)])
    let words = ["run", "shop.flow.json", "--input", "signed-in=true", "--format", "json", "--base-url"]
    let outcome = await world.run(words + ["api=\(server.address)"])
    #expect(outcome.status == .fine, "\(outcome.diagnostics)")
    #expect(try Self.value(outcome, "landing", "page") == "update")
    let abroad = await world.run(words + ["api=https://other.example.com"])
    #expect(abroad.status == .wrongUsage)
    #expect(
      abroad.diagnostics.split(separator: "\n").first == """
        error: '--base-url' is not allowed in the release environment; declare a second one, such as "environments": \
        ["release", "develop"], or name a server of this machine
        """)
  }

  private static let linked = #"""
    {
      "flow": "linked", "deadline": "1h", "pages": ["order", "web", "none"], "signals": ["link"],
      "steps": {
        "link": { "await": "link", "timeout": "1h", "results": { "order": { "at": "/order", "exists": true } } }
      },
      "landings": [
        { "page": "order", "when": { "link": "order" } }, { "page": "web", "when": { "link": "available" } },
        { "page": "none", "after": ["link"] }
      ]
    }
    """#

  @Test(arguments: [
    ("link", "web"), ("link=1ms", "web"), (#"link={"order":7,"of":"secret"}"#, "order"),
    (#"link=1ms,{"order":7,"of":"secret"}"#, "order"), ("link=null", "web"), ("link=5", "web"),
  ])
  func `a signal comes at its time, with its value`(_ setting: String, _ page: String) async throws {
    var world = TestWorld()
    world.files = ["linked.json": Self.linked]
    world.isTerminal = true
    let outcome = await world.run("run", "linked.json", "--signal", setting, "--format", "json")
    #expect(try Self.value(outcome, "landing", "page") == .string(page))
    #expect(!(outcome.data + outcome.diagnostics).contains("secret"))
  }

  @Test(arguments: [
    ("lnik", "unknown signal 'lnik'; did you mean 'link'?"),
    ("link=soon", "the signal 'link' gets neither a time nor a value as JSON"),
    ("link=1ms,{\"token\"", "the signal 'link' gets neither a time nor a value as JSON; write 'link=400ms'"),
  ])
  func `a mistake in a signal is reported before anything is sent`(
    _ setting: String, _ message: String
  ) async throws {
    var world = TestWorld()
    world.files = ["linked.json": Self.linked]
    let outcome = await world.run("run", "linked.json", "--signal", setting)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: " + message))
  }

  @Test(arguments: [
    ["--trace", "x", "-o", "x"], ["-o", "a/x", "--trace=a/x"],
  ])
  func `two outputs to one file are refused before anything is sent`(_ words: [String]) async {
    var world = TestWorld()
    world.files = ["a/small.json": "{}"]
    let outcome = await world.run(["run", "a/small.json"] + words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: '--trace' and '--output' name the same file '"))
    #expect(outcome.writtenFiles.isEmpty)
  }

  @Test func `a device takes both outputs`() async {
    var world = TestWorld()
    world.files = ["small.json": "{}"]
    let outcome = await world.run("run", "small.json", "--trace", "/dev/null", "-o", "/dev/null")
    #expect(outcome.status == .problemsFound)
  }
}
