import LaunchFlow
import LaunchFlowLoopback
import Testing

/// The rider app's login by hand, for real: what the launch has stored lets nobody in.
@Suite struct RiderLoginTests {
  static func bench() throws -> FlowBench {
    let bench = try FlowBench()
    let answers = [
      "/check-app-update.json": #"{"force":false}"#, "/is-verifing-version.json": "false",
      "/get-city.json": #"{"city":"Shanghai"}"#, "/login.json": #"{"token":"t-1"}"#,
      "/get-server-address.json": #"{"serverAddress":"\#(bench.server.address)"}"#,
      "/get-rider-info.json": #"{"authenticationStatus":1,"trainStatus":0}"#,
    ]
    for (path, data) in answers { bench.server.script(path, [.json(#"{"code":0,"data":\#(data)}"#)]) }
    return bench
  }

  @Test func `a failure is told though a login is stored`() async throws {
    let bench = try Self.bench()
    let launch = try bench.engine("rider-launch").start(inputs: ["signed-in": true])
    #expect(await launch.landing.page == "home")
    _ = await launch.finished
    bench.server.script("/login.json", [.status(500)])
    let login = try bench.engine("rider-login").start(inputs: ["phone": "138", "code": "1234"])
    let landing = await login.landing
    #expect(landing.page == "login")
    #expect(landing.notice?.text == "The login did not get through. Please try again.")
    #expect(landing["login"]?.value == nil)
  }

  @Test func `what the login stores serves the next launch`() async throws {
    let bench = try Self.bench()
    let login = try bench.engine("rider-login").start(inputs: ["phone": "138", "code": "1234"])
    #expect(await login.landing.page == "home")
    _ = await login.finished
    #expect(bench.server.requests(for: "/login.json").map(\.text) == [#"{"phone":"138","code":"1234"}"#])
    bench.server.script("/login.json", [.status(500)])
    let landing = await (try bench.engine("rider-launch").start(inputs: ["signed-in": true])).landing
    #expect(landing.page == "home")
    #expect(landing["login"]?.source == .cache)
    #expect(landing["login"]?.value == ["token": "t-1"])
  }
}
