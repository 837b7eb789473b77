import LaunchFlowMachine
import LaunchFlowModel
import Testing

@Suite struct SkippedGroupTests {
  /// The landing cancels one member of a waiting group and keeps the group for the other, which goes on behind
  /// the landing; then what the group needs fails.
  @Test func `a group is skipped although the landing has cancelled one of its members`() throws {
    var needed = Flow.Step("needed", .action(Flow.Action("needed")))
    needed.timeout = .seconds(1)
    needed.afterLanding = .continue
    var kept = Flow.Step("kept", .action(Flow.Action("kept")))
    kept.timeout = .seconds(1)
    kept.afterLanding = .continue
    var dropped = Flow.Step("dropped", .action(Flow.Action("dropped")))
    dropped.timeout = .seconds(1)
    var group = Flow.Step("group", .group([kept, dropped]))
    group.needs = ["needed"]
    let plan = try FlowPlan(
      Flow(
        name: "skips", deadline: .seconds(3), pages: ["home"], steps: [needed, group],
        landings: [Flow.Landing("home")]))
    var machine = FlowMachine(plan, plan.snapshot(inputs: [], caches: []))
    machine.handle(.started)
    #expect(machine.landedPage == 0)
    machine.handle(.attemptEnded(step: 0, attempt: 1, .failed(.network)))
    let statuses = plan.stepNames.indices.map { machine.settled($0)?.status }
    #expect(statuses == [.failed, .skipped, .skipped, .cancelled])
    #expect(machine.effects.contains(.finished))
  }
}
