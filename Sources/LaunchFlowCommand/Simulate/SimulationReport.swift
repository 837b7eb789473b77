import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTelemetry
import LaunchFlowTimeline

/// Writes runs in the format of the command line.
struct SimulationReport {
  let format: SimulateCommand.Format
  let options: TextOptions
  /// What the author says about the flow and its steps, for pages.
  var summaries = Summaries()

  /// The form of the output.
  var form: OutputForm { format.form }

  init(_ given: Given, in world: World) {
    self.init(
      given[SimulateCommand.format] ?? .text, output: given[SharedOptions.output], given, in: world)
  }

  init(_ format: SimulateCommand.Format, output: String?, _ given: Given, in world: World) {
    self.format = format
    options = TextOptions(given, output: output, in: world)
  }

  /// One outcome, with a line end at its end.
  func text(_ outcome: SimulationRequest.Outcome) -> String {
    switch outcome {
    case .run(let simulated): return text(simulated)
    case .runs(let many):
      switch format {
      case .text: return Picture(many.landings, steps: many.steps).text(options)
      case .html: return Picture(many.landings, steps: many.steps, runs: many.percentiles).html()
      case .json, .jsonl, .svg, .perfetto, .otlp, .trace:
        return json(DistributionJSON.value(many.landings, steps: many.steps))
      }
    }
  }

  private func text(_ simulated: SimulatedRun) -> String {
    let starts = FurtherStartsReport(first: simulated)
    guard !simulated.starts.isEmpty else { return text(simulated.trace, notice: simulated.shownNotice) }
    switch format {
    case .text: return own(simulated) + starts.text(own)
    case .json, .jsonl:
      return json(
        Self.json(simulated).adding(JSONObject.Member(name: "starts", value: starts.json(Self.json))))
    case .html:
      let title = simulated.trace.scenario ?? simulated.trace.flow
      return Picture(day: title, of: "start", starts.cards(PicturedRun.init)).html()
    case .svg, .perfetto, .otlp, .trace: return own(simulated)
    }
  }

  private func own(_ run: SimulatedRun) -> String { text(run.trace, notice: run.shownNotice) }

  private static func json(_ run: SimulatedRun) -> JSONValue {
    TraceJSON.value(run.trace, notice: run.shownNotice)
  }

  /// One run's trace, with a line end at its end.
  ///
  /// - Parameter notice: The landing's notice with its references filled in; nil shows it as its author wrote it.
  func text(_ trace: Trace, notice: String?) -> String {
    var run = PicturedRun(trace, notice: notice)
    run.summaries = summaries
    let picture = Picture(run)
    switch format {
    case .text: return picture.text(options)
    case .json, .jsonl: return json(TraceJSON.value(trace, notice: notice))
    case .html: return picture.html()
    case .svg: return picture.svg()
    case .perfetto: return json(PerfettoTrace.value(trace))
    case .otlp: return json(OTLPTrace.value(trace))
    case .trace: return trace.fileText
    }
  }

  /// Several outcomes as one text.
  func joined(_ texts: [String]) -> String {
    switch format {
    case .text: return texts.joined(separator: "\n")
    case .jsonl, .html, .svg, .perfetto, .otlp, .trace: return texts.joined()
    case .json:
      guard texts.count != 1 else { return texts[0] }
      return "[\n" + texts.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]\n"
    }
  }

  func json(_ value: JSONValue) -> String {
    value.text(format == .json ? .pretty : .compact) + "\n"
  }
}

extension JSONValue {
  /// An object with one member more.
  fileprivate func adding(_ member: JSONObject.Member) -> JSONValue {
    guard case .object(let object) = self else { return self }
    return .object(JSONObject(object.members + [member]))
  }
}

extension SimulatedRun {
  /// Its notice for pictures: an empty text means none, where nil would show the notice as its author wrote it.
  var shownNotice: String { notice?.text ?? "" }
}

extension PicturedRun {
  /// A simulated run, with its notice filled in.
  init(_ run: SimulatedRun) {
    self.init(run.trace, notice: run.shownNotice)
  }

  /// A simulated run with what its flow's author says about the flow and its steps.
  init(_ run: SimulatedRun, of simulation: Simulation) {
    self.init(run)
    summaries = Summaries(simulation.plan.flow)
  }
}

extension Picture.Played {
  /// A played scenario, as a page of several shows it.
  init(_ outcome: SimulationRequest.Outcome, of request: SimulationRequest) {
    let scenario = request.simulation.scenario
    let played: Outcome =
      switch outcome {
      case .run(let run): .run(PicturedRun(run, of: request.simulation))
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
    self.init(
      distribution, of: simulation.plan.flow, scenario: simulation.scenario.name, seed: seed)
  }
}
