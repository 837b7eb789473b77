import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// What a command line asks to tune.
struct TuneRequest {
  let file: DocumentFile
  let flow: Flow
  let played: SimulationRequest
  let axes: [TunedAxis]
  /// The figure as the command line names it: `p95`, or a page.
  let goal: String
  let isMaximised: Bool
  let rules: [GateRule]
  let runs: Int
  let seed: UInt64
  private let objective: TuneObjective
  private let mostCandidates: Int
  private let limits: Verifier.Limits
  private let review: TuneReview

  private static let standardRuns = 4_000
  private static let mostRuns = 10_000_000
  private static let standardCandidates = 2_000
  private static let standardPoints = 100

  /// Reads it; nil when a file has errors, which are then reported.
  static func read(_ given: Given, in world: World) throws -> TuneRequest? {
    let loader = DocumentLoader(given, in: world)
    let file = try DocumentFile(given.arguments[0], in: world)
    guard file.kind != .offlineSwitch else {
      throw UsageError(
        "a switch is not tuned; 'launchflow simulate --vary' compares its figures under several settings")
    }
    guard let flow = try loader.flow(file) else { return nil }
    let scenarios = given.all(PlayOptions.scenario)
    guard scenarios.count < 2, scenarios != ["*"] else {
      throw UsageError("flows are tuned under one scenario; name one")
    }
    guard scenarios.count == 1 || given[PlayOptions.network] != nil else {
      throw UsageError(
        "name a scenario with odds by '--scenario'; 'launchflow learn' makes one of recorded launches")
    }
    guard given[PlayOptions.runs] ?? standardRuns <= mostRuns else {
      throw UsageError("'--runs' is at most \(mostRuns): each candidate is played so often")
    }
    let axes = try axes(given, flow)
    let goal = try goal(given, flow)
    let rules = try rules(given, flow, goal.objective)
    guard let played = try SimulationRequest.read(given, flow, loader, in: world)?.first else { return nil }
    guard played.simulation.scenario.starts.isEmpty else {
      throw UsageError("further starts are played in a single run; name a scenario without \"starts\"")
    }
    return TuneRequest(file, flow, played, axes, goal, rules, given, in: world)
  }

  private init(
    _ file: DocumentFile, _ flow: Flow, _ played: SimulationRequest, _ axes: [TunedAxis],
    _ goal: (objective: TuneObjective, name: String, isMaximised: Bool), _ rules: [GateRule], _ given: Given,
    in world: World
  ) {
    (self.file, self.flow, self.played, self.axes) = (file, flow, played, axes)
    (objective, self.goal, isMaximised) = goal
    self.rules = rules
    runs = given[PlayOptions.runs] ?? Self.standardRuns
    seed = played.seed
    mostCandidates = given[TuneCommand.candidates] ?? Self.standardCandidates
    var budget = Budget()
    if let states = given[VerifyCommand.budget] { budget.states = states }
    limits = Verifier.Limits(budget: budget)
    review = TuneReview(file: file, world: world)
  }

  private static func axes(_ given: Given, _ flow: Flow) throws(UsageError) -> [TunedAxis] {
    var axes: [TunedAxis] = []
    let points = given[TuneCommand.points] ?? standardPoints
    for text in given.all(TuneCommand.vary) {
      let read: [TunedAxis]
      do throws(InvalidTuning) {
        read = try TunedAxis.read(text, of: flow, points: points)
      } catch {
        throw UsageError("--vary: \(error)")
      }
      for axis in read {
        // What is named by itself counts, before or after a '*'.
        if let place = axes.firstIndex(where: { $0.name == axis.name }) {
          guard text.hasPrefix("*.") != axes[place].isOfAllSteps(given) else {
            throw UsageError("--vary: '\(axis.name)' is varied twice")
          }
          if !text.hasPrefix("*.") { axes[place] = axis }
        } else {
          axes.append(axis)
        }
      }
    }
    guard !axes.isEmpty else {
      throw UsageError("there is nothing to vary; write '--vary \(TunedAxis.example(of: flow))', for example")
    }
    guard axes.count <= TunedAxis.most else {
      throw UsageError("\(axes.count) keys are too many to vary together; vary at most \(TunedAxis.most)")
    }
    return axes
  }

  private static func goal(
    _ given: Given, _ flow: Flow
  ) throws(UsageError) -> (objective: TuneObjective, name: String, isMaximised: Bool) {
    let pages = flow.pages.map(\.name)
    do throws(InvalidTuning) {
      if let page = given[TuneCommand.maximise] {
        guard given[TuneCommand.minimise] == nil else {
          throw InvalidTuning("there can be one goal; bound the other figure by '--keep'")
        }
        return (try TuneObjective(maximising: page, pages: pages), page, true)
      }
      let figure = given[TuneCommand.minimise] ?? "p95"
      return (try TuneObjective(minimising: figure, pages: pages), figure, false)
    } catch {
      throw UsageError("\(given[TuneCommand.maximise] == nil ? "--minimise" : "--maximise"): \(error)")
    }
  }

  private static func rules(
    _ given: Given, _ flow: Flow, _ objective: TuneObjective
  ) throws(UsageError) -> [GateRule] {
    let pages = flow.pages.map(\.name)
    do throws(InvalidGateRule) {
      var rules: [GateRule] = []
      for text in given.all(TuneCommand.keep) {
        rules.append(try GateRule(text, pages: pages, hasProof: true))
      }
      // Shorter time-outs are always faster: without a bound they would end in nothing but fallbacks.
      if objective == .degraded {
        if !rules.contains(where: \.boundsTime) { rules.append(try GateRule("p95<=+0%", pages: pages)) }
      } else if !rules.contains(where: { $0.figure == .degraded }) {
        rules.append(try GateRule("degraded<=+0%", pages: pages))
      }
      return rules
    } catch {
      throw UsageError("--keep: \(error)")
    }
  }

  /// The tuner.
  func tuner(progress: @escaping (Int) -> Void) -> Tuner {
    var tuner = Tuner(flow, played.simulation.scenario, axes: axes, objective, rules)
    tuner.runs = runs
    tuner.seed = seed
    tuner.mostCandidates = mostCandidates
    tuner.parallelism = played.simulation.parallelism
    tuner.limits = limits
    tuner.objection = TuneReview.warnings(newIn: flow)
    tuner.review = { [review] in review.objection(to: $0, $1) }
    tuner.progress = progress
    return tuner
  }
}

extension GateRule {
  /// Whether it bounds when launches land.
  fileprivate var boundsTime: Bool { if case .time = figure { true } else { false } }
}

extension TunedAxis {
  /// Whether the command line does not name it by itself.
  fileprivate func isOfAllSteps(_ given: Given) -> Bool {
    !given.all(TuneCommand.vary).contains { $0.hasPrefix(name + "=") }
  }
}
