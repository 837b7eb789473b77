import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowTimeline

/// Pictures show titles in place of names.
@Suite struct TitleTests {
  /// Everything that is drawn of runs and flows.
  enum Kind: String, CaseIterable, Sendable {
    case run, open, folded, comparison, runs, comparedRuns, perfetto, flowchart, dot
  }

  private static let titles = ["Rider app", "Log in", "First checks", "Start page"]
  /// The names that the titles replace, as no other word of a picture.
  private static let names = ["flow-name", "step-name", "group-name", "page-name"]

  private static func trace(landsAt time: Int64? = 20) -> Trace {
    var script = Script(names[0])
    let group = script.step(names[2], .group)
    let login = script.step(names[1], group: group, timeout: 5)
    let next = script.step("next", needs: [login])
    script.at(0, .stepStarted(step: group))
    script.begin(login, at: 0)
    script.at(
      10, .attemptEnded(step: login, attempt: 1, .failed(.server)), .settled(step: login, .init(.failed)),
      .settled(step: group, .init(.failed)),
      .settled(step: next, .init(.skipped, reason: .need(step: login, .failed))))
    if let time {
      var landing = Trace.Landing(
        page: names[3], rule: 0, notice: nil, isDegraded: false, isCancelled: false)
      landing.ownTitle = titles[3]
      script.at(time, .landed(landing), .finished)
    }
    script.trace.ownTitle = titles[0]
    script.trace.steps[login].ownTitle = titles[1]
    script.trace.steps[group].ownTitle = titles[2]
    return script.trace.withDerivedCauses
  }

  /// A run of so many steps that those without events share a row.
  private static func folded() -> Trace {
    var trace = trace()
    for number in 0..<200 { trace.steps.append(Trace.Step(name: "quiet-\(number)", kind: .value)) }
    return trace
  }

  private static let flow: Flow = {
    var login = Flow.Step(names[1], .value(1))
    login.title = titles[1]
    var group = Flow.Step(names[2], .group([login]))
    group.title = titles[2]
    var later = Flow.Step("later", .value(1))
    later.when = Condition("landing", is: .string(names[3]))
    var flow = Flow(
      name: names[0], deadline: .seconds(1), pages: [Flow.Page(names[3], title: titles[3])],
      steps: [group, later], landings: [Flow.Landing(names[3])])
    flow.title = titles[0]
    return flow
  }()

  private static func landings() throws -> LandingDistribution {
    try #require(
      LandingDistribution(
        flow: flow.name, title: flow.title, deadline: 10_000.ms, pages: flow.pages,
        landings: [.init(20.ms, page: 0), .init(30.ms, page: 0)]))
  }

  private static func pictures(_ kind: Kind) throws -> [String] {
    func media(_ picture: Picture) -> [String] { [picture.text(), picture.svg(), picture.html()] }
    let run = PicturedRun(trace())
    switch kind {
    case .run: return media(Picture(run))
    case .open: return media(Picture(PicturedRun(trace(landsAt: nil))))
    case .folded: return media(Picture(PicturedRun(folded())))
    case .comparison: return media(Picture(comparing: run, PicturedRun(trace(landsAt: 30))))
    case .runs:
      var steps = StepSpreads()
      steps.add(run.trace)
      let one = Picture.Percentile(["p50"], number: 0, run)
      return media(Picture(try landings(), steps: steps, runs: [one]))
    case .comparedRuns:
      let landings = try landings()
      let pair = (LandingDistribution.Landing(20.ms, page: 0), LandingDistribution.Landing(30.ms, page: 0))
      let comparison = try #require(
        DistributionComparison(landings, landings, [pair, pair], pages: ([names[3]], [names[3]])))
      return media(Picture(comparison, run: run, and: run))
    case .perfetto: return [try #require(PerfettoTrace.value(run.trace).object?["traceEvents"]).text()]
    case .flowchart: return [MermaidFlowchart.text(flow)]
    case .dot: return [DOTGraph.text(flow)]
    }
  }

  /// The titles that a picture has room for.
  private static func shown(_ kind: Kind, in picture: String) -> [String] {
    switch kind {
    case .open: Array(titles.prefix(3))
    // Of many runs a page shows one whole; a drawing shows the curves alone, and a terminal the pages, too.
    case .runs, .comparedRuns:
      picture.hasPrefix("<!DOCTYPE html>")
        ? titles : picture.hasPrefix("<svg") ? [titles[0]] : [titles[0], titles[3]]
    default: titles
    }
  }

  @Test(arguments: Kind.allCases) func `pictures show titles and no names`(kind: Kind) throws {
    for picture in try Self.pictures(kind) {
      for title in Self.shown(kind, in: picture) { #expect(picture.contains(title), "\(title): \(picture)") }
      // The file's own names stand only where a page says where a step is declared.
      let drawn = picture.replacing("/steps/group-name/steps/step-name", with: "").replacing(
        "/steps/group-name", with: "")
      for name in Self.names { #expect(!drawn.contains(name), "\(name): \(picture)") }
    }
  }

  @Test func `steps that share a title keep their names`() {
    var trace = Self.trace()
    trace.steps[2].ownTitle = "Log in"
    let text = Picture(PicturedRun(trace)).text()
    #expect(text.contains("Log in (step-name)") && text.contains("Log in (next)"))
  }

  /// Steps are paired by name, and other programs read names.
  @Test func `JSON and comparisons use names`() {
    let trace = Self.trace()
    #expect(RunComparison(trace, trace).steps.map(\.name) == ["step-name", "next"])
    let value = ComparisonJSON.value(.init(trace), .init(trace)).text()
    #expect(value.contains("step-name") && !value.contains("Log in"))
  }

  @Test func `trace files contain titles and names`() {
    let text = Self.trace().fileText
    #expect(Trace.read(SourceText(name: "t", text: text)).document == Self.trace())
    #expect(text.contains(#""name":"step-name","title":"Log in""#))
  }
}
