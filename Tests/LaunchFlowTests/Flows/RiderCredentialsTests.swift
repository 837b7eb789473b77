import LaunchFlowLoopback
import Testing

@testable import LaunchFlow

/// The rider app against servers that check who asks: the login's credentials, and the token of later requests.
@Suite struct RiderCredentialsTests {
  private static let inputs: [String: JSONValue] = [
    "signed-in": true, "phone": "13800000000", "login-key": "k-7f3a",
  ]

  /// A login that takes only the rider's credentials, and a server that knows only the token of that login.
  private static func bench() throws -> FlowBench {
    let bench = try RiderLoginTests.bench()
    bench.server.decide("/login.json") { request in
      request.text == #"{"phone":"13800000000","key":"k-7f3a"}"#
        ? .json(#"{"code":0,"data":{"token":"t-1"}}"#)
        : .json(#"{"code":401,"msg":"Please sign in again."}"#, status: 401)
    }
    bench.server.decide("/get-rider-info.json") { request in
      request.header("Authorization") == "Bearer t-1"
        ? .json(#"{"code":0,"data":{"authenticationStatus":1,"trainStatus":0}}"#) : .status(401)
    }
    return bench
  }

  private static func settled(_ engine: FlowEngine, _ inputs: [String: JSONValue] = inputs) async throws
    -> FlowLanding
  {
    let run = try engine.start(inputs: inputs)
    let landing = await run.landing
    _ = await run.finished
    await engine.storesWritten()
    return landing
  }

  @Test func `the login sends the credentials, and the next request its token`() async throws {
    let bench = try Self.bench()
    let lines = Locked<[String]>([])
    let sink = LineSink { line in lines.withLock { $0.append(line) } }
    let landing = try await Self.settled(try bench.engine("rider-launch", sinks: [sink]))
    #expect(landing.page == "home")
    #expect(landing["login"]?.source == .live)
    #expect(landing["get-rider-info"]?.source == .live)
    let login = bench.server.requests(for: "/login.json")
    #expect(login.map(\.method) == ["POST"])
    #expect(login.map { $0.header("Content-Type") } == ["application/json"])
    #expect(login.map { $0.header("Authorization") } == [nil])
    let info = bench.server.requests(for: "/get-rider-info.json")
    #expect(info.map { $0.header("Authorization") } == ["Bearer t-1"])
    // Nobody else gets them, and no log has them.
    let others = bench.server.requests.filter { !["/login.json", "/get-rider-info.json"].contains($0.path) }
    #expect(others.count == 4)
    #expect(others.allSatisfy { $0.header("Authorization") == nil && $0.body.isEmpty && $0.query == nil })
    #expect(await eventually { lines.withLock { $0.contains { $0.hasSuffix(" finished") } } })
    let all = lines.withLock { $0.joined() }
    for secret in ["13800000000", "k-7f3a", "t-1"] { #expect(!all.contains(secret)) }
  }

  @Test func `other credentials lead to the login page, and no token is sent`() async throws {
    let bench = try Self.bench()
    var inputs = Self.inputs
    inputs["login-key"] = "k-0000"
    let landing = try await Self.settled(try bench.engine("rider-launch"), inputs)
    #expect(landing.page == "login")
    #expect(landing.notice?.text == "Please sign in again.")
    #expect(bench.server.requests(for: "/get-rider-info.json").isEmpty)
  }

  @Test func `a cached login's token is sent while the login fails`() async throws {
    let bench = try Self.bench()
    let engine = try bench.engine("rider-launch")
    _ = try await Self.settled(engine)
    bench.server.script("/login.json", [.status(500)])
    bench.server.forgetRequests()
    let landing = try await Self.settled(engine)
    #expect(landing["login"]?.source == .cache)
    #expect(
      bench.server.requests(for: "/get-rider-info.json").map { $0.header("Authorization") } == ["Bearer t-1"])
  }

  @Test func `the login by hand sends its token, too`() async throws {
    let bench = try Self.bench()
    bench.server.decide("/login.json") { request in
      request.text == #"{"phone":"138","code":"1234"}"#
        ? .json(#"{"code":0,"data":{"token":"t-1"}}"#) : .json(#"{"code":50003,"msg":"No."}"#)
    }
    let landing = try await Self.settled(
      try bench.engine("rider-login"), ["phone": "138", "code": "1234"])
    #expect(landing.page == "home")
    #expect(
      bench.server.requests(for: "/get-rider-info.json").map { $0.header("Authorization") } == ["Bearer t-1"])
  }

  @Test func `the stored decision about the review serves the next launch`() async throws {
    let bench = try Self.bench()
    bench.server.script("/is-verifing-version.json", [.json(#"{"code":0,"data":true}"#), .status(500)])
    let engine = try bench.engine("rider-launch")
    #expect(try await Self.settled(engine).page == "login")
    bench.server.forgetRequests()
    let next = try await Self.settled(engine)
    #expect(next.page == "login")
    #expect(next["is-verifying-version"]?.status == .recovered)
    #expect(next["is-verifying-version"]?.source == .cache)
    #expect(next["is-verifying-version"]?.result == "under-review")
    #expect(bench.server.requests(for: "/get-rider-info.json").isEmpty)
  }
}
