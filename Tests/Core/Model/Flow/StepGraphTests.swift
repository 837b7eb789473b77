import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct StepGraphTests {
  private static let graph = flow.graph

  /// A group in a group, a tail, and waits that are said more than once.
  private static var flow: Flow {
    var first = Flow.Step("first", .value(1))
    first.after = ["outer", "nowhere"]
    first.needs = ["last"]
    first.when = Condition([.fact("last", isAnyOf: ["failed"]), .any([Condition("inner", is: "failed")])])
    var inner = Flow.Step("inner", .group([Flow.Step("deep", .value(1))]))
    inner.afterLanding = .continue
    let outer = Flow.Step("outer", .group([inner, Flow.Step("beside", .value(1))]))
    var tail = Flow.Step("tail", .group([Flow.Step("tail-member", .value(1))]))
    tail.after = ["landing"]
    var last = Flow.Step("last", .value(1))
    last.when = Condition("landing", is: "home")
    var behind = Flow.Step("behind", .value(1))
    behind.needs = ["tail-member", "tail-member"]
    return Flow(
      name: "f", deadline: .seconds(1), pages: ["home"], steps: [first, outer, tail, last, behind],
      landings: [Flow.Landing("home")])
  }

  private func names(_ steps: some Sequence<Int>) -> [String] { steps.map { Self.graph.steps[$0].name } }

  @Test func `groups come before their members`() {
    let graph = Self.graph
    #expect(
      names(graph.steps.indices) == [
        "first", "outer", "inner", "deep", "beside", "tail", "tail-member", "last", "behind",
      ])
    #expect(graph.parents == [nil, nil, 1, 2, 1, nil, 5, nil, nil])
    #expect(graph.ends == [1, 5, 4, 4, 5, 7, 7, 8, 9])
    #expect(names(graph.members(of: 1)) == ["inner", "beside"])
    #expect(names(graph.groups(of: 3)) == ["inner", "outer"])
    #expect(graph.contains(1, 3))
    #expect(!graph.contains(1, 5))
    #expect(graph.path(of: 3).description == "/steps/outer/steps/inner/steps/deep")
  }

  @Test func `the graph lists each wait once, with its place`() {
    let graph = Self.graph
    let waits = graph.waits(of: 0).map { "\($0.kind) \(graph.steps[$0.target].name)" }
    #expect(waits == ["needs last", "after outer", "when last", "when inner"])
    #expect(
      graph.waits(of: 0).map { graph.place(of: $0, from: 0).path.description } == [
        "/steps/first/needs/0", "/steps/first/after/0", "/steps/first/when/last",
        "/steps/first/when/any/0/inner",
      ])
    #expect(names(graph.needs(of: 0).map { Int($0) }) == ["last"])
    #expect(names(graph.afters(of: 0).map { Int($0) }) == ["outer", "inner"])
    #expect(graph.needs(of: 8).count == 1)
    #expect(graph.dependents(of: 7).map(\.step) == [0])
    #expect(graph.dependents(of: 7).map(\.isNeed) == [true])
  }

  @Test func `the tail is everything that waits for the landing, directly or not`() {
    let graph = Self.graph
    #expect(names(graph.landingDependents) == ["tail", "last"])
    #expect(
      names(graph.steps.indices.filter { graph.isInTail[$0] }) == [
        "first", "tail", "tail-member", "last", "behind",
      ])
    #expect(names(graph.steps.indices.filter { graph.continues[$0] }) == ["inner", "deep"])
  }

  @Test func `needs are found through others and through groups`() {
    let (behind, first, deep) = (Self.graph.past(of: 8), Self.graph.past(of: 0), Self.graph.past(of: 3))
    #expect(behind.isNeeded[6] && !behind.isNeeded[5] && !behind.isNeeded[8])
    #expect(first.isNeeded[7] && !deep.isNeeded[6])
    #expect(first.hasSettled[7] && first.hasSettled[1] && !first.hasSettled[3])
  }

  @Test func `the first of several steps with one name counts, and case matters`() {
    var user = Flow.Step("user", .value(1))
    user.needs = ["twice", "camel-case"]
    let graph = StepGraph(
      Flow(
        name: "f", deadline: .seconds(1), pages: ["home"],
        steps: [
          user, Flow.Step("twice", .value(1)), Flow.Step("twice", .value(2)),
          Flow.Step("camelCase", .value(1)),
        ],
        landings: [Flow.Landing("home")]))
    #expect(graph.needs(of: 0) == [1, 3])
  }
}
