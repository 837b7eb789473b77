import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// `launchflow tune`
enum TuneCommand: Subcommand {
  static let minimise = Option<String>.text("minimise", "FIGURE")
  static let keep = Option<String>.text("keep", "RULE").repeatable
  static let vary = Option<String>.text("vary", "STEP.KEY=VALUES").repeatable
  static let points = Option<Int>.wholeNumber("points", atLeast: 2, atMost: 1_000)
  static let candidates = Option<Int>.wholeNumber("candidates", atLeast: 1, atMost: 1_000_000)
  static let output = Option<String>.file("output", short: "o")

  private static let scenario = {
    var once = PlayOptions.scenario.declaration
    once.isRepeatable = false
    return once
  }()

  static let interface = Interface(
    "tune", [Argument("FLOW")],
    [
      minimise, keep, vary, points, scenario, PlayOptions.scenarios, PlayOptions.set,
      PlayOptions.input, PlayOptions.network, PlayOptions.runs, PlayOptions.seed, PlayOptions.jobs,
      candidates,
      VerifyCommand.budget, OutputFormat.option(.text, .diff), output,
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    guard given[output] != World.standardStream else {
      throw UsageError("'--output' takes a file's name; standard output is for the report")
    }
    guard let request = try TuneRequest.read(given, in: world) else { return .problemsFound }
    let progress = ProgressLine(in: world)
    var tuner = request.tuner
    tuner.progress = { count in progress.show("\(Counting.text(count, "candidate")) played") }
    let outcome: TuneOutcome
    do throws(TuneFailure) {
      defer { progress.end() }
      outcome = try tuner.tune()
    } catch {
      return try report(error, in: world)
    }
    let report = TuneReport(request: request, outcome: outcome)
    if given.format == .diff { printDifference(report, in: world) } else { world.print(report.text) }
    guard let better = outcome.better else {
      if given.format == .diff {
        for line in report.nothingFound.split(separator: "\n") { world.report(String(line)) }
      }
      return .problemsFound
    }
    if let path = given[output] { try world.files.write(better.text.bytes, to: path) }
    return .fine
  }

  /// A patch keeps every byte; a terminal sees hidden characters escaped.
  private static func printDifference(_ report: TuneReport, in world: World) {
    if world.output.isTerminal(.data) {
      world.print(report.difference)
    } else {
      world.output.write(report.difference, to: .data)
    }
  }

  private static func report(_ failure: TuneFailure, in world: World) throws -> ExitStatus {
    switch failure {
    case .invalid: throw UsageError("the flow cannot be played under this scenario")
    case .stopped:
      world.report("error: a run of the flow never comes to an end, so it cannot be tuned")
      return .couldNotRun
    case .unproved(let reason):
      world.report("error: the proof of the file is not finished, so no candidate can be proved: \(reason)")
      return .couldNotRun
    }
  }
}
