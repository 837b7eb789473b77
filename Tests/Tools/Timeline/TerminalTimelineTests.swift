import LaunchFlowMachine
import LaunchFlowTimeline
import Testing

@Suite struct TerminalTimelineTests {
  @Test func `broken traces are drawn all the same`() {
    var trace = Trace(
      flow: "\u{1B}[31mred", deadline: .min, serialWorstCase: .min,
      steps: [
        Trace.Step(name: "a\u{202E}b\n", kind: .http, group: 5, needs: [9], deadline: .max),
        Trace.Step(name: "", kind: .group, group: 1),
      ])
    for time in [Int64.min, 0, .max] {
      trace.events += [
        .init(at: time, .stepStarted(step: 0)),
        .init(at: time, .attemptStarted(step: 0, attempt: 1, origin: .own)),
        .init(at: time, .waiting(step: 0, .poll, nanoseconds: .min)), .init(at: time, .offline(domain: "x")),
        .init(at: time, .settled(step: 3, .init(.skipped, reason: .need(step: 8, .failed)))),
      ]
    }
    let text = Picture(PicturedRun(trace)).text()
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(TraceJSON.value(trace).object?["flow"]?.string == trace.flow)
  }

  @Test func `each of many steps has a row`() {
    let trace = layers(300)
    let text = Picture(PicturedRun(trace)).text()
    for step in trace.steps { #expect(text.contains("\n\(step.name) ")) }
  }

  @Test func `values are shown only when handed over`() {
    func render(_ notice: String?) -> String { Picture(PicturedRun(everySign(), notice: notice)).text() }
    #expect(render(nil).contains("${last.message}"))
    #expect(render("Hello Ann").contains("confirm “Hello Ann”"))
    #expect(!render("").contains("confirm"))
  }

  @Test func `wide signs count twice`() {
    var options = TextOptions()
    options.width = 60
    let notice = String(repeating: "你好🎉", count: 20)
    let line = Picture(PicturedRun(offline(), notice: notice)).text(options).split(separator: "\n").first {
      $0.hasPrefix("  “")
    }
    // Blank, quote and ellipsis take 4 of 60 columns: 28 wide signs fit.
    #expect(line?.count == 32)
  }

  @Test(arguments: [Flow.Page.Kind.error, .stuck]) func `a landing from which nobody goes on is red`(
    kind: Flow.Page.Kind
  ) {
    var trace = everythingHangs()
    for index in trace.events.indices {
      guard case .landed(var landing) = trace.events[index].kind else { continue }
      landing.kind = kind
      trace.events[index].kind = .landed(landing)
    }
    var options = TextOptions()
    options.isColoured = true
    let picture = Picture(PicturedRun(trace))
    #expect(
      picture.text(options).contains("\u{1B}[31m╨ home at 8 s")
        || picture.text(options).contains("\u{1B}[31mhome at 8 s ╨"))
    for markup in [picture.svg(), picture.html()] {
      #expect(markup.contains("<line class=\"bad-landing\"") && !markup.contains("<line class=\"landing\""))
    }
  }

  @Test func `the legend has the sign of a fallback request on the critical path`() {
    var script = Script("request")
    let step = script.step("step")
    script.begin(step, at: 0)
    script.at(
      400, .attemptEnded(step: step, attempt: 1, .failed(.network)),
      .attemptStarted(step: step, attempt: 2, origin: .fallback(0)))
    script.at(
      900, .attemptEnded(step: step, attempt: 2, .succeeded(result: nil)),
      .settled(step: step, .init(.recovered, source: .alternate)))
    script.land(on: "home", at: 900)
    let text = Picture(PicturedRun(script.inOrder)).text()
    #expect(text.contains("  ▓▓ fallback request") && !text.contains("══"))
    #expect(Picture(PicturedRun(everySign())).text().contains("══ fallback request"))
  }

  @Test func `the sums tell only what says something`() {
    var trace = chain(400, 600, deadline: 2_000)
    trace.serialWorstCase = 8_760 * 3_600_000.ms
    #expect(Picture(PicturedRun(trace)).text().contains("\nall attempts in a row: 1 s\n"))
    trace.serialWorstCase = 1_500.ms
    #expect(Picture(PicturedRun(trace)).text().contains("all time-outs in a row: 1.5 s, 1.5× as long\n"))
    let sooner = chain(400, 590, deadline: 2_000)
    let text = Picture(comparing: PicturedRun(trace), PicturedRun(sooner)).text()
    #expect(text.contains("10 ms sooner\n"))
  }

  @Test func `the axis can be given`() {
    let text = Picture(PicturedRun(everySign()), span: 50_000.ms).text()
    #expect(text.contains("50 s"))
  }
}
