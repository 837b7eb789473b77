import LaunchFlowTelemetry
import LaunchFlowTimeline

extension Report {
  func text(_ run: PicturedRun) -> String {
    switch format {
    case .perfetto: json(PerfettoTrace.value(run.trace))
    case .otlp: json(OTLPTrace.value(run.trace))
    case .trace: run.trace.fileText
    default: text(Picture(run), TraceJSON.value(run.trace, notice: run.notice))
    }
  }

  func text(_ outcome: SimulationRequest.Outcome, of request: SimulationRequest) -> String {
    switch outcome {
    case .run(let simulated): return text(simulated, of: request.simulation)
    case .runs(let many):
      return text(
        Picture(many.landings, steps: many.steps, runs: many.percentiles),
        DistributionJSON.value(many.landings, steps: many.steps))
    }
  }

  /// A simulated run with the runs of its further starts. The formats for one run leave the further ones out.
  private func text(_ simulated: SimulatedRun, of simulation: Simulation) -> String {
    var own = PicturedRun(simulated)
    let starts = FurtherStarts(first: simulated)
    switch format {
    case .html where simulated.starts.isEmpty:
      own.summaries = Summaries(simulation.plan.flow, scenario: simulation.scenario.summary)
      return text(own)
    case .html: return starts.picture.html()
    case .text: return text(own) + starts.text { text(PicturedRun($0)) }
    case .json, .jsonl: return simulated.starts.isEmpty ? text(own) : json(starts.json)
    default: return text(own)
    }
  }

  func text(_ trace: SwitchTrace) -> String { text(Picture(trace), SwitchJSON.value(trace)) }
}

extension PicturedRun {
  /// A simulated run, with its notice filled in. An empty text means no notice.
  init(_ run: SimulatedRun) {
    self.init(run.trace, notice: run.notice?.text ?? "")
  }

  /// A simulated run with the author's texts about the flow and its steps.
  init(_ run: SimulatedRun, of simulation: Simulation) {
    self.init(run)
    summaries = Summaries(simulation.plan.flow)
  }
}

/// The effects of a run's further starts.
private struct FurtherStarts {
  /// The run of the first start, which contains the others.
  let first: SimulatedRun

  /// A heading for each start; under it the text of its own run, if any.
  func text(_ run: (SimulatedRun) -> String) -> String {
    first.starts.map { start in
      let ending = start.run.map { ":\n" + run($0) } ?? "\n"
      return "\nstart after \(time(start)): " + sentence(start) + ending
    }.joined()
  }

  /// The first run with an entry for each start.
  var json: JSONValue {
    func value(_ run: SimulatedRun) -> JSONValue {
      TraceJSON.value(run.trace, notice: run.notice?.text ?? "")
    }
    let starts = first.starts.map { start -> JSONValue in
      [
        "at": .integer(start.time.nanoseconds), "is": .string(start.outcome.rawValue),
        "holds": start.holds.map { .integer(Int64($0)) } ?? .null, "run": start.run.map(value) ?? .null,
      ]
    }
    var object = value(first).object ?? JSONObject()
    object["starts"] = .array(starts)
    return .object(object)
  }

  /// A card for each start, the first one included.
  var picture: Picture {
    let own: Picture.Played = ("first start", nil, .run(PicturedRun(first)), nil)
    let further = first.starts.map { start -> Picture.Played in
      let outcome = start.run.map { Picture.Outcome.run(PicturedRun($0)) } ?? .words(sentence(start))
      return ("start after \(time(start))", sentence(start), outcome, nil)
    }
    return Picture(day: first.trace.scenario ?? first.trace.flow, of: "start", [own] + further)
  }

  private func sentence(_ start: SimulatedStart) -> String {
    switch start.outcome {
    case .begin: "begins a run of its own"
    case .join: "joins \(name(start.holds)), which \(landing(start))"
    case .replace: "cancels the equal run under way and begins its own"
    case .refuse: "is refused, since an equal run is under way"
    }
  }

  private func name(_ start: Int?) -> String {
    guard let start, start > 0 else { return "the first run" }
    return "the run that began after \(time(first.starts[start - 1]))"
  }

  private func landing(_ start: SimulatedStart) -> String {
    guard let run = first.run(heldBy: start), case let summary = TraceSummary(run.trace),
      let landing = summary.landing, let landed = summary.landedAt
    else { return "does not land" }
    return "lands on \(landing.page) after \(TimeText.exact(landed))"
  }

  private func time(_ start: SimulatedStart) -> String { TimeText.exact(start.time.nanoseconds) }
}
