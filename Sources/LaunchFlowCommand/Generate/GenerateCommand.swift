import LaunchFlowGeneration
import LaunchFlowModel

/// `launchflow generate`
enum GenerateCommand: Subcommand {
  static let access = Option<SwiftSource.Access>.choice(
    "access", "LEVEL", "Who may use the type.", default: .internal)

  static let interface = Interface(
    name: "generate",
    summary: "Write a flow as a type of a programming language",
    arguments: [
      Argument(valueName: "LANGUAGE", summary: "The language: swift."),
      Argument(valueName: "FLOW", summary: "The flow file; '-' is standard input."),
    ],
    options: [access.declaration, SharedOptions.output.declaration],
    examples: ["launchflow generate swift flows/rider-launch.json --output RiderLaunch.swift"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    guard given.arguments[0] == "swift" else {
      throw UsageError.unknown("language", given.arguments[0], among: ["swift"])
    }
    let loader = DocumentLoader(given, in: world)
    let file = try DocumentFile(given.arguments[1], in: world)
    guard let flow = try loader.flow(file) else { return .problemsFound }
    let included = flow.inclusions.compactMap { file.included($0.file, in: world) }
    let source = SwiftSource(flow, documents: [file.source] + included, access: given[access] ?? .internal)
    try world.write(source.text, to: given[SharedOptions.output])
    return .fine
  }
}
