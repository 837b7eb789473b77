import LaunchFlowLoopback
import Testing

@testable import LaunchFlow

/// What a server says, in each of the apps: the page, the text on the screen, and the line with the code in the log.
@Suite struct ServerWordsTests {
  struct Day: Sendable, CustomTestStringConvertible {
    var flow: String
    var inputs: [String: JSONValue]
    var path: String
    var status = 200
    var body: String
    var page: String
    var notice: String?
    var line: String
    var testDescription: String { "\(flow) \(path)" }
  }

  static let days = [
    Day(
      flow: "rider-launch", inputs: ["signed-in": true], path: "/login.json",
      body: #"{"code":50017,"msg":"Please bind your card first."}"#, page: "login",
      notice: "Please bind your card first.",
      line: "login attempt 1 refused as binding-required, HTTP 200, code 50017"),
    Day(
      flow: "rider-login", inputs: ["phone": "138", "code": "1"], path: "/login.json",
      body: #"{"code":50003,"msg":"This code is not right."}"#, page: "login",
      notice: "This code is not right.",
      line: "login attempt 1 refused as wrong-code, HTTP 200, code 50003"),
    Day(
      flow: "rider-login", inputs: ["phone": "138", "code": "1"], path: "/get-rider-info.json",
      body: #"{"code":70001,"msg":"The books are being closed."}"#, page: "login",
      notice: "The books are being closed.",
      line: "get-rider-info attempt 1 failed: business, HTTP 200, code 70001"),
    Day(
      flow: "carrier-verification", inputs: ["phone": "138"], path: "/verifications",
      body: #"{"code":60001,"msg":"Your carrier does not take part."}"#, page: "later",
      notice: "Your carrier does not take part.",
      line: "submit attempt 1 refused as not-supported, HTTP 200, code 60001"),
    Day(
      flow: "web-verification", inputs: ["site": "zm"], path: "/user/profile/zm/post",
      body: #"{"code":61001,"msg":"Zhima is being repaired."}"#, page: "later",
      notice: "Zhima is being repaired.",
      line: "get-address attempt 1 refused as not-offered, HTTP 200, code 61001"),
    Day(
      flow: "weak-network", inputs: ["signed-in": true], path: "/home", status: 410,
      body: #"{"code":410,"msg":"The shop has closed."}"#, page: "closed", notice: "The shop has closed.",
      line: "get-home attempt 1 refused as closed, HTTP 410, code 410"),
  ]

  @Test(arguments: days) func `the user reads the server's words and the log has its code`(_ day: Day)
    async throws
  {
    var bench = try RiderLoginTests.bench()
    for (path, data) in ["/config": "{}", "/home": #"{"sections":[1]}"#, "/cart": #"{"items":[]}"#] {
      bench.answer(path, data)
    }
    bench.server.script("/batch", [.status(204)])
    for action in ["take-off-cover", "ask-for-code", "show-web-page", "pop-web-page"] {
      bench.actions.register(action) { _ in .null }
    }
    bench.server.script(day.path, [.json(day.body, status: day.status)])
    let lines = Locked<[String]>([])
    let sink = LineSink { line in lines.withLock { $0.append(line) } }
    let run = try bench.engine(day.flow, sinks: [sink]).start(inputs: day.inputs)
    let landing = await run.landing
    #expect(landing.page == day.page)
    #expect(landing.notice?.text == day.notice)
    _ = await run.finished
    #expect(await eventually { lines.withLock { $0.contains { $0.hasSuffix(" finished") } } })
    let all = lines.withLock { $0 }
    #expect(all.contains { $0.hasSuffix(" " + day.line) }, "\(all.filter { $0.contains("code") })")
    #expect(!all.contains { line in day.notice.map(line.contains) ?? false })
  }
}
