import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Writes runs in the format of the command line.
struct SimulationReport {
  let format: SimulateCommand.Format
  let options: TextOptions

  /// The form of the output.
  var form: OutputForm { format.form }

  init(_ given: Given, in world: World) {
    format = given[SimulateCommand.format] ?? .text
    options = TextOptions(given, output: given[SharedOptions.output], in: world)
  }

  /// One outcome, with a line end at its end.
  func text(_ outcome: SimulationRequest.Outcome) -> String {
    switch outcome {
    case .run(let simulated): return text(simulated)
    case .runs(let many):
      switch format {
      case .text: return Picture(many.landings).text(options)
      case .html: return Picture(many.landings, steps: many.steps, runs: many.percentiles).html()
      case .json, .jsonl, .svg, .perfetto, .otlp, .mermaid, .trace:
        return json(DistributionJSON.value(many.landings))
      }
    }
  }

  private func text(_ simulated: SimulatedRun) -> String {
    // An empty text means no notice; nil would show the notice as its author wrote it.
    text(simulated.trace, notice: simulated.notice?.text ?? "")
  }

  /// One run's trace, with a line end at its end.
  ///
  /// - Parameter notice: The landing's notice with its references filled in; nil shows it as its author wrote it.
  func text(_ trace: Trace, notice: String?) -> String {
    let picture = Picture(PicturedRun(trace, notice: notice))
    switch format {
    case .text: return picture.text(options)
    case .json, .jsonl: return json(TraceJSON.value(trace, notice: notice))
    case .html: return picture.html()
    case .svg: return picture.svg()
    case .perfetto: return json(PerfettoTrace.value(trace))
    case .otlp: return json(OTLPTrace.value(trace))
    case .mermaid: return MermaidGantt.text(trace)
    case .trace: return trace.fileText
    }
  }

  /// Several outcomes as one text.
  func joined(_ texts: [String]) -> String {
    switch format {
    case .text: return texts.joined(separator: "\n")
    case .jsonl, .html, .svg, .perfetto, .otlp, .mermaid, .trace: return texts.joined()
    case .json:
      guard texts.count != 1 else { return texts[0] }
      return "[\n" + texts.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]\n"
    }
  }

  func json(_ value: JSONValue) -> String {
    value.text(format == .json ? .pretty : .compact) + "\n"
  }
}

extension Picture.Played {
  /// A played scenario, as a page of several shows it.
  init(_ outcome: SimulationRequest.Outcome, of request: SimulationRequest) {
    let scenario = request.simulation.scenario
    let played: Outcome =
      switch outcome {
      case .run(let run): .run(PicturedRun(run.trace, notice: run.notice?.text ?? ""))
      case .runs(let many): .runs(many.landings)
      }
    self.init(scenario.name ?? "", summary: scenario.summary, played)
  }
}

extension TextOptions {
  /// The options that fit the output. A file gets neither the terminal's width nor its colours.
  init(_ given: Given, output: String?, in world: World) {
    self.init()
    let isFile = output.map { $0 != World.standardStream } ?? false
    width = isFile ? given[SharedOptions.width] ?? World.plainWidth : world.width(given)
    isColoured = isFile ? given[SharedOptions.color] == .always : world.colors(.data, given)
    isASCII = world.isASCII(given)
  }
}

extension LandingDistribution {
  /// A distribution for pictures; nil without runs.
  init?(_ distribution: Distribution, of simulation: Simulation, seed: UInt64) {
    let flow = simulation.plan.flow
    self.init(
      flow: flow.name, title: flow.title, scenario: simulation.scenario.name, seed: seed,
      deadline: distribution.deadline, pages: flow.pages,
      landings: distribution.landings.map { Landing($0.time, page: Int($0.page)) })
    if distribution.landings.count < distribution.runs { takeFigures(of: distribution) }
  }

  /// The curves are those of the landings that are kept; the figures are those of all runs.
  private mutating func takeFigures(of distribution: Distribution) {
    let figures = distribution.figures
    runs = distribution.runs
    mean = distribution.mean
    p50 = figures[.p50] ?? p50
    p90 = figures[.p90] ?? p90
    p95 = figures[.p95] ?? p95
    p99 = figures[.p99] ?? p99
    max = figures[.max] ?? max
    let shares = distribution.shares
    for index in pages.indices {
      pages[index].share = shares.first { $0.page == pages[index].page }?.share ?? pages[index].share
    }
  }
}
