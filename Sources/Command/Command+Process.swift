import Foundation

extension Command {
  /// Runs a command line and ends the process.
  ///
  /// - Parameter arguments: The words after `launchflow`; by default the process's own.
  package static func runProcess(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) async -> Never {
    let world = World(
      environment: processEnvironment(), files: SystemFiles(), output: SystemOutput(),
      interrupts: World.signals)
    let status = await run(arguments, in: world)
    exit(status.rawValue)
  }

  private static func processEnvironment() -> [String: String] {
    let names = [
      "CLICOLOR_FORCE", "COLUMNS", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM",
    ]
    return names.reduce(into: [:]) { found, name in
      found[name] = getenv(name).map { String(cString: $0) }
    }
  }
}
