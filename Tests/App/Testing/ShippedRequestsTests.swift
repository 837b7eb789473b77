import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTesting
import Testing

/// What the flows of this package send: each request with its address, its body and its headers, but for those that say
/// that it is JSON.
@Suite struct ShippedRequestsTests {
  struct Day: Sendable, CustomTestStringConvertible {
    var flow: String
    var inputs: [String: JSONValue] = [:]
    var caches: [String: JSONValue] = [:]
    var values: [String: JSONValue] = [:]
    var outcomes: [String: Scenario.Outcome] = [:]
    var page: String
    var requests: [String]
    var testDescription: String { "\(flow) to \(page)" }
  }

  private static let hulk = [
    "GET https://hulk.example.com/check-app-update.json", "GET https://hulk.example.com/get-city.json",
    "GET https://hulk.example.com/is-verifing-version.json",
    "GET https://spider.example.com/get-server-address.json",
  ]
  private static let rider: JSONValue = ["serverAddress": "https://rider.example.com"]
  private static let loan: JSONValue = ["baseURL": "https://api.loan.example.com", "guestId": "g-7"]

  static let days = [
    // The login sends the credentials, and only the next request gets its token.
    Day(
      flow: "rider-launch", inputs: ["signed-in": true, "phone": "138", "login-key": "k-7f3a"],
      values: ["get-server-address": rider, "login": ["token": "t-1"], "get-rider-info": [:]], page: "home",
      requests: hulk + [
        #"POST https://rider.example.com/login.json {"phone":"138","key":"k-7f3a"}"#,
        "GET https://rider.example.com/get-rider-info.json Authorization: Bearer t-1",
      ]),
    Day(
      flow: "rider-launch", inputs: ["signed-in": true, "phone": "138", "login-key": "old"],
      values: ["get-server-address": rider], outcomes: ["login": .named("token-invalid")], page: "login",
      requests: hulk + [
        #"POST https://rider.example.com/login.json {"phone":"138","key":"old"}"#
      ]),
    // A login that is stored helps where the new one fails, and its token is sent.
    Day(
      flow: "rider-launch", inputs: ["signed-in": true], caches: ["login": ["token": "t-0"]],
      values: ["get-server-address": rider, "get-rider-info": [:]], outcomes: ["login": .error(.client)],
      page: "home",
      requests: hulk + [
        #"POST https://rider.example.com/login.json {"phone":"","key":""}"#,
        "GET https://rider.example.com/get-rider-info.json Authorization: Bearer t-0",
      ]),
    Day(
      flow: "rider-login", inputs: ["phone": "138", "code": "1234"],
      values: ["get-server-address": rider, "login": ["token": "t-1"], "get-rider-info": [:]], page: "home",
      requests: [
        "GET https://spider.example.com/get-server-address.json",
        #"POST https://rider.example.com/login.json {"phone":"138","code":"1234"}"#,
        "GET https://rider.example.com/get-rider-info.json Authorization: Bearer t-1",
      ]),
    Day(
      flow: "loan-launch", inputs: ["version": "4.2.0"],
      values: [
        "get-appcode": loan, "get-device-token": ["token": "d-1"], "ask-for-location": ["latitude": 31.2],
      ], page: "home",
      requests: [
        "GET https://config.loan.example.com/config/appcode/get?version=4.2.0",
        "GET https://api.loan.example.com/home?guestId=g-7",
        #"POST https://api.loan.example.com/location?guestId=g-7 {"location":{"latitude":31.2}}"#,
        #"POST https://api.loan.example.com/push/register?guestId=g-7 {"token":"d-1"}"#,
      ]),
    Day(
      flow: "loan-login", inputs: ["phone": "138", "code": "1"], caches: ["appcode": loan],
      values: ["login": ["token": "t-9"]], page: "home",
      requests: [
        #"POST https://api.loan.example.com/user/login?guestId=g-7 {"phone":"138","code":"1"}"#,
        "GET https://api.loan.example.com/user/info?guestId=g-7 X-Token: t-9",
      ]),
    Day(
      flow: "carrier-verification", inputs: ["phone": "138"],
      values: ["submit": ["task": "t-5"], "ask-for-code": "1111"],
      outcomes: ["check-state": .named("code-wanted")], page: "later",
      requests: [
        #"POST https://carrier.loan.example.com/verifications {"phone":"138"}"#,
        "GET https://carrier.loan.example.com/verifications/t-5/state",
        #"POST https://carrier.loan.example.com/verifications/t-5/code {"code":"1111"}"#,
      ]),
    Day(
      flow: "web-verification", inputs: ["site": "zm"],
      values: ["get-address": ["url": "https://a.zmxy.example.com/x"]],
      outcomes: ["ask-for-state": .named("verified")], page: "verified",
      requests: [
        "POST https://api.loan.example.com/user/profile/zm/post",
        "GET https://api.loan.example.com/user/profile/zm/state",
      ]),
    Day(
      flow: "payment", inputs: ["order": "117"], values: ["pay": ["state": "processing"]],
      outcomes: ["ask-bank": .named("unpaid")], page: "order",
      requests: [
        "POST https://trade.loan.example.com/orders/117/lock",
        "GET https://trade.loan.example.com/orders/117/payment",
        "POST https://trade.loan.example.com/orders/117/unlock",
      ]),
    Day(
      flow: "weak-network", inputs: ["signed-in": true], values: ["get-home": ["sections": [1]]],
      page: "home",
      requests: [
        "GET https://api.shop.example.com/config", "GET https://api.shop.example.com/home",
        "GET https://api.shop.example.com/cart",
        "POST https://t.shop.example.com/batch Content-Type: application/x-www-form-urlencoded event=launch",
      ]),
    Day(
      flow: "screen-load", inputs: ["version": "7.1.0", "token": "t-1"], page: "content",
      requests: [
        "GET https://api.house.example.com/profile?version=7.1.0&platform=app X-Token: t-1",
        "GET https://inbox.house.example.com/messages?version=7.1.0&platform=app X-Token: t-1",
        "GET https://api.house.example.com/banner?version=7.1.0&platform=app X-Token: t-1",
      ]),
  ]

