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

  /// An address set by hand takes the place of the declared one, with all that this refers to.
  private static let byHand = RequestEnvironment(
    "test", isRelease: false, addresses: ["regional": "http://127.0.0.1:8080"])

  @Test(
    arguments: [
      (.known("https://eu.example.com"), RequestEnvironment(), "https://eu.example.com/b"),
      (nil, byHand, "http://127.0.0.1:8080/b"),
      (.known("https://example.org"), RequestEnvironment(), "\(RequestFlaw.hostNotAllowed)"),
      (.known("nowhere"), RequestEnvironment(), "\(RequestFlaw.noWebAddress)"),
      (nil, RequestEnvironment(), "nothing at a"),
      (.opaque, RequestEnvironment(), "opaque"),
    ] as [(RunValue?, RequestEnvironment, String)])
  func `an attempt`(_ value: RunValue?, _ environment: RequestEnvironment, _ expected: String) {
    let found =
      switch Self.plan.prepare(1, .own, in: environment, resolve: { _ in value }) {
      case .ready(.request(let request)): request.url
      case .ready(nil): "opaque"
      case .malformed(.nothing(let reference)): "nothing at \(reference.subject)"
      case .malformed(let flaw): "\(flaw)"
      case .ready: "an action"
      }
    #expect(found == expected)
  }
}
