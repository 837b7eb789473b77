import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// What tuning found: the changed keys, the figures before and after, and what they cost in fallbacks.
struct TuneReport {
  let request: TuneRequest
  let outcome: TuneOutcome
  /// How the steps went in both flows, in runs that chose nothing; empty without a better flow.
  let steps: [TunedStep]

  init(_ request: TuneRequest, _ outcome: TuneOutcome) {
    self.request = request
    self.outcome = outcome
    steps = Self.changed(request, outcome)
  }

  /// The candidate as a simulation.
  private static func tuned(_ request: TuneRequest, _ flow: Flow) -> Simulation? {
    guard let plan = try? FlowPlan(flow),
      var simulation = try? Simulation(plan, request.played.simulation.scenario)
    else { return nil }
    simulation.parallelism = request.played.simulation.parallelism
    return simulation
  }

  private static func changed(_ request: TuneRequest, _ outcome: TuneOutcome) -> [TunedStep] {
    guard let better = outcome.better, let after = tuned(request, better.flow) else { return [] }
    let runs = better.side.confirmed.runs
    let spreads = [request.played.simulation, after].map { simulation in
      SimulationRequest(
        simulation: simulation, seed: outcome.seeds.confirmed, runs: runs, run: 0,
        followed: request.played.followed
      ).follow(in: 0..<UInt64(runs), of: runs).steps
    }
    return zip(spreads[0], spreads[1]).map { TunedStep($0, $1) }.filter(\.isChanged)
  }

  /// The comparison of many runs of both flows as a page; nil without a better one.
  func page() throws -> String? {
    guard let better = outcome.better, let after = Self.tuned(request, better.flow) else { return nil }
    let pair = ComparedPair(
      before: .simulation(request.played.simulation), after: .simulation(after),
      seed: outcome.seeds.confirmed, runs: better.side.confirmed.runs, run: 0)
    var stops: [StoppedRun] = []
    switch pair.play(showing: nil, &stops) {
    case .run(let before, let after): return Picture(comparing: before, after).html()
    case .runs(let comparison, let before, let after):
      return Picture(comparison, run: before, and: after).html()
    }
  }

  /// The change of the file as a unified diff; empty without a better flow.
  var difference: String {
    let source = request.file.source
    guard let better = outcome.better, let text = TunedText(source, better.changes) else { return "" }
    return UnifiedDifference(path: source.name, from: source.bytes, to: text.bytes).text
  }
}

/// How one step went under the file's flow and under the tuned one; shares from 0 to 1.
struct TunedStep {
  let name: String
  /// The runs in which an attempt of it timed out.
  let timedOut: (before: Double, after: Double)
  /// The runs in which a fallback gave its value.
  let recovered: (before: Double, after: Double)

  init(_ before: StepSpread, _ after: StepSpread) {
    func timeouts(_ spread: StepSpread) -> Double { spread.errors.first { $0.word == .timeout }?.share ?? 0 }
    func fallbacks(_ spread: StepSpread) -> Double {
      spread.statuses.first { $0.word == .recovered }?.share ?? 0
    }
    name = before.name
    timedOut = (timeouts(before), timeouts(after))
    recovered = (fallbacks(before), fallbacks(after))
  }

  /// Whether either share is another one.
  var isChanged: Bool { timedOut.before != timedOut.after || recovered.before != recovered.after }
}
