import LaunchFlowModel

/// `launchflow schema`
enum SchemaCommand: Subcommand {
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")

  static let reference = Option<String>.folder(
    "reference", "Instead, write the reference of every key into a folder, as articles in Markdown.")

  static let interface = Interface(
    name: "schema",
    summary: "Print the JSON Schema that editors read",
    discussion: [
      """
      With it an editor completes keys, shows what they mean and marks mistakes while one types. Say where it lies \
      in each file: "$schema": "launchflow.schema.json". What takes more than a file's shape, 'check' finds.
      """
    ],
    options: [output.declaration, reference.declaration],
    examples: ["launchflow schema --output launchflow.schema.json"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let folder = given[reference] {
      for article in SchemaReference.articles {
        try world.write(article.text, to: folder + "/" + article.fileName)
      }
      return .fine
    }
    try world.write(EditorSchema.text, to: given[output])
    return .fine
  }
}
