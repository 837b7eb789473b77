import LaunchFlow
import LaunchFlowTimeline

enum RunCommand: Subcommand {
  static let environment = Option<String>.text("environment", short: "e", "NAME")
  static let baseURL = Option<NamedText>.setting("base-url", "SERVICE=URL").repeatable
  static let action = Option<NamedText>.setting("action", "NAME=BEHAVIOUR").repeatable
  static let signal = Option<String>.text("signal", "NAME=VALUE").repeatable
  static let store = Option<String>.text("store", "DIR", .folder)
  static let trace = Option<String>.text("trace", "FILE", .file)

  static let interface = Interface(
    "run", [Argument("FLOW")],
    [
      environment, PlayOptions.input, baseURL, action, signal, store, trace, SimulateCommand.format,
      SharedOptions.output,
    ])

  static func run(_ given: Given, in world: World) async throws -> ExitStatus {
    guard given[trace] != World.standardStream else {
      throw UsageError("'--trace' needs a file; for standard output use '--format trace'")
    }
    // A device, such as /dev/null, takes both.
    if let path = given[trace], path == given[SharedOptions.output], !path.hasPrefix("/dev/") {
      throw UsageError("'--trace' and '--output' name the same file '\(path)'; name two")
    }
    let (signals, source) = AsyncStream.makeStream(of: RunSession.Signal.self)
    let request = try await RunRequest(given, in: world, source: source)
    let report = Report(given, in: world)
    var session = RunSession(try request.start(), in: world)
    let isOver = await session.follow(signals, source, engine: request.engine)
    if let path = given[trace] { try world.write(session.trace.fileText, as: .json, to: path) }
    // Pictures and files may be shared, so they contain the notice as its author wrote it.
    let isForTerminal = report.format == .text && given[SharedOptions.output] == nil
    let notice = isForTerminal ? await session.shownNotice : nil
    try report.write(report.text(PicturedRun(session.trace, notice: notice)))
    guard isOver else {
      world.report("error: quit before the run ended")
      return .problemsFound
    }
    return session.isCancelled ? .problemsFound : .fine
  }
}
