import Foundation

exit(
  await Command.run(
    Array(CommandLine.arguments.dropFirst()),
    in: World(
      environment: ProcessInfo.processInfo.environment, files: SystemFiles(), output: SystemOutput(),
      interrupts: World.signals)
  ).rawValue)
