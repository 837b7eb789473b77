import LaunchFlow
import Testing

/// What an engine asks of the app, where it is made.
@Suite struct FlowEngineContractTests {
  @Test func `a missing action is an error of the flow`() {
    let error = #expect(throws: InvalidDocument.self) { try FlowEngine(FlowEngineTests.flow()) }
    #expect(
      error?.diagnostics.map(\.message) == ["the app has not registered the action \"work\""])
    #expect(error?.diagnostics.map(\.place.path.description) == ["/steps/work/action"])
  }

  @Test func `a page that the app does not have is an error`() throws {
    let actions = FlowEngineTests.actions { _ in 1 }
    let error = #expect(throws: InvalidDocument.self) {
      try FlowEngine(FlowEngineTests.flow(), actions: actions, pages: ["home"])
    }
    #expect(error?.diagnostics.map(\.message) == ["the app has no page \"other\""])
    #expect(error?.diagnostics.map(\.place.path.description) == ["/pages/1"])
    _ = try FlowEngine(FlowEngineTests.flow(), actions: actions, pages: ["home", "other", "unused"])
  }

  @Test func `unused actions are listed`() throws {
    var actions = FlowEngineTests.actions { _ in 1 }
    actions.register("old") { _ in 1 }
    #expect(try FlowEngine(FlowEngineTests.flow(), actions: actions).unusedActions == ["old"])
  }

  @Test func `the value of an unknown step is an error`() async throws {
    let engine = try FlowEngine(FlowEngineTests.flow(), actions: FlowEngineTests.actions { _ in 1 })
    let landing = try await engine.land()
    #expect(try landing.value(of: "work", as: Int.self) == 1)
    let error = #expect(throws: UnknownStep.self) { try landing.value(of: "wrok", as: Int.self) }
    #expect(error.map { "\($0)" } == "the flow \(engine.plan.flow.name) has no step \"wrok\"")
  }
}
