import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// What an answer is taken for by the conventions of its service, and what of it may be recorded.
@Suite struct AnswerReadingTests {
  private static func failure(_ name: String, _ code: JSONValue) -> Flow.Failure {
    Flow.Failure(name, Predicate(at: JSONPointer(tokens: ["code"]), [.equals(code)]))
  }

  private static func plan() throws -> FlowPlan {
    var service = Flow.Service("s")
    service.baseURL = .address("https://h.example")
    service.envelope = Flow.Envelope(
      success: Predicate(at: JSONPointer(tokens: ["code"]), [.equals(0)]),
      data: JSONPointer(tokens: ["data"]),
      message: JSONPointer(tokens: ["msg"]))
    service.envelope?.codes = ["E_BUSY"]
    service.failures = [failure("of-service", 1), failure("gone", "E_GONE")]
    service.dropListNulls = true
    var request = Flow.Request(.service("s", path: "/"))
    request.query = [Flow.NamedValue("token", "${?login/token}")]
    var step = Flow.Step("ask", .http(request))
    step.timeout = .seconds(1)
    step.after = ["login"]
    step.failures = [failure("of-step", 1)]
    var flow = Flow(
      name: "answers", deadline: .seconds(9), pages: [Flow.Page("home")],
      steps: [Flow.Step("login", .value(["token": "t"])), step],
      landings: [Flow.Landing("home", after: ["ask"])])
    flow.services = [service]
    return try FlowPlan(flow)
  }

  private static func read(_ plan: FlowPlan, _ body: JSONValue) -> AnswerReading {
    plan.read(.http(status: 200, body: .json(body)), of: 1, origin: .own)
  }

  @Test(
    arguments: [(1, "of-step"), ("E_GONE", "gone"), (7, nil), ("E_BUSY", nil)]
      as [(JSONValue, String?)])
  func `failures of the step come before those of its service`(_ code: JSONValue, _ name: String?)
    throws
  {
    let plan = try Self.plan()
    let reading = Self.read(plan, ["code": code, "msg": "No."])
    #expect(reading.message == "No.")
    guard let name else {
      #expect(reading.outcome == .failed(.business))
      return
    }
    guard case .refused(let number) = reading.outcome else {
      Issue.record("\(reading.outcome)")
      return
    }
    #expect(plan.name(number, of: 1) == name)
  }

  @Test(
    arguments: [
      (7, "HTTP 200, code 7"), (1, "HTTP 200, code 1"), ("E_BUSY", "HTTP 200, code E_BUSY"),
      ("E_GONE", "HTTP 200, code E_GONE"), ("13800000000", "HTTP 200, code other"),
    ] as [(JSONValue, String)])
  func `a text that the file does not list is not recorded`(_ code: JSONValue, _ text: String)
    throws
  {
    #expect(Self.read(try Self.plan(), ["code": code]).codes?.text == text)
  }

  @Test func `nulls in lists are dropped where the service says so`() throws {
    let reading = Self.read(
      try Self.plan(), ["code": 0, "data": ["l": [1, nil, ["a": nil]], "n": nil]])
    #expect(reading.value == ["l": [1, [:]]])
  }

  @Test func `an optional reference without a value makes no attempt malformed`() throws {
    let plan = try Self.plan()
    let prepared = plan.prepare(1, .own, in: plan.releaseEnvironment) { _ in nil }
    guard case .ready(.request(let request)) = prepared else {
      Issue.record("\(prepared)")
      return
    }
    #expect(request.url == "https://h.example/")
  }
}
