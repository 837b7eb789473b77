import LaunchFlow

/// `launchflow run`
enum RunCommand: Subcommand {
  static let environment = Option<String>.text(
    "environment", short: "e", "NAME",
    "The environment whose services are called. To be said where the flow declares several.")
  static let input = Option<String>.text("input", "NAME=VALUE", "An input of the flow.").repeatable
  static let baseURL = Option<String>.text(
    "base-url", "SERVICE=URL", "Where a service stands instead; outside the release environment."
  ).repeatable
  static let action = Option<String>.text(
    "action", "NAME=BEHAVIOUR",
    "What one of the app's actions does; given again for the same action, what its next attempt does."
  ).repeatable
  static let store = Option<String>.folder(
    "store", "A folder that caches are read from and stored to. Without it there are none at the start.")
  static let trace = Option<String>.file(
    "trace", "Write the run's trace to a file, which 'launchflow show' draws.")
  static let log = Flag(
    "log", "Write a line for each event to standard error, in place of the live view.")

  static let interface = Interface(
    name: "run",
    summary: "Run a flow for real, over HTTP, and draw what happens",
    discussion: [
      """
      On a terminal the rows fill as the run goes on. Ctrl-C cancels the run, which still lands and runs its \
      tail; a second Ctrl-C quits.
      """,
      """
      The code of an app's actions is not here, so each must be told what it does. A BEHAVIOUR is 'ok', 'hang', \
      'error', the name of one of the step's failures, a value as JSON, or a duration; a duration may stand \
      before one of the others: '2s,error'. The NAME '*' is every action that no other --action names.
      """,
      """
      The status is 0 when the run has landed and come to its end, on whatever page, and 1 when it was cancelled.
      """,
    ],
    arguments: [Argument(valueName: "FLOW", summary: "The flow file; '-' is standard input.")],
    options: [
      environment.declaration, input.declaration, baseURL.declaration, action.declaration, store.declaration,
      trace.declaration, log.declaration, SimulateCommand.format.declaration,
      SimulateCommand.output.declaration,
    ],
    examples: [
      "launchflow run flows/rider-launch.json --environment develop --input signed-in=true",
      "launchflow run flows/rider-launch.json -e develop --input signed-in=true --base-url hulk=http://127.0.0.1:9000",
      "launchflow run launch.json -e test --action ask-for-location='\"granted\"' --store caches --trace run.json",
    ])

  static func run(_ given: Given, in world: World) async throws -> ExitStatus {
    guard given[trace] != DocumentFile.standardStream else {
      throw UsageError("to write the trace to standard output, use '--format trace'", command: "run")
    }
    let (signals, source) = AsyncStream.makeStream(of: RunSession.Signal.self)
    guard let request = try await RunRequest.read(given, in: world, telling: source) else {
      return .problemsFound
    }
    let report = SimulationReport(given, in: world)
    let view = given[log] ? nil : LiveView(given, report.format, in: world)
    var session = RunSession(try request.start(), view, isLogged: given[log], in: world)
    let isOver = await session.follow(signals, source, engine: request.engine)
    if let path = given[trace] { try world.write(session.trace.fileText, to: path) }
    let notice = await session.shownNotice
    try world.write(report.text(session.trace, notice: notice), to: given[SimulateCommand.output])
    guard isOver else {
      world.report("error: quit before the run had come to its end")
      return .problemsFound
    }
    return session.isCancelled ? .problemsFound : .fine
  }
}
