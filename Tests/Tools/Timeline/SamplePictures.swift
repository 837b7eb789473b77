import LaunchFlowSimulator
import Testing

@testable import LaunchFlowTimeline

/// The names that documents give.
struct SampleNames: Sendable {
  var flow = "flow-name"
  var scenario = "scenario-name"
  var group = "group-name"
  var step = "step-name"
  var page = "page-name"
  var other = "other-name"
  /// The titles of the flow, the group, the step and the page.
  var titles: [String?] = [nil, nil, nil, nil]

  static let plain = SampleNames()
  static let titled = SampleNames(titles: ["Rider app", "First checks", "Log in", "Start page"])

  /// One name that would command a terminal, every format and a page if it were not escaped.
  static let hostile = {
    let name = """
      </svg><script>alert("1")</script>\u{1B}]0;x\u{7}\u{9B}31m\u{202E}
      ::error::\u{2067}<b>&\u{E000}"]; end %% #quot; \\ --> ]]></section><img src=x onerror=alert(1)>
      """
    return SampleNames(flow: name, scenario: name, group: name, step: name, page: name, other: name)
  }()

  /// A run in which a step is refused and another one skipped for it.
  func run(landsAt time: Int64? = 20) -> Trace {
    var script = Script(flow, scenario: scenario)
    let group = script.step(group, .group)
    let login = script.step(step, group: group, lane: other)
    let next = script.step("next", needs: [login])
    script.at(0, .stepStarted(step: group))
    script.begin(login, at: 0)
    script.at(
      10, .attemptEnded(step: login, attempt: 1, .refused(failure: other)), .offline(domain: other),
      .settled(step: login, .init(.failed, name: other)), .settled(step: group, .init(.failed)),
      .settled(step: next, .init(.skipped, reason: .need(step: login, .failed))))
    if let time {
      var landing = Trace.Landing(
        page: page, rule: 0, notice: .init(other), isDegraded: false, isCancelled: false)
      landing.ownTitle = titles[3]
      script.at(time, .landed(landing), .finished)
    }
    script.trace.ownTitle = titles[0]
    script.trace.steps[group].ownTitle = titles[1]
    script.trace.steps[login].ownTitle = titles[2]
    return script.inOrder
  }

  func definition() -> Flow {
    var login = Flow.Step(step, .value(1))
    login.title = titles[2]
    var checks = Flow.Step(group, .group([login]))
    checks.title = titles[1]
    var later = Flow.Step("later", .value(1))
    later.when = Condition("landing", is: .string(page))
    var flow = Flow(
      name: flow, deadline: .seconds(1), pages: [Flow.Page(page, title: titles[3])], steps: [checks, later],
      landings: [Flow.Landing(page)])
    flow.title = titles[0]
    return flow
  }

  fileprivate func landings() throws -> LandingDistribution {
    try #require(
      LandingDistribution(
        flow: flow, title: titles[0], scenario: scenario, deadline: 10_000.ms, pages: definition().pages,
        landings: [.init(20.ms, page: 0), .init(30.ms, page: 0)]))
  }
}

/// Everything that is drawn with a document's names.
enum SampleKind: String, CaseIterable, Sendable {
  case run, open, comparison, runs, comparedRuns, day, offlineSwitch

  func picture(_ names: SampleNames) throws -> Picture {
    let run = PicturedRun(names.run())
    switch self {
    case .run: return Picture(run)
    case .open: return Picture(PicturedRun(names.run(landsAt: nil)))
    case .comparison: return Picture(comparing: run, PicturedRun(names.run(landsAt: 30)))
    case .runs:
      var steps = StepSpreads()
      steps.add(run.trace)
      return Picture(try names.landings(), steps: steps, runs: [(["p50"], 0, run)])
    case .comparedRuns:
      let landings = try names.landings()
      let pair = (Distribution.Landing(20.ms, page: 0), Distribution.Landing(30.ms, page: 0))
      let comparison = try #require(
        DistributionComparison(landings, landings, [pair, pair], pages: ([names.page], [names.page])))
      return Picture(comparison, run: run, and: run)
    case .day:
      let scenarios: [Picture.Played] = [
        (names.scenario, names.other, .run(run), [names.other]),
        (names.scenario, nil, .words(names.other), nil),
      ]
      return Picture(day: names.flow, scenarios)
    case .offlineSwitch: return Picture(try Self.trace(names))
    }
  }

  private static func trace(_ names: SampleNames) throws -> SwitchTrace {
    var trace = try sampleSwitch()
    (trace.name, trace.scenario) = (names.flow, names.scenario)
    trace.domains = trace.domains.map { _ in names.other }
    return trace
  }
}
