import Foundation
import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Proofs about the value of a signal: no launch lands at home while a link was there.
@Suite struct SignalValueProofTests {
  private static func flow(_ change: (String) -> String = { $0 }) throws -> FlowPlan {
    let path = packageFolder.appending(path: "examples/Links/shop.flow.json")
    let text = change(try String(contentsOf: path, encoding: .utf8))
    return try FlowPlan(Flow.read(SourceText(name: "shop.flow.json", text: text)).get())
  }

  @Test func `a link that came before the landing is not left`() throws {
    let verification = Verifier(try Self.flow()).verify()
    #expect(verification.extent.isComplete)
    #expect(verification.promises.allSatisfy { $0.verdict.isProved })
    #expect(verification.worstByPage.allSatisfy { $0.witness != nil })
  }

  @Test func `a step that asks too early loses a link`() throws {
    let plan = try Self.flow { text in
      text.replacing(#""after": ["login", "offers"]"#, with: #""after": ["login"]"#)
        .replacing(#""after": ["link"] }"#, with: #""after": ["link", "offers"] }"#)
    }
    let verification = Verifier(plan).verify()
    guard case .broken(let witness) = verification.promises[1].verdict else {
      Issue.record("\(verification.promises[1].verdict)")
      return
    }
    #expect(witness.page == "home" && witness.run.broken.contains(1))
    let signal = try #require(witness.scenario.signals.first?.time)
    #expect(signal != .fixed(.zero))
  }

  @Test(arguments: ["order", "unknown"]) func `every result of a value is possible`(result: String) throws {
    var flow = try Self.flow().flow
    flow.promises = [.never(Condition("link", is: .string(result)))]
    let plan = try FlowPlan(flow)
    guard case .broken(let witness) = Verifier(plan).verify().promises[0].verdict else {
      Issue.record("not broken")
      return
    }
    #expect(witness.scenario.signals.map(\.outcome) == [.named(result)])
    #expect(witness.run.broken.contains(0))
  }
}
