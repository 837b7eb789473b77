import LaunchFlowMachine
import LaunchFlowTimeline
import Testing

@Suite struct SVGTimelineTests {
  @Test func `every step has a row and a tale`() {
    let svg = Picture(PicturedRun(everySign())).svg()
    for (index, step) in everySign().steps.enumerated() {
      #expect(svg.contains("data-step=\"\(index)\"") && svg.contains(">\(step.name): status: "))
    }
    #expect(svg.contains("attempt 2: 1 s to 2 s, failed, timeout"))
    #expect(svg.contains("status: skipped, needs refused, which failed"))
    #expect(svg.contains("late since 2.5 s") && svg.contains("ignored its cancellation until 4 s"))
  }

  @Test func `landing and deadline are named`() {
    let svg = Picture(PicturedRun(everythingHangs())).svg()
    for text in ["home at 8 s", "deadline 10 s"] {
      #expect(svg.contains(">\(text)"))
    }
    // Three steps on the critical path: two arrows.
    #expect(svg.ranges(of: "class=\"chain\"").count == 2)
  }

  @Test(arguments: [1, 480, 900, 1_000_000])
  func `widths are bounded`(width: Int) {
    let svg = Picture(PicturedRun(everySign())).svg(width: width)
    #expect(svg.contains("width=\"\(min(4000, max(480, width)))\""))
  }

  @Test func `a row`() throws {
    var script = Script("one")
    let step = script.step("step")
    script.begin(step, at: 0)
    script.at(
      1000, .attemptEnded(step: step, attempt: 1, .failed(.timeout)), .settled(step: step, .init(.timedOut)))
    script.land(on: "home", at: 1000)
    let svg = Picture(PicturedRun(script.inOrder)).svg()
    let start = try #require(svg.firstRange(of: "<g class=\"row\""))
    let end = try #require(svg[start.lowerBound...].firstRange(of: "</g>"))
    #expect(
      String(svg[start.lowerBound..<end.upperBound]) == """
        <g class="row" data-row="0" data-step="0" transform="translate(0 34)">
        <title>step: status: timed-out; time: 0 s to 1 s, 1 s; \
        attempt 1: 0 s to 1 s, failed, timeout; critical path: yes; in the file: /steps/step</title>
        <rect class="hit" x="8" y="0" width="1024" height="24" fill="none" pointer-events="all"/>
        <path class="tip" d="M95 8l7 4l-7 4z"/>
        <rect class="bad critical" x="106" y="5.5" width="795.6" height="13" rx="2"/>
        <rect fill="url(#lf-hatch)" x="106" y="5.5" width="795.6" height="13" rx="2"/>
        <path class="sign" d="M901.6 12m0 -9v18"/>
        <text class="tone-bad strong" x="911.6" y="16">✗</text>
        <text x="926.6" y="16">1 s timed-out</text>
        <text class="label strong" x="16" y="16">step</text>
        </g>
        """)
  }
}
