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
          n4["login<br><small>rider, 2.5 s</small><br><small>lane main, priority 2</small><br><small>else mirror 1 s, then cache login</small><br><small>if signed-in true</small>"]:::http
          n5[("cached<br><small>cache rider-info</small>")]:::local
          n6[["sync"]]:::action
          c0{"any of<br>signed-in false"}
          r0["rule 1"]:::rule
          r1["rule 2"]:::rule
          r2["rule 3"]:::rule
          p0(["login"]):::page
          p1(["home"]):::page
          landing{{"landing"}}:::page
          n1 -.-> n2
          n3 --> n4
          n0 -.-> n4
          n2 -.->|"not under-review"| n4
          landing -.-> n6
          n4 -.->|"token-invalid or unavailable"| c0
          c0 -.-> r0
          r0 ==> p0
          n4 -.-> r1
          n5 -.->|"cleared"| r1
          r1 ==> p1
          r2 ==> p0
          p0 ==> landing
          p1 ==> landing
          legend["<b>Legend</b><br><small>box#58; request<br>double box#58; action<br>cylinder#58; cache<br>dashed box#58; value or wait<br>frame#58; group of steps<br>oval#58; page<br>diamond#58; not all are needed<br>arrow#58; needs<br>dashed arrow#58; comes after<br>dashed arrow with words#58; if<br>rules#58; the first one that holds</small>"]:::legend
          classDef http stroke:#0072B2,stroke-width:2px
          classDef action stroke:#CC79A7,stroke-width:2px
          classDef local stroke:#999999,stroke-dasharray:4 2
          classDef page stroke:#009E73,stroke-width:3px
          classDef rule stroke:#009E73,stroke-width:1px
          classDef legend fill:none,stroke:#999999,text-align:left

        """)
  }

  /// What waits for a group is waited for by its first members.
  @Test func `a picture has a box for each step, choice, rule and page`() throws {
    let svg = Picture(smallFlow()).svg()
    for text in [
      "check-update", "hulk, 3 s", "lane main, priority 2", "else mirror 1 s, then cache login", "any of",
      "rule 3", "landing", "not under-review", "cleared", "belongs to", "lands on",
    ] {
      #expect(svg.contains(">\(text)</text>"), "\(text)")
    }
    #expect(svg.ranges(of: "class=\"landed\"").count == 2 && svg.ranges(of: "class=\"box\"").count == 6)
    // A group's members, the arrows of needs, after and when, and those to pages and from them to the landing.
    let edges = ["member", "needs", "after", "when", "lands"].map {
      svg.ranges(of: "class=\"edge \($0)\"").count - 1
    }
    #expect(edges == [2, 1, 4, 4, 5])
    let group = Flow.Step("late", .group([Flow.Step("inner", .value(1)), Flow.Step("next", .value(1))]))
    var flow = smallFlow()
    flow.steps.append(group)
    flow.steps[flow.steps.count - 1].after = ["login"]
    let more = Picture(flow).svg()
    #expect(more.ranges(of: "class=\"edge after\"").count == svg.ranges(of: "class=\"edge after\"").count + 2)
  }

  @Test func `a picture of a switch has what leads on and back`() throws {
    let svg = Picture(try sampleSwitchDocument()).svg()
    for text in ["network", "offline: wifi", "a bad probe", "is it faulty?", "a probe after 2 s"] {
      #expect(svg.contains(">\(text)"), "\(text)")
    }
    #expect(
      svg.contains("marker-start") && svg.contains("marker-end")
        && svg.contains("class=\"landed bad-landing\""))
  }

  @Test func `hostile names stay text`() {
    let mermaid = MermaidFlowchart.text(SampleNames.hostile.definition())
    let body = mermaid.split(separator: "\n").dropFirst(3)
    // All that stands between a label's quotes is letters, breaks and entities.
    for line in body where line.contains("script") {
      #expect(line.split(separator: "\"", omittingEmptySubsequences: false).count == 3)
      #expect(!line.contains("<script") && !line.contains("</" + "style>"))
    }
    #expect(!mermaid.contains("\u{1B}"))
  }

  @Test func `all, any and some of several lead differently`() {
    let steps = ["a", "b", "c"].map { Flow.Step($0, .value(nil)) }
    let facts = ["a", "b", "c"].map { Condition($0, is: "failed") }
    func arrows(_ term: Condition.Term) -> [String] {
      let flow = Flow(
        name: "f", deadline: .seconds(1), pages: ["p"], steps: steps,
        landings: [.init("p", when: Condition([term])), .init("p")])
      return MermaidFlowchart.text(flow).split(separator: "\n").filter {
        $0.contains("c0") || $0.hasSuffix(" r0")
      }
      .map { line in
        let words = line.split(separator: " ")
        return line.contains("->") ? "\(words[0]) \(words[words.count - 1])" : String(words[0].prefix(2))
      }
    }
    let direct = ["n0 r0", "n1 r0", "n2 r0"]
    let chosen = ["c0", "n0 c0", "n1 c0", "n2 c0", "c0 r0"]
    #expect(arrows(.all(facts)) == direct)
    #expect(arrows(.any(facts)) == chosen)
    #expect(arrows(.atLeast(2, of: facts)) == chosen)
    // Not any is all of nots, and not all is any of nots.
    #expect(arrows(.not(Condition([.any(facts)]))) == direct)
    #expect(arrows(.not(Condition([.all(facts)]))) == chosen)
    #expect(arrows(.any([facts[0]])) == ["n0 r0"])
  }

  @Test func `deep groups are walked without a stack`() {
    var step = Flow.Step("leaf", .value(nil))
    for depth in 0..<400 { step = Flow.Step("group-\(depth)", .group([step])) }
    let flow = Flow(name: "deep", deadline: .seconds(1), pages: ["p"], steps: [step], landings: [.init("p")])
    #expect(MermaidFlowchart.text(flow).split(separator: "\n").count { $0.hasSuffix(" end") } == 400)
  }
}
