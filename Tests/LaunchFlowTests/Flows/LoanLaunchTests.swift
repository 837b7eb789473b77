import LaunchFlow
import LaunchFlowLoopback
import Testing

/// The lending app's launch and login, for real.
@Suite struct LoanLaunchTests {
  static let kits = ["start-push", "start-analytics", "start-sharing", "start-statistics", "start-maps"]

  /// A bench whose server knows the launch, and whose actions do as the app's.
  static func bench(_ record: CallRecord) throws -> FlowBench {
    var bench = try FlowBench()
    for kit in kits { bench.actions.register(kit) { _ in .null } }
    bench.actions.register("get-device-token") { _ in ["token": "d-1"] }
    bench.actions.register("ask-for-location") { _ in ["latitude": 31.2, "longitude": 121.5] }
    bench.actions.register("refresh-home") { context in
      await record.note("refresh-home", context.input)
      return .null
    }
    bench.answer("/config/appcode/get", #"{"baseURL":"\#(bench.server.address)","guestId":"g-7"}"#)
    bench.answer("/push/register", "{}")
    bench.answer("/location", "{}")
    bench.answer("/home", #"{"offers":[1]}"#)
    return bench
  }

  static func launch(_ bench: FlowBench, slack: Int = 1_000) async throws -> (FlowLanding, Trace) {
    let run = try bench.engine("loan-launch", slack: slack).start(inputs: ["version": "4.2.0"])
    return (await run.landing, await run.finished)
  }

  @Test func `a fine day ends with the home data on the page`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(record)
    let (landing, _) = try await Self.launch(bench)
    #expect(landing.page == "home")
    #expect(!landing.isDegraded)
    #expect(bench.server.requests(for: "/config/appcode/get").map(\.query) == ["version=4.2.0"])
    for path in ["/push/register", "/location", "/home"] {
      #expect(bench.server.requests(for: path).map(\.query) == ["guestId=g-7"], "\(path)")
    }
    #expect(bench.server.requests(for: "/push/register").map(\.text) == [#"{"token":"d-1"}"#])
    #expect(await record.inputs == [["offers": [1]]])
  }

  @Test func `a forced update asks for nothing else of the home page`() async throws {
    let record = CallRecord()
    let bench = try Self.bench(record)
    let address = bench.server.address
    bench.answer("/config/appcode/get", #"{"baseURL":"\#(address)","guestId":"g-7","forceUpdate":true}"#)
    let (landing, _) = try await Self.launch(bench)
    #expect(landing.page == "update")
    #expect(bench.server.requests(for: "/home").isEmpty)
    #expect(await record.calls.isEmpty)
  }

  @Test func `without an answer the last known address serves`() async throws {
    let bench = try Self.bench(CallRecord())
    _ = try await Self.launch(bench)
    bench.server.script("/config/appcode/get", [.hang])
    bench.server.forgetRequests()
    // The real three seconds.
    let (landing, _) = try await Self.launch(bench, slack: 1)
    #expect(landing.page == "home")
    #expect(landing["get-appcode"]?.source == .cache)
    #expect(bench.server.requests(for: "/home").map(\.query) == ["guestId=g-7"])
  }

  @Test func `kits that never return hold no page`() async throws {
    let record = CallRecord()
    var bench = try Self.bench(record)
    for kit in Self.kits {
      bench.actions.register(kit) { _ in
        try await Task.sleep(for: .seconds(3_600))
        return .null
      }
    }
    let run = try bench.engine("loan-launch", slack: 1_000).start(inputs: ["version": "4.2.0"])
    let landing = await run.landing
    #expect(landing.page == "home")
    #expect(!landing.isDegraded)
    #expect(landing["kits"] == nil)
  }

  @Test func `the login carries the guest's number to the page that binds the device`() async throws {
    let bench = try Self.bench(CallRecord())
    _ = try await Self.launch(bench)
    bench.server.script("/user/login", [.json(#"{"code":50017,"msg":"Please bind this device first."}"#)])
    let engine = try bench.engine("loan-login", slack: 1_000)
    let landing = await (try engine.start(inputs: ["phone": "138", "code": "1234"])).landing
    #expect(landing.page == "device-binding")
    #expect(landing["login"]?.result == "binding-required")
    #expect(try landing.value(of: "stored-appcode", as: Appcode.self)?.guestId == "g-7")
    let login = bench.server.requests(for: "/user/login")
    #expect(login.map(\.query) == ["guestId=g-7"])
    #expect(login.map(\.text) == [#"{"phone":"138","code":"1234"}"#])
    #expect(bench.server.requests(for: "/user/info").isEmpty)
  }

  private struct Appcode: Decodable {
    var guestId: String
  }

  @Test func `a login by hand sends its token on and tells a wrong code`() async throws {
    let bench = try Self.bench(CallRecord())
    _ = try await Self.launch(bench)
    bench.server.script(
      "/user/login",
      [
        .json(#"{"code":50003,"msg":"This code is not right."}"#),
        .json(#"{"code":200,"data":{"token":"t-9"}}"#),
      ])
    bench.answer("/user/info", #"{"name":"A"}"#)
    let engine = try bench.engine("loan-login", slack: 1_000)
    let refused = await (try engine.start(inputs: ["phone": "138", "code": "1"])).landing
    #expect(refused.page == "login")
    #expect(refused.notice == Flow.Notice("This code is not right.", style: .confirm))
    let landing = await (try engine.start(inputs: ["phone": "138", "code": "2"])).landing
    #expect(landing.page == "home")
    #expect(bench.server.requests(for: "/user/info").map { $0.header("X-Token") } == ["t-9"])
  }
}
