import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

/// Titles stand in every picture in place of names.
@Suite struct TitleTests {
  private static let trace: Trace = {
    var script = Script("launch")
    let login = script.step("log-in")
    script.begin(login, at: 0)
    script.succeed(login, at: 10)
    var landing = Trace.Landing(page: "home", rule: 0, notice: nil, isDegraded: false, isCancelled: false)
    landing.ownTitle = "Start page"
    script.at(20, .landed(landing), .finished)
    script.trace.ownTitle = "Rider app"
    script.trace.steps[login].ownTitle = "Log in"
    return script.trace
  }()

  @Test func `every picture shows titles`() {
    for picture in [
      Picture(PicturedRun(Self.trace)).text(), Picture(PicturedRun(Self.trace)).svg(),
      Picture(PicturedRun(Self.trace)).html(), MermaidGantt.text(Self.trace),
      PerfettoTrace.value(Self.trace).text(),
    ] {
      for title in ["Log in", "Start page", "Rider app"] { #expect(picture.contains(title), "\(picture)") }
      for name in ["log-in", "home"] { #expect(!picture.contains(name), "\(picture)") }
    }
  }

  @Test func `the graph shows titles`() {
    var step = Flow.Step("log-in", .value(1))
    step.title = "Log in"
    let flow = Flow(
      name: "f", deadline: .seconds(1), pages: [Flow.Page("home", title: "Start page")], steps: [step],
      landings: [Flow.Landing("home")])
    for graph in [MermaidFlowchart.text(flow), DOTGraph.text(flow)] {
      #expect(graph.contains("Log in") && graph.contains("Start page"), "\(graph)")
    }
  }

  @Test func `a trace file keeps titles beside names`() {
    let text = Self.trace.fileText
    #expect(Trace.read(SourceText(name: "t", text: text)).document == Self.trace)
    #expect(text.contains(#""name":"log-in","title":"Log in""#))
  }
}
