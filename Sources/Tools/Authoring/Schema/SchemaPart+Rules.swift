// The parts of the schema beyond the declaration of the keys. They are in `rules.json`.
extension SchemaPart {
  static func furtherRules(for object: DeclaredObject) -> [Self] {
    (written["rules"]?.object?[object.rawValue]?.array ?? []).map { Self(value: $0) }
  }

  /// The definitions that rules and shapes name, and that of conditions: their keys are the author's own names and a
  /// few of the format's.
  static var furtherDefinitions: [JSONObject.Member] { written["definitions"]?.object?.members ?? [] }

  private static let written =
    (try? JSONValue(parsing: AuthoringFiles.schemaRulesJson))?.object ?? JSONObject()
}
