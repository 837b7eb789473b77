import LaunchFlowMachine
import LaunchFlowModel
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

  @Test(arguments: [300, 1000])
  func `many steps are folded`(count: Int) {
    let trace = layers(count)
    let folded = Picture(PicturedRun(trace)).text()
    let whole = Picture(PicturedRun(trace), showsAllSteps: true).text()
    let critical = TraceSummary(trace).criticalPath.map { trace.steps[$0].name }
    for name in critical { #expect(folded.contains("\(name) ")) }
    #expect(folded.split(separator: "\n").count < count / 3)
    #expect(whole.split(separator: "\n").count > count)
    #expect(folded.contains("quiet steps"))
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

  @Test func `the axis can be given`() {
    let text = Picture(PicturedRun(everySign()), span: 50_000.ms).text()
    #expect(text.contains("50 s"))
  }
}
