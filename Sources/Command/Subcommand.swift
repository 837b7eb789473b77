protocol Subcommand: Sendable {
  static var interface: Interface { get }
  /// - Throws: A `UsageError`, a `FileError` or a `FlawedDocument`, which `Command` reports.
  static func run(_ given: Given, in world: World) async throws -> ExitStatus
}
