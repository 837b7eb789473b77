import LaunchFlowModel
import LaunchFlowTimeline
import Testing

@Suite struct GraphTests {
  @Test func mermaid() {
    #expect(
      MermaidFlowchart.text(smallFlow()) == """
        ---
        title: "small"
        ---
        flowchart TD
          subgraph n0["checks"]
            n1["check-update<br><small>hulk, 3 s</small>"]:::http
            n2[["is-reviewing<br><small>review</small>"]]:::action
          end
          n3["server<br><small>value</small>"]:::local
          n4["login<br><small>rider, 2.5 s, if signed-in true</small>"]:::http
          n5[("cached<br><small>cache rider-info</small>")]:::local
          n6[["sync"]]:::action
          r0(["login<br><small>rule 1#58; signed-in false</small>"]):::page
          r1(["home<br><small>rule 2</small>"]):::page
          r2(["login<br><small>rule 3</small>"]):::page
          landing{{"landing"}}:::page
          n1 -.-> n2
          n3 --> n4
          n0 -.-> n4
          n2 -.->|"not under-review"| n4
          landing -.-> n6
          n4 -.->|"token-invalid or unavailable"| r0
          n4 -.-> r1
          n5 -.->|"cleared"| r1
          classDef http stroke:#0072B2,stroke-width:2px
          classDef action stroke:#CC79A7,stroke-width:2px
          classDef local stroke:#999999,stroke-dasharray:4 2
          classDef page stroke:#009E73,stroke-width:3px

        """)
  }

  @Test func dot() {
    #expect(
      DOTGraph.text(smallFlow()) == """
        digraph "small" {
          compound=true;
          rankdir=TB;
          node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];
          edge [fontname="Helvetica", fontsize=9];
          subgraph cluster_n0 {
            label="checks"; style=rounded; color="#999999";
            n1 [label="check-update\\nhulk, 3 s", color="#0072B2"];
            n2 [label="is-reviewing\\nreview", color="#CC79A7", peripheries=2];
          }
          n3 [label="server\\nvalue", style="rounded,dashed"];
          n4 [label="login\\nrider, 2.5 s, if signed-in true", color="#0072B2"];
          n5 [label="cached\\ncache rider-info", shape=cylinder, style=solid];
          n6 [label="sync", color="#CC79A7", peripheries=2];
          r0 [label="login\\nrule 1: signed-in false", shape=oval, style=bold, color="#009E73"];
          r1 [label="home\\nrule 2", shape=oval, style=bold, color="#009E73"];
          r2 [label="login\\nrule 3", shape=oval, style=bold, color="#009E73"];
          landing [shape=hexagon, style=bold, color="#009E73"];
          n1 -> n2 [style=dashed];
          n3 -> n4;
          n1 -> n4 [ltail=cluster_n0, style=dashed];
          n2 -> n4 [style=dashed, label="not under-review"];
          landing -> n6 [style=dashed];
          n4 -> r0 [style=dashed, label="token-invalid or unavailable"];
          n4 -> r1 [style=dashed];
          n5 -> r1 [style=dashed, label="cleared"];
        }

        """)
  }

  @Test func `hostile names stay text`() {
    let mermaid = MermaidFlowchart.text(hostileFlow())
    let body = mermaid.split(separator: "\n").dropFirst(3)
    // All that stands between a label's quotes is letters, breaks and entities.
    for line in body where line.contains("script") {
      #expect(line.split(separator: "\"", omittingEmptySubsequences: false).count == 3)
      #expect(!line.contains("<script") && !line.contains("</" + "style>"))
    }
    let dot = DOTGraph.text(hostileFlow())
    #expect(dot.contains(#"<script>alert(\"1\")</script>\"]"#) && dot.contains(#" \\ \n"#))
    for text in [mermaid, dot] { #expect(!text.contains("\u{1B}")) }
  }

  @Test func `deep groups are walked without a stack`() {
    var step = Flow.Step("leaf", .value(nil))
    for depth in 0..<400 { step = Flow.Step("group-\(depth)", .group([step])) }
    let flow = Flow(name: "deep", deadline: .seconds(1), pages: ["p"], steps: [step], landings: [.init("p")])
    #expect(MermaidFlowchart.text(flow).split(separator: "\n").count { $0.hasSuffix("end") } == 400)
    #expect(DOTGraph.text(flow).split(separator: "\n").count { $0.contains("subgraph") } == 400)
  }
}
