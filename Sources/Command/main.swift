import Foundation

extension World {
  /// The process's own.
  fileprivate static var process: World {
    let names = ["CLICOLOR_FORCE", "COLUMNS", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM"]
    let environment = ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    return World(
      environment: environment, files: SystemFiles(), output: SystemOutput(), interrupts: World.signals)
  }
}

exit(await Command.run(Array(CommandLine.arguments.dropFirst()), in: .process).rawValue)
