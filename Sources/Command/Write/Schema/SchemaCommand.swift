import LaunchFlowAuthoring
import LaunchFlowRecords

enum SchemaCommand: Subcommand {
  static let reference = Option<String>.folder("reference")
  static let record = Flag("record")

  static let interface = Interface("schema", [], [SharedOptions.output, reference, record])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let folder = given[reference] {
      for article in SchemaReference.articles + [RecordFormat.article] {
        try world.write(article.text, to: folder + "/" + article.fileName)
      }
      return .fine
    }
    try world.write(
      given[record] ? RecordFormat.schema : EditorSchema.text, as: .json, to: given[SharedOptions.output])
    return .fine
  }
}

/// The format of launch records, for people and programs.
enum RecordFormat {
  static let schema = EditorSchema.text(
    "LaunchFlow: a launch's record", of: .record, LaunchRecord.declaredKeys)

  static let article = SchemaReference.article(
    "Record-reference", "Record reference", "Every key of a launch's record, one JSON object on a line.",
    """
    A record says what happened in one launch, attempt by attempt; <doc:Learning-from-recorded-launches> uses it. Times \
    are whole nanoseconds. Each key has values of one type only, so DuckDB, pandas, pyarrow and Spark read a file of \
    records as a table and write it back. A key with the value null counts as absent, and unknown keys are ignored. This \
    page is written from the declaration that also gives the JSON Schema of `launchflow schema --record`, \
    `flows/record.schema.json`.
    """, of: .record, LaunchRecord.declaredKeys)
}
