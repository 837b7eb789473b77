import LaunchFlow

/// `launchflow run`
enum RunCommand: Subcommand {
  static let environment = Option<String>.name(
    "environment", short: "e", "NAME", of: .environments,
    "The environment whose services are called. Required when the flow declares several.")
  static let input = Option<String>.name(
    "input", "NAME=VALUE", of: .inputs, "An input of the flow."
  ).repeatable
  static let baseURL = Option<String>.name(
    "base-url", "SERVICE=URL", of: .services,
    "Another address of a service. Not in the release environment; a flow without environments takes servers of this machine."
  ).repeatable
  static let action = Option<String>.name(
    "action", "NAME=BEHAVIOUR", of: .actions,
    "The behaviour of one of the app's actions. Repeated for an action, it sets the next attempt."
  ).repeatable
  static let store = Option<String>.folder(
    "store", "The folder of the caches. Without it, all caches are empty at the start.")
  static let trace = Option<String>.file(
    "trace", "Write the run's trace to a file for 'launchflow show'.")
  static let log = Flag(
    "log", "Write a line for each event to standard error, instead of the live view.")

  static let interface = Interface(
    name: "run",
    summary: "Run a flow for real, over HTTP, and draw the run",
    discussion: [
      """
      On a terminal the timeline grows during the run. Ctrl-C cancels the run, which still lands and runs its tail. A \
      second Ctrl-C quits.
      """,
      """
      The command does not have the code of an app's actions, so each action needs a BEHAVIOUR: 'ok', 'hang', \
      'error', a failure of the step, a value as JSON, or a duration. A duration may precede one of the others: \
      '2s,error'. The NAME '*' means every action that no other --action names. An encoder needs a BEHAVIOUR, too: its \
      value is sent, a text as it is.
      """,
      """
      Of an offline switch, each request is sent once: the probe, and the question about each domain. The answers \
      are shown with their meaning; the exit status is 0 when each has one.
      """,
      """
      The exit status is 0 when the run has landed, on any page, and ended; it is 1 when the run was cancelled.
      """,
    ],
    arguments: [Argument(valueName: "FLOW", summary: "The flow's or switch's file; '-' is standard input.")],
    options: [
      environment.declaration, input.declaration, baseURL.declaration, action.declaration, store.declaration,
      trace.declaration, log.declaration, SimulateCommand.format.declaration,
      SharedOptions.output.declaration,
    ],
    examples: [
      "launchflow run flows/rider-launch.json --environment develop --input signed-in=true",
      "launchflow run flows/rider-launch.json -e develop --input signed-in=true --base-url hulk=http://127.0.0.1:9000",
      "launchflow run launch.json -e test --action ask-for-location='\"granted\"' --store caches --trace run.json",
    ])

  static func run(_ given: Given, in world: World) async throws -> ExitStatus {
    guard given[trace] != World.standardStream else {
      throw UsageError("'--trace' needs a file; for standard output use '--format trace'")
    }
    if let file = try SwitchRequest.file(given, in: world) {
      return try await SwitchRunCommand.run(given, file, in: world)
    }
    let (signals, source) = AsyncStream.makeStream(of: RunSession.Signal.self)
    guard let request = try await RunRequest.read(given, in: world, signals: source) else {
      return .problemsFound
    }
    let report = SimulationReport(given, in: world)
    let view = given[log] ? nil : LiveView(given, report.format, in: world)
    var session = RunSession(try request.start(), view, isLogged: given[log], in: world)
    let isOver = await session.follow(signals, source, engine: request.engine)
    if let path = given[trace] { try world.write(session.trace.fileText, as: .json, to: path) }
    // Pictures and files are passed on, so they contain the notice as its author wrote it.
    let isForTerminal = report.format == .text && given[SharedOptions.output] == nil
    let notice = isForTerminal ? await session.shownNotice : nil
    try world.write(
      report.text(session.trace, notice: notice), as: report.form, to: given[SharedOptions.output])
    guard isOver else {
      world.report("error: quit before the run ended")
      return .problemsFound
    }
    return session.isCancelled ? .problemsFound : .fine
  }
}
