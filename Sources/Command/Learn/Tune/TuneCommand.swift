import LaunchFlowFleet

enum TuneCommand: Subcommand {
  static let minimise = Option<String>.text("minimise", "FIGURE")
  static let keep = Option<String>.text("keep", "RULE").repeatable
  static let vary = Option<String>.text("vary", "STEP.KEY=VALUES").repeatable
  static let points = Option<Int>.wholeNumber("points", atLeast: 2, atMost: 1_000)
  static let candidates = Option<Int>.wholeNumber("candidates", atLeast: 1, atMost: 1_000_000)
  static let output = Option<String>.text("output", short: "o", "FILE", .file)

  private static let scenario = {
    var once = PlayOptions.scenario
    once.isRepeatable = false
    return once
  }()

  static let interface = Interface(
    "tune", [Argument("FLOW")],
    [
      minimise, keep, vary, points, scenario, PlayOptions.scenarios, PlayOptions.set,
      PlayOptions.input, PlayOptions.network, PlayOptions.runs, PlayOptions.seed, PlayOptions.jobs,
      candidates, VerifyCommand.budget, output,
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    guard given[output] != World.standardStream else {
      throw UsageError("'--output' takes a file's name; standard output is for the report")
    }
    var request = try TuneRequest.read(given, in: world)
    let progress = ProgressLine(in: world)
    request.tuner.progress = { count in progress.show("\(Counting.text(count, "candidate")) played") }
    let outcome: TuneOutcome
    do throws(TuneFailure) {
      defer { progress.end() }
      outcome = try request.tuner.tune()
    } catch {
      switch error {
      case .invalid: throw UsageError("the flow cannot be played under this scenario")
      case .stopped: world.report("error: a run of the flow never ends, so it cannot be tuned")
      case .unproved(let reason):
        world.report("error: the proof of the file is not finished, so no candidate can be proved: \(reason)")
      }
      return .couldNotRun
    }
    world.print(TuneReport(request: request, outcome: outcome).text)
    guard let better = outcome.better else { return .problemsFound }
    if let path = given[output] { try world.files.write(better.text.bytes, to: path) }
    return .fine
  }
}
