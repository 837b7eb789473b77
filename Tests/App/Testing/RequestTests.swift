import Foundation
import LaunchFlow
import LaunchFlowTesting
import Testing

/// Requests that a test's closures answer, with the app's hooks around them.
@Suite struct RequestTests {
  static let flow = #"""
    {
      "flow": "launch", "deadline": "20s", "pages": ["home", "login"],
      "caches": { "session": {} },
      "services": { "api": { "baseURL": "https://api.example.com" } },
      "steps": {
        "login": {
          "http": { "service": "api", "path": "/login" }, "timeout": "5s", "store": "session",
          "retry": { "attempts": 2, "delay": "1s" },
          "fallback": [{ "http": { "service": "api", "path": "/backup" }, "timeout": "5s" }]
        },
        "greet": { "needs": ["login"], "action": "greet", "with": "${login/name}", "timeout": "5s" }
      },
      "landings": [
        { "page": "home", "when": { "greet": "available" } },
        { "page": "login" }
      ]
    }
    """#

  static func test() throws -> LaunchTest {
    var test = try LaunchTest(Flow(data: Data(flow.utf8)))
    test.actions.register("greet", String.self) { name, _ in "Hello, \(name)" }
    return test
  }

  @Test func `closures answer, and the app's hooks apply`() async throws {
    var test = try Self.test()
    test.prepare["api"] = { request in
      var request = request
      request[header: "X-Signature"] = "signed"
      return request
    }
    test.answer("login") { request, context in
      try await context.clock.sleep(for: .seconds(2))
      return .json(["name": .string(request[header: "X-Signature"] ?? "nobody")])
    }
    let report = try await test.play()
    #expect(report.page == "home")
    #expect(report.time == .seconds(2))
    #expect(try report.landing?.value(of: "greet", as: String.self) == "Hello, signed")
    #expect(report.caches == ["session": ["name": "signed"]])
    #expect(
      report.requests.map(\.description)
        == ["GET https://api.example.com/login of login after 2s"].map {
          $0.replacing("2s", with: "0s")
        })
    #expect(report.problems == [])
  }

  @Test func `attempts and fallbacks have separate closures`() async throws {
    var test = try Self.test()
    test.answer("login") { _, context in
      if context.attempt == 1 { throw HTTPFailure(.server, "down") }
      try await context.hang()
      return .json(.null)
    }
    test.answer("login.fallback") { _, _ in .json(["name": "backup"]) }
    let report = try await test.play()
    #expect(report["login"]?.status == .recovered)
    #expect(report["login"]?.attempts == 3)
    #expect(report.page == "home")
  }

  @Test func `the scenario's network applies to closures`() async throws {
    var test = try Self.test()
    test.answer("login") { _, context in
      try await context.clock.sleep(for: .seconds(1))
      return .json(["name": "late"])
    }
    var scenario = Scenario()
    scenario.network = [.init(from: .zero, to: .seconds(3), .silent)]
    let report = try await test.play(scenario.with("login.fallback", .error(.server)))
    // The first attempt is lost with its time-out of 5 s; the second one gets through.
    #expect(report["login"]?.attempts == 2)
    #expect(report["login"]?.time ?? .zero >= .seconds(6))
    scenario.network = [.init(from: .zero, to: nil, .refused)]
    let refused = try await test.play(scenario)
    #expect(refused.page == "login")
  }

  @Test func `a value that the scenario leaves open is named`() async throws {
    let report = try await Self.test().play()
    #expect(report.page == "login")
    #expect(
      report.problems == [
        "The code of greet needs the value of login, which the scenario leaves open. "
          + "Give the step a \"value\" or a \"response\"."
      ])
    let told = try await Self.test().play(Scenario().with("login", .value(["name": "Ann"])))
    #expect(told.page == "home")
    #expect(told.problems == [])
  }

  @Test func `caches come from the scenario with their age`() async throws {
    let text = #"""
      { "flow": "launch", "deadline": "5s", "pages": ["home"],
        "caches": { "fresh": { "maxAge": "1d" }, "old": { "maxAge": "1d" } },
        "steps": { "fresh": { "cache": "fresh" }, "old": { "cache": "old" } },
        "landings": [ { "page": "home", "after": ["fresh", "old"] }, { "page": "home" } ] }
      """#
    let test = try LaunchTest(Flow(data: Data(text.utf8)))
    let report = try await test.play(
      Scenario().with(cache: "fresh", 1, age: .seconds(86_400)).with(cache: "old", 1, age: .seconds(86_401)))
    #expect(report["fresh"]?.status == .succeeded)
    #expect(report["old"]?.status == .failed)
    #expect(report.time == .zero)
  }
}
