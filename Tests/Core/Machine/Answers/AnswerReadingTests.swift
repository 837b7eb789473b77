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

  private static func read(_ plan: FlowPlan, _ body: JSONValue) -> AttemptAnswer {
    plan.read(.http(status: 200, body: .json(body)), of: 1, origin: .own)
  }

  /// A step's failures come before those of its service. A text that the file does not list is not recorded.
  @Test(
    arguments: [
      (1, "of-step", "1"), ("E_GONE", "gone", "E_GONE"), (7, nil, "7"), ("E_BUSY", nil, "E_BUSY"),
      ("13800000000", nil, "other"),
    ] as [(JSONValue, String?, String)])
  func `a code`(_ code: JSONValue, _ name: String?, _ recorded: String) throws {
    let plan = try Self.plan()
    let reading = Self.read(plan, ["code": code, "msg": "No."])
    #expect(reading.message == .known("No."))
    #expect(reading.codes?.text == "HTTP 200, code \(recorded)")
    if case .refused(let number) = reading.outcome {
      #expect(plan.name(number, of: 1) == name)
    } else {
      #expect(reading.outcome == .failed(.business) && name == nil)
    }
  }

  /// Of two members with one name the later one counts, even if it is null.
  @Test(
    arguments: [
      .bytes(
        Array(#"{ "code": 0, "data": { "l": [1, null, { "a": null }], "n": null, "m": 1, "m": null } }"#.utf8)
      ),
      .json(["code": 0, "data": ["l": [1, nil, ["a": nil]], "n": nil]]),
    ] as [Answer.Body])
  func `nulls in objects are dropped, those in lists are not`(_ body: Answer.Body) throws {
    let reading = try Self.plan().read(.http(status: 200, body: body), of: 1, origin: .own)
    #expect(reading.value == .known(["l": [1, nil, [:]]]))
  }

  @Test(arguments: [["x": nil], [:]] as [JSONValue])
  func `null and no value are the same for every test`(_ value: JSONValue) {
    func holds(_ test: Predicate.Test) -> Bool {
      Predicate(at: JSONPointer(tokens: ["x"]), [test]).holds(for: value)
    }
    #expect(
      holds(.equals(nil)) && holds(.isIn([1, nil])) && holds(.exists(false)) && holds(.nonEmpty(false)))
    #expect(!holds(.equals(0)) && !holds(.isIn([1])) && !holds(.exists(true)) && !holds(.nonEmpty(true)))
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
