import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// What the machine says of why things happened.
@Suite struct CauseTests {
  private static func lines(
    _ flow: Flow, _ behaviours: [String: [Scenario.Behaviour]], _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> [String] {
    var scenario = Scenario()
    scenario.steps = behaviours.map { Scenario.StepBehaviours($0.key, $0.value) }.sorted { $0.step < $1.step }
    change(&scenario)
    let trace = try Simulation(FlowPlan(flow), scenario).run().trace
    func name(_ step: Int) -> String { trace.steps[step].name }
    return trace.events.compactMap { event in
      let subject: String
      switch event.kind {
      case .queued(let step): subject = "\(name(step)) queued"
      case .stepStarted(let step): subject = "\(name(step)) starts"
      case .attemptEnded(let step, _, .cut): subject = "\(name(step)) cut"
      case .attemptEnded(let step, _, .cancelled): subject = "\(name(step)) cancelled"
      case .settled(let step, _): subject = "\(name(step)) settles"
      case .landed: subject = "landing"
      default: return nil
      }
      switch event.cause {
      case .step(let step): return "\(subject) by \(name(step))"
      case .lane(let step): return "\(subject) by \(name(step)) on the lane"
      case .group(let step): return "\(subject) by group \(name(step))"
      case .landing: return "\(subject) by the landing"
      case .softDeadline: return "\(subject) by its soft deadline"
      case .deadline(let step): return "\(subject) by the deadline of \(name(step))"
      case .flowDeadline: return "\(subject) by the flow's deadline"
      case .cancellation: return "\(subject) by the cancellation"
      case nil: return subject
      }
    }
  }

  @Test func `steps start by what they waited for last`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a"), Rules.http("b"), Rules.http("c", needs: ["a"], after: ["b"]),
        Rules.group("g", [Rules.http("m", after: ["a"])]) { $0.after = ["b"] },
        Rules.http("tail", after: ["landing"]),
      ], landings: [Flow.Landing("home", after: ["c", "g"])])
    let lines = try Self.lines(
      flow, ["a": [.after(2)], "b": [.after(1)], "c": [.after(1)], "m": [.after(1)]])
    #expect(
      lines == [
        "a starts", "b starts", "b settles", "g starts by b", "a settles", "c starts by a", "m starts by a",
        "c settles", "m settles", "g settles by m", "landing by g", "tail starts by the landing",
        "tail settles",
      ])
  }

  @Test func `a lane is waited for by name`() throws {
    let flow = Rules.flow(
      [
        Rules.action("a") { $0.lane = "main" }, Rules.action("b") { $0.lane = "main" },
        Rules.action("c") { $0.lane = "main" },
      ], deadline: 4)
    let lines = try Self.lines(flow, ["a": [.after(1)], "b": [.hang]])
    #expect(
      lines == [
        "a starts", "b queued by a on the lane", "c queued by a on the lane", "a settles",
        "b starts by a on the lane", "b cut by the flow's deadline", "b settles by the flow's deadline",
        "c settles by b on the lane", "landing by c",
      ])
  }

  @Test func `what is ended from outside says by what`() throws {
    let flow = Rules.flow(
      [
        Rules.group("g", [Rules.http("m"), Rules.http("n") { $0.deadline = .seconds(2) }, Rules.http("o")]) {
          $0.deadline = .seconds(3)
        },
        Rules.group("f", [Rules.http("p"), Rules.http("q")]) { $0.failFast = true },
        Rules.http("r"),
      ], landings: [Flow.Landing("home", after: ["g", "f"])])
    let lines = try Self.lines(
      flow, ["*": [.hang], "o": [.after(1)], "q": [.after(1, .error(.client))]])
    #expect(
      lines.drop { !$0.hasPrefix("o settles") } == [
        "o settles", "q settles", "p cancelled by group f", "p settles by group f", "f settles by q",
        "n cut by the deadline of n", "n settles by the deadline of n", "m cut by the deadline of g",
        "m settles by the deadline of g", "g settles by m", "landing by g", "r cancelled by the landing",
        "r settles by the landing",
      ])
  }

  @Test func `a fallback that is used early says so, one that is used late does not`() throws {
    let flow = Rules.flow([
      Rules.http("a") { step in
        (step.useFallbackAfter, step.fallback) = (.seconds(2), [.value(1)])
      },
      Rules.http("b") { step in
        (step.useFallbackAfter, step.fallback) = (.seconds(2), [.value(1)])
      },
    ])
    let lines = try Self.lines(flow, ["a": [.hang], "b": [.after(1, .error(.server))]])
    #expect(lines.contains("a settles by its soft deadline") && lines.contains("b settles"))
  }

  @Test func `a cancelled run says so`() throws {
    let lines = try Self.lines(Rules.flow([Rules.http("a")]), ["a": [.hang]]) { $0.cancel = .seconds(1) }
    #expect(
      lines == [
        "a starts", "a cancelled by the cancellation", "a settles by the cancellation", "landing by a",
      ])
  }

  @Test func `the tail starts by the landing that cancels what it waits for`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b"), Rules.http("t", after: ["a", "landing"])],
      landings: [Flow.Landing("home", after: ["b"])])
    let lines = try Self.lines(flow, ["a": [.hang], "b": [.after(1)]])
    #expect(
      lines == [
        "a starts", "b starts", "b settles", "landing by b", "a cancelled by the landing",
        "a settles by the landing", "t starts by the landing", "t settles",
      ])
  }

  @Test func `what waits for the part of the tail that is skipped starts by it`() throws {
    let flow = Rules.flow(
      [
        Rules.http("b"), Rules.http("c", needs: ["b"], after: ["landing"]), Rules.http("t", after: ["c"]),
      ], landings: [Flow.Landing("home", after: ["b"])])
    let lines = try Self.lines(flow, ["b": [.after(1, .error(.client))]])
    #expect(
      lines.filter { $0.hasPrefix("c ") || $0.hasPrefix("t starts") } == ["c settles by b", "t starts by c"])
  }
}
