#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Command {
  /// Runs the process's own command line and ends the process.
  package static func runProcess() async -> Never {
    let world = World(
      environment: processEnvironment(), files: SystemFiles(), output: SystemOutput(),
      interrupts: SystemInterrupts())
    let status = await run(Array(CommandLine.arguments.dropFirst()), in: world)
    exit(status.rawValue)
  }

  private static func processEnvironment() -> [String: String] {
    let names = [
      "CLICOLOR_FORCE", "COLUMNS", "JOB_COMPLETION_INDEX", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM",
    ]
    return names.reduce(into: [:]) { found, name in
      found[name] = getenv(name).map { String(cString: $0) }
    }
  }
}
