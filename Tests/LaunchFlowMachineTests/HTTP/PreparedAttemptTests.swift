import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// Whether an attempt can be made, by the values that it refers to.
@Suite struct PreparedAttemptTests {
  private static let plan: FlowPlan = {
    var service = Flow.Service("regional")
    service.baseURL = .address("${a/host}")
    service.allowedHosts = ["*.example.com"]
    var step = Flow.Step("b", .http(Flow.Request(.service("regional", path: "/b"))))
    step.timeout = .seconds(1)
    step.needs = ["a"]
    var flow = Flow(
      name: "f", deadline: .seconds(1), pages: ["home"], steps: [Flow.Step("a", .value(1)), step],
      landings: [Flow.Landing("home", after: ["b"])])
    flow.services = [service]
    return FlowPlan(unchecked: flow)
  }()

  private func prepare(_ value: RunValue?, in environment: RequestEnvironment) -> PreparedAttempt {
    Self.plan.prepare(1, .own, in: environment) { _ in value }
  }

  @Test func `a known value is rendered`() {
    let prepared = prepare(.known("https://eu.example.com"), in: RequestEnvironment())
    guard case .ready(.request(let request)) = prepared else {
      Issue.record("\(prepared)")
      return
    }
    #expect(request.url == "https://eu.example.com/b")
  }

  @Test func `what cannot be sent is malformed`() {
    #expect(prepare(.known("https://example.org"), in: RequestEnvironment()) == .malformed(.hostNotAllowed))
    #expect(prepare(.known("nowhere"), in: RequestEnvironment()) == .malformed(.noWebAddress))
  }

  @Test func `a missing value is malformed and an opaque one is not`() {
    guard case .malformed(.nothing) = prepare(nil, in: RequestEnvironment()) else {
      Issue.record("a missing value is sent")
      return
    }
    #expect(prepare(.opaque, in: RequestEnvironment()) == .ready(nil))
  }

  /// An address set by hand takes the place of the declared one, with all that this refers to.
  @Test func `an address set by hand needs no value`() {
    let environment = RequestEnvironment(
      "test", isRelease: false, addresses: ["regional": "http://127.0.0.1:8080"])
    guard case .ready(.request(let request)) = prepare(nil, in: environment) else {
      Issue.record("the declared address is looked up")
      return
    }
    #expect(request.url == "http://127.0.0.1:8080/b")
  }
}
