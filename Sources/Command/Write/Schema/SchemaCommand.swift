import LaunchFlowAuthoring
import LaunchFlowModel

/// `launchflow schema`
enum SchemaCommand: Subcommand {
  static let reference = Option<String>.folder("reference")

  static let interface = Interface("schema", [], [SharedOptions.output, reference])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let folder = given[reference] {
      for article in SchemaReference.articles {
        try world.write(article.text, to: folder + "/" + article.fileName)
      }
      return .fine
    }
    try world.write(EditorSchema.text, as: .json, to: given[SharedOptions.output])
    return .fine
  }
}