  private static func line(_ request: HTTPRequest) -> String {
    let headers = request.headers.filter { $0.value != "application/json" }.map { "\($0.name): \($0.value)" }
    let body = request.body.map { String(decoding: $0, as: UTF8.self) }
    return (["\(request.method) \(request.url)"] + headers + [body].compactMap(\.self)).joined(separator: " ")
  }

  @Test(arguments: days) func `requests contain the flow's parts`(_ day: Day) async throws {
    var scenario = Scenario()
    for (name, value) in day.inputs { scenario = scenario.with(input: name, value) }
    for (name, value) in day.caches { scenario = scenario.with(cache: name, value) }
    for (step, value) in day.values { scenario = scenario.with(step, .value(value)) }
    for (step, outcome) in day.outcomes { scenario = scenario.with(step, outcome) }
    let report = try await Flows.test(day.flow).play(scenario)
    #expect(report.page == day.page)
    #expect(Set(report.requests.map { Self.line($0.request) }) == Set(day.requests))
    #expect(report.problems == [])
  }

  /// What a login by hand stores is a launch's, and a login that failed by hand lets nobody in.
  @Test func `a login by hand serves the next launch`() async throws {
    let inputs = Scenario().with(input: "phone", "138").with(input: "code", "1")
    let login = try await Flows.test("rider-login").play(
      inputs.with("get-server-address", .value(Self.rider)).with("login", .value(["token": "t-1"]))
        .with("get-rider-info", .value([:])))
    let stored = try #require(login.caches["login"])
    let cached = Scenario().with(cache: "login", stored)
    let launch = try await Flows.test("rider-launch").play(
      cached.with(input: "signed-in", true).with("login", .hang))
    #expect(launch.page == "home")
    #expect(launch["login"]?.source == .cache)
    let failed = try await Flows.test("rider-login").play(
      inputs.with(cache: "login", stored).with("login", .error(.server)))
    #expect(failed.page == "login")
    #expect(failed["login"]?.source == nil)
  }
}
