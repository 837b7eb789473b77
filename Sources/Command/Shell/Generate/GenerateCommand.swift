import LaunchFlowAuthoring

enum GenerateCommand: Subcommand {
  static let access = Option<SwiftSource.Access>.choice("access", "LEVEL")

  static let interface = Interface(
    "generate", [Argument("LANGUAGE"), Argument("FLOW")], [access, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    guard given.arguments[0] == "swift" else {
      throw UsageError.unknown("language", given.arguments[0], among: ["swift"])
    }
    let file = try DocumentFile(given.arguments[1], in: world)
    let flow = try file.flow()
    let included = flow.includedFiles.compactMap(file.included)
    let source = SwiftSource(flow, documents: [file.source] + included, access: given[access] ?? .internal)
    try world.write(source.text, to: given[SharedOptions.output])
    return .fine
  }
}
