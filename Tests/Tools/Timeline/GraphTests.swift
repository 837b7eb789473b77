import LaunchFlowModel
import LaunchFlowTimeline
import Testing

@Suite struct GraphTests {
  @Test func mermaid() {
    #expect(
      Definition(smallFlow()).mermaid == """
        ---
        title: "small"
        ---
        flowchart TD
          subgraph n0["checks"]
          n1["check-update<br><small>hulk, 3 s</small>"]:::step
          n2["is-reviewing<br><small>review</small>"]:::step
          end
          n3["server<br><small>value</small>"]:::step
          n4["login<br><small>rider, 2.5 s</small><br><small>lane main, priority 2</small><br><small>else mirror 1 s, then cache login</small><br><small>if signed-in true and not is-reviewing under-review</small>"]:::step
          n5["cached<br><small>cache rider-info</small>"]:::step
          n6["sync"]:::step
          n7(["landing"]):::note
          n8(["rule 1<br><small>if (login token-invalid or unavailable or signed-in false)</small>"]):::note
          n9(["login"]):::landing
          n10(["rule 2<br><small>if cached cleared</small>"]):::note
          n11(["home"]):::landing
          n12(["rule 3"]):::note
          legend["solid#58; needs<br>dashed#58; comes after<br>thick#58; lands on"]:::note
          n1 -.-> n2
          n3 --> n4
          n0 -.-> n4
          n2 -.-> n4
          n7 -.-> n6
          n4 -.-> n8
          n8 ==> n9
          n9 ==> n7
          n5 -.-> n10
          n4 -.-> n10
          n10 ==> n11
          n11 ==> n7
          n12 ==> n9
          classDef step stroke:#0072B2,stroke-width:2px
          classDef note stroke:#999999,stroke-dasharray:4 2
          classDef landing stroke:#009E73,stroke-width:3px
          classDef badLanding stroke:#D55E00,stroke-width:3px

        """)
  }

  @Test func `hostile names stay text`() {
    let mermaid = Definition(SampleNames.hostile.definition()).mermaid
    let body = mermaid.split(separator: "\n").dropFirst(3)
    // All that stands between a label's quotes is letters, breaks and entities.
    for line in body where line.contains("script") {
      #expect(line.split(separator: "\"", omittingEmptySubsequences: false).count == 3)
      #expect(!line.contains("<script") && !line.contains("</" + "style>"))
    }
    #expect(!mermaid.contains("\u{1B}"))
  }

  @Test func `a condition of alternatives is written at its end`() {
    let steps = ["a", "b", "c"].map { Flow.Step($0, .value(nil)) }
    let facts = ["a", "b", "c"].map { Condition($0, is: "failed") }
    func rule(_ term: Condition.Term) -> [String] {
      let flow = Flow(
        name: "f", deadline: .seconds(1), pages: ["p"], steps: steps,
        landings: [.init("p", when: Condition([term])), .init("p")])
      return Definition(flow).mermaid.split(separator: "\n").map { String($0) }.filter {
        $0.contains("-.->") || $0.contains("rule 1")
      }
    }
    func expect(
      _ term: Condition.Term, _ words: String, _ location: SourceLocation = #_sourceLocation
    ) {
      let arrows = (0..<3).map { "  n\($0) -.-> n3" }
      let node = "  n3([\"rule 1<br><small>if \(words)</small>\"]):::note"
      #expect(rule(term) == [node] + arrows, sourceLocation: location)
    }
    expect(.all(facts), "(a failed and b failed and c failed)")
    expect(.any(facts), "(a failed or b failed or c failed)")
    expect(.atLeast(2, of: facts), "2 of (a failed, b failed, c failed)")
    expect(.not(Condition([.any(facts)])), "not (a failed or b failed or c failed)")
  }

  @Test func `deep groups are walked without a stack`() {
    var step = Flow.Step("leaf", .value(nil))
    for depth in 0..<400 { step = Flow.Step("group-\(depth)", .group([step])) }
    let flow = Flow(name: "deep", deadline: .seconds(1), pages: ["p"], steps: [step], landings: [.init("p")])
    #expect(Definition(flow).mermaid.split(separator: "\n").count { $0.contains("subgraph") } == 400)
  }
}
