import LaunchFlowModel

enum StudioCommand: Subcommand {
  static let interface = Interface("studio", [Argument("[FOLDER]", .folder)], [SharedOptions.port])

  static func run(_ given: Given, in world: World) async throws -> ExitStatus {
    let path = given.arguments.first ?? "."
    guard world.files.kind(of: path) != .file else {
      throw UsageError("'\(path)' is a file; name its folder")
    }
    guard let folder = StudioFolder(path, in: world) else {
      throw FileError(path: path, reason: "No such folder")
    }
    guard try !folder.documents().isEmpty else {
      world.report("error: " + DocumentPaths.nothing("flows", in: [path]))
      return .couldNotRun
    }
    let started = world.server(given) { try StudioServer(folder, port: $0) }
    guard let server = started else { return .couldNotRun }
    world.print("\(server.address)\n")
    for await _ in world.interrupts() { break }
    // Its end does not wait for an answer that takes long.
    withExtendedLifetime(server) {}
    return .fine
  }
}
