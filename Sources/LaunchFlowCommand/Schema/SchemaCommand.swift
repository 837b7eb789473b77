import LaunchFlowAuthoring
import LaunchFlowModel

/// `launchflow schema`
enum SchemaCommand: Subcommand {
  static let reference = Option<String>.folder(
    "reference", "Instead, write the reference of all keys to a folder, as Markdown articles.")

  static let interface = Interface(
    name: "schema",
    summary: "Print the JSON Schema that editors read",
    discussion: [
      """
      With the schema, an editor completes keys, explains them and marks mistakes as you type. Name it in each file: \
      "$schema": "launchflow.schema.json". 'launchflow check' finds the mistakes that a schema cannot describe.
      """
    ],
    options: [SharedOptions.output.declaration, reference.declaration],
    examples: ["launchflow schema --output launchflow.schema.json"])

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
