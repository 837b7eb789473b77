extension Schema {
  private static let units = "([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?([0-9]+us)?([0-9]+ns)?$"
  private static let comparison = "^(>=|<=|>|<|==)"
  private static let kebabCase = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"

  /// A duration with its units, the larger ones first.
  static func duration(_ description: String, default: JSONValue? = nil, example: JSONValue = "10s") -> Schema
  {
    text("^(?=[0-9])" + units).about(description, default: `default`, examples: [example])
  }

  /// A bound on a time.
  static func durationBound(_ description: String) -> Schema {
    text(comparison + " *(?=[0-9])" + units).about(description, examples: ["<=9s"])
  }

  /// A bound on a share or a count.
  static func numberBound(_ description: String, example: JSONValue) -> Schema {
    text(comparison + "[ \\t\\r\\n]*-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?[ \\t\\r\\n]*$")
      .about(description, examples: [example])
  }

  /// A name in kebab case, which may be a word of the format's.
  static let anyName = text(kebabCase)

  /// A name in kebab case that is no word of the format's.
  static let name: Schema = {
    let reserved =
      ReservedWord.allCases.map(\.rawValue) + Status.allCases.map(\.rawValue)
      + StatusGroup.allCases.map(\.rawValue)
    return anyName.and(no(reserved))
  }()

  /// None of these words.
  static func no(_ words: [String]) -> Schema {
    not(Schema(["enum": .array(words.map(JSONValue.string))]))
  }

  /// A place within a JSON value.
  static let pointer = text("^(/([^/~]|~[01])*)*$")

  static let seed = Schema([
    "type": "integer", "minimum": 0, "exclusiveMaximum": 18_446_744_073_709_551_616.0,
  ]).about("What all luck is drawn from.", default: 1)
  static let summary = text.about("One sentence for people.")
  static let schemaAddress = text.about(
    "Where this schema lies, for editors.", examples: ["launchflow.schema.json"])
  static let format = Schema(["type": "integer", "enum": [.integer(Int64(Flow.newestFormat))]]).about(
    "The version of the file format.", default: 1)
}
