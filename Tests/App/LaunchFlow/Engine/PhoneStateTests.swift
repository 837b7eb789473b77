import Testing

@testable import LaunchFlow

/// Inputs that the phone gives.
@Suite struct PhoneStateTests {
  private static let flow = FlowEngineTests.flow { flow in
    flow.inputs = Flow.PhoneFact.allCases.map { fact in
      var input = Flow.Input("is-\(fact == .lowPower ? "low-power" : fact.rawValue)", .boolean)
      input.source = fact
      input.defaultValue = false
      return input
    }
    flow.steps = [Flow.Step("work", .value(1))]
    flow.landings = [
      Flow.Landing("other", when: Condition("is-constrained", is: true)),
      Flow.Landing(
        "third",
        when: Condition([
          .any([
            Condition("is-expensive", is: true), Condition("is-low-power", is: true),
          ])
        ])),
      Flow.Landing("home"),
    ]
    flow.pages = ["home", "other", "third"]
  }

  private func page(_ phone: PhoneState?, _ inputs: [String: JSONValue] = [:]) async throws -> String {
    var configuration = FlowEngine.Configuration()
    if let phone { configuration.phone = { phone } }
    return try await FlowEngine(Self.flow, configuration: configuration).land(inputs: inputs).page
  }

  @Test func `the phone gives what the app does not pass`() async throws {
    #expect(try await page(PhoneState()) == "home")
    #expect(try await page(PhoneState(isConstrained: true)) == "other")
    #expect(try await page(PhoneState(isExpensive: true)) == "third")
    #expect(try await page(PhoneState(isLowPower: true)) == "third")
    #expect(try await page(PhoneState(isConstrained: true), ["is-constrained": false]) == "home")
    #expect(try await page(PhoneState(), ["is-low-power": true]) == "third")
  }

  #if !canImport(Darwin)
    @Test func `a system that says nothing has none of the facts`() async throws {
      #expect(PhoneState.system == PhoneState())
      #expect(try await page(nil) == "home")
    }
  #endif

  @Test func `each run asks anew`() async throws {
    let state = Locked(PhoneState())
    var configuration = FlowEngine.Configuration()
    configuration.phone = { state.withLock { $0 } }
    let engine = try FlowEngine(Self.flow, configuration: configuration)
    #expect(try await engine.land().page == "home")
    state.withLock { $0.isConstrained = true }
    #expect(try await engine.land().page == "other")
  }
}
