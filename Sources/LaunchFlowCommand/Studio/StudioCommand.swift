import LaunchFlowModel

/// `launchflow studio`
enum StudioCommand: Subcommand {
  static let port = Option<Int>.wholeNumber(
    "port", atLeast: 0, atMost: 65_535, "The port on 127.0.0.1; 0 takes a free one.", default: "0")

  static let interface = Interface(
    name: "studio",
    summary: "Change times in a page and see the run, the percentiles and the proof",
    discussion: [
      """
      Prints the address of a page. The page draws a run of a flow under a scenario. Time-outs, soft deadlines and \
      deadlines are handles in the timeline: after each move the page shows the run, the percentiles of many runs and \
      the proved latest landing. It also sets what a step does in the run. A file that changes on disk is read again.
      """,
      """
      'Write it to the file' shows the patch first. Only this machine can reach the page, and only with the secret \
      in its address. No file outside of the folder is read or written.
      """,
      "Ctrl-C ends the studio.",
    ],
    arguments: [
      Argument(
        valueName: "FOLDER", kind: .folder, summary: "The folder of the flows. (default: the working folder)",
        isRequired: false)
    ],
    options: [port.declaration], examples: ["launchflow studio flows"])

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
    let server: StudioServer
    do {
      server = try StudioServer(folder, port: UInt16(given[port] ?? 0))
    } catch {
      world.report("error: the port \(given[port] ?? 0) cannot be used: \(error)")
      return .couldNotRun
    }
    world.print("\(server.address)\n")
    for await _ in world.interrupts.interrupts() { break }
    server.stop()
    return .fine
  }
}
