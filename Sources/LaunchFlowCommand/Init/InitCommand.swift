import LaunchFlowAuthoring
import LaunchFlowModel

/// `launchflow init`
enum InitCommand: Subcommand {
  static let directory = Option<String>.folder(
    "directory", short: "d", "The folder for the files, created if necessary.",
    default: "the working folder")

  static let interface = Interface(
    name: "init",
    summary: "Write a starter flow with its scenarios",
    discussion: [
      """
      The flow checks for an update and fetches the user's profile in parallel, and lands on one of three pages. It \
      passes 'check', 'verify' and 'test'. Change it step by step into your app's launch. The JSON Schema beside it \
      lets an editor complete and explain the keys. Existing files are never overwritten.
      """
    ],
    arguments: [
      Argument(
        valueName: "NAME", kind: .text, summary: "The flow's name, in kebab-case. (default: launch)",
        isRequired: false)
    ],
    options: [directory.declaration],
    examples: ["launchflow init", "launchflow init shop-launch --directory flows"])

  /// The file of the editor schema, beside the flow.
  private static let schema = "launchflow.schema.json"

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let name = given.arguments.first ?? "launch"
    guard name.isKebabCase else {
      throw UsageError(
        "NAME must be in kebab-case, such as shop-launch, not '\(name)'")
    }
    let folder = given[directory] ?? "."
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let starter = StarterFlow(name: name)
    let files = [
      (prefix + starter.flowFile, starter.flow), (prefix + starter.scenariosFile, starter.scenarios),
    ]
    let taken = files.map(\.0).filter { world.files.kind(of: $0) != nil }
    guard taken.isEmpty else {
      for path in taken { world.report("error: \(path): the file exists and is not overwritten") }
      world.report("Choose another name or another --directory.")
      return .problemsFound
    }
    try world.files.makeFolder(folder)
    for (path, text) in files { try world.write(text, as: .json, to: path) }
    if world.files.kind(of: prefix + schema) == nil {
      try world.write(EditorSchema.text, as: .json, to: prefix + schema)
    }
    world.print(told(files.map(\.0)))
    return .fine
  }

  /// The written files and the next commands.
  private static func told(_ files: [String]) -> String {
    let flow = ShellWord.quoted(files[0])
    return """
      \(files.map(\.visible).joined(separator: "\n"))

      Look at its worst day, change it, and see what breaks:
        launchflow simulate \(flow) --scenario everything-hangs
        launchflow check \(flow)
        launchflow verify \(flow)
        launchflow test \(flow)

      """
  }
}
