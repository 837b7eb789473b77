import LaunchFlowFleet

struct TuneRequest {
  /// The figure as the command line names it: `p95`.
  let goal: String
  var tuner: Tuner

  private static let standardPoints = 100

  static func read(_ given: Given, in world: World) throws -> TuneRequest {
    let file = try DocumentFile(given.arguments[0], in: world)
    let flow = try file.flow()
    let scenarios = given.all(PlayOptions.scenario)
    guard scenarios != ["*"] else {
      throw UsageError("flows are tuned under one scenario; name one")
    }
    guard scenarios.count == 1 || given[PlayOptions.network] != nil else {
      throw UsageError(
        "name a scenario with odds by '--scenario'; 'launchflow learn' makes one of recorded launches")
    }
    let axes = try axes(given, flow)
    let goal = given[TuneCommand.minimise] ?? "p95"
    let (objective, rules) = try aims(given, goal, flow)
    let played = try SimulationRequest.read(given, flow, in: world)[0]
    guard played.simulation.scenario.starts.isEmpty else {
      throw UsageError("further starts are played in a single run; name a scenario without \"starts\"")
    }
    let tuned = TunedFile(file.source, flow, including: file.included)
    var tuner = Tuner(tuned, played.simulation.scenario, axes: axes, objective, rules)
    tuner.runs = given[PlayOptions.runs] ?? tuner.runs
    tuner.seed = played.seed
    tuner.mostCandidates = given[TuneCommand.candidates] ?? tuner.mostCandidates
    tuner.parallelism = played.simulation.parallelism
    if let states = given[VerifyCommand.budget] {
      tuner.limits = Verifier.Limits(budget: Budget(states: states))
    }
    tuner.review = { changed in
      DocumentCheck.newDiagnostics(of: changed, since: file.source, including: file.included)
        .first.map { "'check' reports \($0.code.rawValue): \($0.message)" }
    }
    return TuneRequest(goal: goal, tuner: tuner)
  }

  /// The keys to vary; of one that is named twice, the later values.
  private static func axes(_ given: Given, _ flow: Flow) throws(UsageError) -> [TunedAxis] {
    let points = given[TuneCommand.points] ?? standardPoints
    let read = try TuneCommand.vary.reading { () throws(InvalidText) in
      try given.all(TuneCommand.vary).map { text throws(InvalidText) in
        try TunedAxis.read(text, of: flow, points: points)
      }
    }
    var axes: [TunedAxis] = []
    for axis in read.joined() {
      axes.removeAll { $0.name == axis.name }
      axes.append(axis)
    }
    guard !axes.isEmpty else {
      throw UsageError("there is nothing to vary; write '--vary \(TunedAxis.example(of: flow))', for example")
    }
    guard axes.count <= TunedAxis.most else {
      throw UsageError("\(axes.count) keys are too many to vary together; vary at most \(TunedAxis.most)")
    }
    return axes
  }

  /// The figure to make small, and the rules to keep.
  private static func aims(
    _ given: Given, _ goal: String, _ flow: Flow
  ) throws(UsageError) -> (objective: GateRule.Figure, rules: [GateRule]) {
    let pages = flow.pages.map(\.name)
    let objective = try TuneCommand.minimise.reading { () throws(InvalidText) in
      try GateRule.Figure(goal, pages: [])
    }
    let rules = try TuneCommand.keep.reading { () throws(InvalidText) in
      var rules = try given.all(TuneCommand.keep).map { text throws(InvalidText) in
        try GateRule(text, pages: pages, hasProof: true)
      }
      // Shorter time-outs are always faster: without a bound they would end in nothing but fallbacks.
      if !rules.contains(where: { objective == .degraded ? $0.figure.isTime : $0.figure == .degraded }) {
        rules.append(try GateRule(objective == .degraded ? "p95<=+0%" : "degraded<=+0%", pages: pages))
      }
      return rules
    }
    return (objective, rules)
  }
}
