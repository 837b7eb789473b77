import LaunchFlowAuthoring
import LaunchFlowRecords

enum SchemaCommand: Subcommand {
  static let record = Flag("record")

  static let interface = Interface("schema", [], [SharedOptions.output, record])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let schema = given[record] ? recordSchema : EditorSchema.text
    try world.write(schema, as: .json, to: given[SharedOptions.output])
    return .fine
  }

  static let recordSchema = EditorSchema.text(
    "LaunchFlow: a launch's record", of: .record, LaunchRecord.declaredKeys)
}
