import Foundation
import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowServer

/// Every answer that a scenario of the repository wants can be sent, and the flow reads it as wanted.
@Suite struct ServedRepliesTests {
  private static let folder = packageFolder.appending(path: "flows")

  /// A flow with one of its scenarios.
  struct Played: Sendable, CustomStringConvertible {
    var plan: FlowPlan
    var scenario: Scenario

    var description: String { "\(plan.flow.name), \(scenario.name ?? "defaults")" }
  }

  static let played: [Played] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { $0.hasSuffix(".scenarios.json") }.sorted().flatMap { file -> [Played] in
      let name = file.replacing(".scenarios.json", with: ".json")
      guard let flow = try? Flow(contentsOf: folder.appending(path: name)), let plan = try? FlowPlan(flow),
        let bytes = try? Data(contentsOf: folder.appending(path: file))
      else { return [] }
      let source = SourceText(name: file, bytes: Array(bytes))
      guard let document = ScenarioFile.read(source, for: flow).document else { return [] }
      return document.scenarios.map { Played(plan: plan, scenario: $0.over(document.defaults)) }
    }
  }()

  @Test func `the scenarios of the repository are played`() {
    #expect(Self.played.count > 100)
  }

  @Test(arguments: played)
  func `each answer is read as the scenario wants it`(_ played: Played) throws {
    let plan = played.plan
    let script = try ScenarioScript(plan, played.scenario, seed: 1, run: 0)
    let search = ReplySearch(plan)
    for attempt in RequestPattern.attempts(of: plan) {
      for number in 1...3 {
        let answer = script.attempt(number, of: attempt.step, attempt.origin, at: 0).answer
        switch answer?.outcome {
        // These are told without an HTTP answer.
        case nil, .failed(.timeout), .failed(.network), .failed(.offline): continue
        default: break
        }
        let wanted = try #require(answer)
        let comment: Comment = "\(plan.stepNames[attempt.step]), attempt \(number): \(wanted)"
        let found = search.reply(wanted, of: attempt.step, attempt.origin)
        let reply = try #require(found, comment)
        let header = reply.headers.first { $0.name == "Retry-After" }
        let wait = header.flatMap { Int64($0.value) }.map { $0 * 1_000_000_000 }
        let reading = plan.read(
          .http(status: reply.status, body: .bytes(reply.body), retryAfter: wait), of: attempt.step,
          origin: attempt.origin)
        #expect(reading.outcome == wanted.outcome, comment)
        if case .known = wanted.value { #expect(reading.value == wanted.value, comment) }
        if let code = wanted.codes?.code { #expect(reading.codes?.code == code, comment) }
      }
    }
  }

  /// Step `a` reads its answers in every way that the format has.
  private static let reader = #"""
    { "flow": "f", "deadline": "10s", "pages": ["home"],
      "services": { "s": {
        "baseURL": "https://s.example.com/v1", "domain": "d",
        "envelope": { "success": { "at": "/code", "in": [0, 200] }, "data": "/data/inner", "message": "/msg" },
        "failures": { "signed-out": { "status": [401, 403] }, "busy": { "at": "/code", "equals": "E_BUSY" } } } },
      "steps": {
        "a": { "http": { "service": "s", "path": "/a" }, "timeout": "1s",
               "valid": { "all": [{ "at": "/n", "in": [4, 8] }, { "not": { "at": "/n", "equals": 9 } }] },
               "results": { "big": { "at": "/n", "equals": 8 }, "odd": { "at": "/kind", "in": ["x1", "x2"] } } },
        "b": { "http": { "service": "s", "path": "/b/${a/id}", "expect": "text" }, "needs": ["a"], "timeout": "1s" },
        "c": { "http": { "service": "s", "path": "/c", "expect": "none" }, "timeout": "1s" } },
      "landings": [{ "page": "home", "after": ["b", "c"] }] }
    """#

  private static func plan() throws -> FlowPlan {
    try FlowPlan(try #require(Flow.read(SourceText(name: "f.json", text: reader)).document))
  }

  @Test(arguments: ["big", "odd", "signed-out", "busy"])
  func `every name of a step can be sent`(name: String) throws {
    let plan = try Self.plan()
    let number = try #require(plan.nameNumber(name, of: 0))
    let isFailure = ["signed-out", "busy"].contains(name)
    let wanted = AttemptAnswer(
      isFailure ? .refused(name: number) : .succeeded(name: number), value: isFailure ? nil : .opaque,
      message: isFailure ? .known("Not you") : nil)
    let search = ReplySearch(plan)
    let found = search.reply(wanted, of: 0, .own)
    let reply = try #require(found)
    let reading = plan.read(.http(status: reply.status, body: .bytes(reply.body)), of: 0, origin: .own)
    #expect(reading.outcome == wanted.outcome)
    if isFailure { #expect(reading.message == .known("Not you")) }
    // Another step refers to this place.
    guard case .known(let value) = reading.value else { return #expect(isFailure) }
    #expect(value[JSONPointer(tokens: ["id"])] != nil)
  }

  @Test(arguments: [ErrorClass.server, .client, .business, .malformed], [0, 1, 2])
  func `every error of a server can be sent`(error: ErrorClass, step: Int) throws {
    let plan = try Self.plan()
    let search = ReplySearch(plan)
    let reply = search.reply(AttemptAnswer(.failed(error)), of: step, .own)
    // Only an envelope says no with a good status.
    guard error != .business || step == 0 else { return #expect(reply == nil) }
    let sent = try #require(reply)
    let reading = plan.read(.http(status: sent.status, body: .bytes(sent.body)), of: step, origin: .own)
    #expect(reading.outcome == .failed(error))
  }

  @Test func `an answer that the flow would refuse is not invented`() throws {
    let plan = try Self.plan()
    let search = ReplySearch(plan)
    let value = try JSONValue(parsing: Array(#"{ "n": 1 }"#.utf8))
    let reply = search.reply(AttemptAnswer(.succeeded(name: -1), value: .known(value)), of: 0, .own)
    #expect(reply == nil)
  }
}
