import LaunchFlowAuthoring

enum InitCommand: Subcommand {
  static let directory = Option<String>.text("directory", short: "d", "DIR", .folder)
  static let offlineSwitch = Flag("switch")

  static let interface = Interface("init", [Argument("[NAME]", .text)], [directory, offlineSwitch])

  /// The file of the editor schema, beside the flow.
  private static let schema = "launchflow.schema.json"

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let starter = given[offlineSwitch] ? Starter.offlineSwitch : .flow
    let name = given.arguments.first ?? starter.rawValue
    guard name.isKebabCase else {
      throw UsageError(
        "NAME must be in kebab-case, such as shop-launch, not '\(name)'")
    }
    let folder = given[directory] ?? "."
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let files = [
      ("\(prefix)\(name).\(starter.kind.rawValue).json", starter.text(starter.document, named: name)),
      ("\(prefix)\(name).scenarios.json", starter.text(starter.scenarios, named: name)),
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
    world.print(summary(files.map(\.0), starter))
    return .fine
  }

  private static func summary(_ files: [String], _ starter: Starter) -> String {
    let file = ShellWord.quoted(files[0])
    return """
      \(files.map(\.visible).joined(separator: "\n"))

      Look at its worst day, change it, and see what breaks:
        launchflow simulate \(file) --scenario \(starter.worstDay)
        launchflow check \(file)
        launchflow verify \(file)
        launchflow test \(file)

      """
  }
}

/// A starter document with its scenarios. The raw value is the default name, which its files contain.
private enum Starter: String {
  /// With parallel steps, a cache, a refusal and three kinds of promise.
  case flow = "launch"
  /// With a button, a probe, a question about services and a promise.
  case offlineSwitch = "offline"

  var kind: DocumentKind { self == .flow ? .flow : .offlineSwitch }

  var document: String { self == .flow ? CommandFiles.initLaunchJson : CommandFiles.initOfflineJson }

  var scenarios: String {
    self == .flow ? CommandFiles.initLaunchScenariosJson : CommandFiles.initOfflineScenariosJson
  }

  /// The scenario to look at first.
  var worstDay: String { self == .flow ? "everything-hangs" : "cable-pulled" }

  /// A text of the files, with a name in place of the default one.
  func text(_ text: String, named name: String) -> String {
    text.replacing(": \"\(rawValue)\"", with: ": \"\(name)\"")
      .replacing(": \"\(rawValue).json\"", with: ": \"\(name).\(kind.rawValue).json\"")
  }
}
