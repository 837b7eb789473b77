/// One of the command's subcommands.
protocol Subcommand: Sendable {
  static var interface: Interface { get }
  /// - Throws: A `UsageError` or a `FileError`, which `Command` reports.
  static func run(_ given: Given, in world: World) async throws -> ExitStatus
}
