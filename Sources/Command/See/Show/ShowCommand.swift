import LaunchFlowTimeline

enum ShowCommand: Subcommand {
  static let resolved = Flag("resolved")

  static let interface = Interface(
    "show", [Argument("FILE")], [SimulateCommand.format, resolved, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let file = try DocumentFile(given.arguments[0], in: world)
    if given[resolved] {
      let text = String(decoding: try file.flow().resolvedText, as: UTF8.self)
      try world.write(text, as: .json, to: given[SharedOptions.output])
      return .fine
    }
    let report = Report(given, in: world)
    try report.write(report.text(PicturedRun(try file.trace())))
    return .fine
  }
}
