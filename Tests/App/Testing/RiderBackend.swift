import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTesting

/// The servers of the rider app, as a scenario describes them.
actor RiderBackend {
  static let values: [String: JSONValue] = [
    "check-app-update": ["force": false],
    "is-verifying-version": false,
    "get-city": ["city": "Shanghai"],
    "get-server-address": ["serverAddress": "https://rider.example.com"],
    "login": ["token": "n"],
    "get-rider-info": ["authenticationStatus": 1, "trainStatus": 0],
  ]
  private let scenario: Scenario

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  func answer(_ context: RequestContext) async throws -> HTTPResponse {
    let entries = scenario.steps.first { $0.step == context.step } ?? scenario.steps.first { $0.step == "*" }
    let attempts = entries?.attempts ?? [Scenario.Behaviour()]
    let behaviour = attempts[min(context.attempt, attempts.count) - 1]
    guard case .fixed(let time) = behaviour.takes else { throw CancellationError() }
    try await context.clock.sleep(for: time)
    switch behaviour.outcome {
    case .hang:
      try await context.hang()
      throw CancellationError()
    case .error(let errorClass): throw HTTPFailure(errorClass, "as the scenario says")
    case .response(let response):
      guard case .json(let body)? = response.body else {
        return HTTPResponse(status: response.status)
      }
      return .json(body, status: response.status)
    case .value(let value): return .json(["code": 0, "data": value])
    case .code(let code): return .json(["code": code])
    case .named("update-required"): return .json(["code": 0, "data": ["force": true]])
    case .named("under-review"): return .json(["code": 0, "data": true])
    case .named("token-invalid"): return .json(["code": 401], status: 401)
    case .named("binding-required"): return .json(["code": 50017])
    case .named, .odds: throw CancellationError()
    case .opaque: return .json(["code": 0, "data": Self.values[context.step] ?? .null])
    }
  }
}
