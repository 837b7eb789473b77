import LaunchFlowSimulator
import LaunchFlowTestAttacks
import Testing

@testable import LaunchFlowVerifier

/// Promises that ask what is cached at the start, though no run may look.
@Suite struct CachedPromiseTests {
  /// Asks a server, falls back on a cache, and lands on `home` with a value.
  private static func flow(_ promises: [Flow.Promise]) -> Flow {
    var step = Flow.Step("ask", .http(Flow.Request(.url("https://example.com/ask"))))
    step.timeout = .seconds(2)
    step.valid = Predicate([.nonEmpty(true)])
    step.fallback = [.cache("c")]
    var flow = Flow(
      name: "cached", deadline: .seconds(5), pages: ["home", "other"], steps: [step],
      landings: [Flow.Landing("home", when: Condition("ask", is: "available")), Flow.Landing("other")])
    flow.caches = [Flow.Cache("c", maxAge: .seconds(60))]
    flow.promises = promises
    return flow
  }

  private static let isCached = Condition([.cached("ask", true)])
  private static let isNotCached = Condition([.cached("ask", false)])

  private func verdicts(_ promises: [Flow.Promise]) throws -> [Verification.Verdict] {
    let verification = Verifier(try FlowPlan(Self.flow(promises))).verify()
    #expect(verification.extent.isComplete)
    return verification.promises.map(\.verdict)
  }

  @Test func `what is cached leads home unless the run is cancelled`() throws {
    let found = try verdicts([.implies(Self.isCached, Condition("landing", is: "home"))])
    guard case .brokenByCancellation(let witness) = try #require(found.first) else {
      Issue.record("found \(found)")
      return
    }
    #expect(witness.scenario.caches.first?.value != nil)
  }

  @Test func `a run that never looks is held to both contents`() throws {
    // Where the server answers, nobody reads the cache.
    let found = try verdicts([
      .implies(Condition("ask", is: "succeeded"), Self.isCached),
      .implies(Condition("ask", is: "succeeded"), Self.isNotCached),
      .implies(Condition("ask", is: "recovered"), Self.isCached),
    ])
    #expect(found[0].isBroken && found[1].isBroken)
    guard case .holds = found[2] else {
      Issue.record("found \(found[2])")
      return
    }
  }

  @Test func `a counterexample is replayed`() throws {
    let flow = Self.flow([.implies(Self.isNotCached, Condition("landing", is: "home"))])
    let plan = try FlowPlan(flow)
    let verification = Verifier(plan).verify()
    let witness = try #require(verification.promises[0].verdict.witness)
    let trace = try Simulation(plan, witness.scenario).run().trace
    let reading = PromiseReading(flow, witness.scenario, trace)
    #expect(!reading.isKept(flow.promises[0]))
    #expect(reading.page == "other")
  }

  @Test(arguments: [nil, false, true]) func `the rules know that only a refusal hides a cache`(
    allowsFallback: Bool?
  )
    throws
  {
    let premise = Condition(Self.isCached.terms + Condition("landing", is: "other").terms)
    var flow = Self.flow([.implies(premise, Condition("ask", is: "cancelled"))])
    if let allowsFallback {
      flow.steps[0].failures = [
        Flow.Failure("no", Predicate([.equals("no")]), allowFallback: allowsFallback)
      ]
    }
    let plan = try FlowPlan(flow)
    let choices = WorldChoices(plan)
    let isExcluded = [false, true].allSatisfy {
      var logic = RuleLogic(choices, about: plan.promises[0], cancelled: $0)
      var words = Int.max
      return logic.excludes(.broken, within: &words)
    }
    #expect(isExcluded == (allowsFallback != false))
    let verdict = Verifier(plan).verify().promises[0].verdict
    #expect(verdict.isBroken == !isExcluded)
  }

  /// The value that stands for all others differs from each text that a test names.
  @Test(arguments: ["x", "xx", "other"]) func `a cached text differs from those that tests name`(
    _ text: String
  ) throws {
    let source = """
      {
        "flow": "f", "deadline": "5s", "pages": ["named", "other", "none"], "caches": { "c": { "maxAge": "1d" } },
        "steps": {
          "ask": {
            "cache": "c",
            "results": {
              "named": { "any": [{ "at": "/k", "equals": "x" }, { "at": "/k", "equals": "\(text)" }] },
              "other": { "at": "/k", "nonEmpty": true }
            }
          }
        },
        "landings": [
          { "page": "named", "when": { "ask": "named" } }, { "page": "other", "when": { "ask": "other" } },
          { "page": "none", "after": ["ask"] }
        ]
      }
      """
    let reading = Flow.read(SourceText(name: "f.json", text: source))
    let flow = try #require(reading.document, "\(reading.diagnostics)")
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(verification.extent.isComplete && verification.unreachable.isEmpty)
  }
}
