import LaunchFlowModel

/// `launchflow schema`
enum SchemaCommand: Subcommand {
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")

  static let interface = Interface(
    name: "schema",
    summary: "Print the JSON Schema that editors read",
    discussion: [
      """
      With it an editor completes keys, shows what they mean and marks mistakes while one types. Say where it lies \
      in each file: "$schema": "launchflow.schema.json". What takes more than a file's shape, 'check' finds.
      """
    ],
    options: [output.declaration],
    examples: ["launchflow schema --output launchflow.schema.json"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    try world.write(EditorSchema.text, to: given[output])
    return .fine
  }
}
