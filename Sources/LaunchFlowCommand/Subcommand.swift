/// One of the command's commands.
protocol Subcommand: Sendable {
  /// What it says about itself.
  static var interface: Interface { get }
  /// Does what was asked.
  ///
  /// - Throws: A `UsageError` or a `FileError`, which end the command as such.
  static func run(_ given: Given, in world: World) async throws -> ExitStatus
}
