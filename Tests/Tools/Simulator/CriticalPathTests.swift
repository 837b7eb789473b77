import LaunchFlowAuthoring
import LaunchFlowTestFlows
import LaunchFlowTraces
import Testing

@testable import LaunchFlowSimulator

/// The steps that a landing waited for, the last one last.
@Suite struct CriticalPathTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var flow: Flow
    var takes: [String: Double]
    var failing: Set<String> = []
    var cancel: Duration?
    var path: [String]
  }

  private static func onMain(_ name: String, _ change: (inout Flow.Step) -> Void = { _ in }) -> Flow.Step {
    Rules.action(name) {
      $0.lane = "main"
      change(&$0)
    }
  }

  /// Steps without a time never answer.
  static let cases = [
    Case(
      testDescription: "follows the last dependency",
      flow: Rules.flow(
        [
          Rules.http("quick"), Rules.http("slow"), Rules.http("last", needs: ["quick"], after: ["slow"]),
          Rules.http("aside"),
        ], landings: [Flow.Landing("home", after: ["last"])]),
      takes: ["quick": 1, "slow": 3, "last": 2], path: ["slow", "last"]),
    Case(
      testDescription: "passes through groups",
      flow: Rules.flow([
        Rules.http("first"),
        Rules.group("g", [Rules.http("one"), Rules.http("two")]) { $0.after = ["first"] },
        Rules.http("last", after: ["g"]),
      ]), takes: ["first": 1, "one": 3, "two": 2, "last": 1], path: ["first", "one", "last"]),
    Case(
      testDescription: "fail fast blames the member that failed",
      flow: Rules.flow([
        Rules.group("g", [Rules.http("slow"), Rules.http("broken")]) { $0.failFast = true },
        Rules.http("last", after: ["g"]),
      ]), takes: ["broken": 2, "last": 1], failing: ["broken"], path: ["broken", "last"]),
    Case(
      testDescription: "follows the lane", flow: Rules.flow([onMain("one"), onMain("two")]),
      takes: ["one": 2, "two": 1], path: ["one", "two"]),
    Case(
      testDescription: "late work that keeps its lane is waited for",
      flow: Rules.flow([
        onMain("late") {
          ($0.timeout, $0.useFallbackAfter, $0.fallback) = (.seconds(4), .seconds(1), [.value(1)])
        },
        onMain("other"),
      ]), takes: ["other": 1], path: ["late", "other"]),
    Case(
      testDescription: "a step that queued to the end blames the holder",
      flow: Rules.flow([onMain("holder"), onMain("queued")], deadline: 5), takes: [:],
      path: ["holder", "queued"]),
    Case(
      testDescription: "skipped steps are left out",
      flow: Rules.flow([
        Rules.http("broken"), Rules.http("other"), Rules.http("never", needs: ["broken"], after: ["other"]),
      ]), takes: ["broken": 2, "other": 1], failing: ["broken"], path: ["broken"]),
    Case(
      testDescription: "the deadline blames what it cut",
      flow: Rules.flow([Rules.http("first"), Rules.http("hung", needs: ["first"])], deadline: 5),
      takes: ["first": 1], path: ["first", "hung"]),
    Case(
      testDescription: "a cancelled run blames what was under way",
      flow: Rules.flow([Rules.http("first"), Rules.http("hung", needs: ["first"])]),
      takes: ["first": 1], cancel: .seconds(4), path: ["first", "hung"]),
    Case(
      testDescription: "a landing at the start waited for nothing",
      flow: Rules.flow(
        [Rules.http("step"), Rules.http("tail", after: ["landing"])], landings: [Flow.Landing("home")]),
      takes: ["tail": 1], path: []),
    Case(
      testDescription: "the tail does not count",
      flow: Rules.flow(
        [Rules.http("step"), Rules.http("tail", after: ["step", "landing"])],
        landings: [Flow.Landing("home", after: ["step"])]),
      takes: ["step": 1, "tail": 2], path: ["step"]),
    Case(
      testDescription: "a long chain is walked whole",
      flow: Rules.flow(
        (0..<1_000).map { Rules.http("s\($0)", needs: $0 > 0 ? ["s\($0 - 1)"] : []) }, deadline: 2_000),
      takes: Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("s\($0)", 1.0) }),
      path: (0..<1_000).map { "s\($0)" }),
  ]

  @Test(arguments: cases) func `a run`(_ tested: Case) throws {
    var scenario = Scenario()
    let names = tested.flow.graph.steps.filter { $0.members == nil }.map(\.name).sorted()
    scenario.steps = names.map { name in
      guard let time = tested.takes[name] else { return Scenario.StepBehaviours(name, [.hang]) }
      return Scenario.StepBehaviours(
        name, [.after(time, tested.failing.contains(name) ? .error(.client) : .opaque)])
    }
    scenario.cancel = tested.cancel
    let trace = try Simulation(FlowPlan(tested.flow), scenario).run().trace
    #expect(TraceSummary(trace).criticalPath.map { trace.steps[$0].name } == tested.path)
  }
}
