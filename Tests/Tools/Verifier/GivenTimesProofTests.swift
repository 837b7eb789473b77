import LaunchFlowSimulator
import Testing

@testable import LaunchFlowVerifier

/// Proofs of flows in which inputs give times: for every time of their ranges.
@Suite struct GivenTimesProofTests {
  private func verify(_ steps: String, landings: String, promises: String) throws -> (FlowPlan, Verification)
  {
    let text = """
      {
        "flow": "given", "deadline": "20s", "pages": ["home", "late"],
        "inputs": {
          "pause": { "type": "duration", "min": "1s", "max": "5s", "default": "2s" },
          "limit": { "type": "duration", "min": "500ms", "max": "4s" }
        },
        "steps": \(steps), "landings": \(landings), "promises": \(promises)
      }
      """
    let reading = Flow.read(SourceText(name: "given.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    return (plan, Verifier(plan).verify())
  }

  /// Replays a run; its landing.
  private func replay(_ witness: Witness?, _ plan: FlowPlan) throws -> (time: Int64?, inputs: [String]) {
    let witness = try #require(witness)
    let trace = try Simulation(plan, witness.scenario).run().trace
    let landed = trace.events.first { if case .landed = $0.kind { true } else { false } }
    return (landed?.time, witness.scenario.inputs.map { $0.value.string ?? "" })
  }

  @Test func `a promise that only a shorter time breaks is refuted by it`() throws {
    let (plan, proof) = try verify(
      #"{ "show": { "deadline": "3s", "steps": { "splash": { "await": "${pause}" } } } }"#,
      landings: #"[{ "page": "late", "when": { "show": "failed" } }, { "page": "home", "after": ["show"] }]"#,
      promises:
        #"[{ "within": "3s" }, { "never": { "show": "succeeded" } }, { "never": { "show": "skipped" } }]"#)
    #expect(proof.lands.isProved && proof.latestBy != nil)
    #expect(proof.promises.map(\.verdict.isProved) == [true, false, true])
    let run = try replay(proof.promises[1].verdict.witness, plan)
    #expect(run.inputs[0] == "1s" && run.time == 1_000_000_000)
    #expect(proof.worstByPage.map(\.bound) == [3_000_000_000, 3_000_000_000])
    #expect(try replay(proof.worstCase?.witness, plan).time == 3_000_000_000)
    #expect(proof.unreachable.isEmpty && proof.unseen.isEmpty)
  }

  @Test func `a shorter wait before a retry is a run of its own`() throws {
    let (plan, proof) = try verify(
      #"""
      {
        "ask": { "action": "ask", "timeout": "1s", "retry": { "attempts": 2, "delay": "${pause}", "jitter": "none" },
          "deadline": "4s", "results": { "yes": {} } },
        "gate": { "await": "3500ms" }
      }
      """#,
      landings:
        #"[{ "page": "late", "when": { "ask": "timed-out" } }, { "page": "home", "after": ["ask", "gate"] }]"#,
      promises: #"[{ "within": "4s" }, { "within": "3900ms" }]"#)
    #expect(proof.promises.map(\.verdict.isProved) == [true, false])
    #expect(try replay(proof.promises[1].verdict.witness, plan).time ?? 0 > 3_900_000_000)
  }

  /// Both waits end at one instant, whatever the input gives. A proof that takes them to be free of one another cannot
  /// show it, and no run refutes it.
  @Test func `what hangs on two uses of one input is left open, with the reason`() throws {
    let (_, proof) = try verify(
      #"""
      {
        "one": { "await": "${pause}" },
        "two": { "deadline": "${pause}", "steps": { "three": { "action": "ask", "timeout": "9s", "after": ["one"] } } }
      }
      """#,
      landings:
        #"[{ "page": "late", "when": { "three": "succeeded" } }, { "page": "home", "after": ["two"] }]"#,
      promises: #"[{ "within": "5s" }, { "never": { "landing": "late" } }]"#)
    #expect(proof.promises[0].verdict.isProved)
    if case .open = proof.promises[1].verdict {
      #expect(proof.extent.incompleteness == .givenTimes)
    } else {
      // A time-out comes before an answer of its instant, or after it: then some run refutes it.
      #expect(proof.promises[1].verdict.witness != nil)
    }
  }

  @Test func `a range of one time is that time`() throws {
    let text = """
      { "flow": "given", "deadline": "20s", "pages": ["home"],
        "inputs": { "pause": { "type": "duration", "min": "2s", "max": "2s" } },
        "steps": { "wait": { "await": "${pause}" } }, "landings": [{ "page": "home", "after": ["wait"] }],
        "promises": [{ "within": "2s" }, { "within": "1s" }] }
      """
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "given.json", text: text)).document))
    let proof = Verifier(plan).verify()
    #expect(TimeRanges(plan).isEmpty && proof.extent.coversEveryRun)
    #expect(proof.promises.map(\.verdict.isProved) == [true, false])
  }
}
