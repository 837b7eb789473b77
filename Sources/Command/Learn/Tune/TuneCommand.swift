import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowVerifier

/// `launchflow tune`
enum TuneCommand: Subcommand {
  enum Format: String, CaseIterable {
    case text, diff
  }

  static let minimise = Option<String>.text(
    "minimise", "FIGURE", "The figure to make as small as possible: p50, p90, p95, p99 or degraded.",
    default: "p95")
  static let maximise = Option<String>.text(
    "maximise", "PAGE", "The page whose share to make as large as possible, in place of '--minimise'.")
  static let keep = Option<String>.text(
    "keep", "RULE",
    "A bound that the flow must keep: degraded<=2%, p99<=8s, home>=-0.5%, worst<=9s. A '+' or '-' is a change from the file."
  ).repeatable
  static let vary = Option<String>.text(
    "vary", "STEP.KEY=VALUES",
    "A key to vary, as 1s..10s or 1s,2s,none; such as login.timeout, *.useFallbackAfter, ask.retry.attempts, deadline."
  ).repeatable
  static let points = Option<Int>.wholeNumber(
    "points", atLeast: 2, atMost: 1_000, "About how many round values of a range to try.", default: "100")
  static let candidates = Option<Int>.wholeNumber(
    "candidates", atLeast: 1, atMost: 1_000_000,
    "How many flows to play, at most.", default: "2000")
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The form of the report.", default: .text)
  static let output = Option<String>.file(
    "output", short: "o", "Write the changed flow to a file, if a better one was found.")

  private static let scenario = {
    var once = PlayOptions.scenario.declaration.saying("The scenario to play, with its odds.")
    once.isRepeatable = false
    return once
  }()

  static let interface = Interface(
    name: "tune",
    summary: "Find better time-outs, soft deadlines and retries under a scenario",
    discussion: [
      """
      Each candidate is played with the same random numbers. The best one that keeps all rules is played again under \
      the next seed, which chose nothing. It is checked and proved: every run lands, each promise holds, and no run \
      lands later than the latest run of the file, unless '--keep worst<=…' allows it.
      """,
      """
      Without '--keep' for it, the share of degraded launches must not grow; if that is what is minimised, p95 must not.
      """,
      """
      The status is 0 if a better flow was found, 1 if no better one keeps the rules, and 3 if the proof of the file is \
      not finished.
      """,
    ],
    arguments: [Argument(valueName: "FLOW", summary: "The flow file; '-' is standard input.")],
    options: [
      minimise.declaration, maximise.declaration, keep.declaration, vary.declaration, points.declaration,
      scenario, PlayOptions.scenarios.declaration, PlayOptions.set.declaration, PlayOptions.input.declaration,
      PlayOptions.network.declaration,
      PlayOptions.runs.declaration.saying(
        "Play each candidate so many times; four times as many runs confirm the best one.", default: "4000"),
      PlayOptions.seed.declaration,
      PlayOptions.jobs.declaration.saying(
        "How many candidates to play at a time. The output is the same for any number.",
        default: "the number of cores"),
      candidates.declaration,
      VerifyCommand.budget.declaration.saying(
        "Explore no more states than this in each proof.", default: "2000000"),
      format.declaration, output.declaration,
    ],
    examples: [
      "launchflow tune rider-launch.json -s odd-day --vary login.useFallbackAfter=1s..5s --vary login.timeout=2s..8s",
      "launchflow tune rider-launch.json -s learned --scenarios learned.json --vary '*.useFallbackAfter=500ms..4s' \\\n"
        + "    --minimise p95 --keep 'degraded<=+1%' --output tuned.json",
      "launchflow tune rider-launch.json -s odd-day --vary '*.timeout=1s..10s' --format diff | patch -p1",
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
    let report = TuneReport(request, outcome)
    switch given[format] ?? .text {
    case .text: world.print(report.text)
    case .diff: printDifference(report, in: world)
    }
    guard let better = outcome.better else {
      if given[format] == .diff {
        for line in report.nothingFound.split(separator: "\n") { world.report(String(line)) }
      }
      return .problemsFound
    }
    if let path = given[output], let text = TunedText(request.file.source, better.changes) {
      try world.files.write(text.bytes, to: path)
    }
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
