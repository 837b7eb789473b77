/// The reference of every key, written from the declaration of the format.
package enum SchemaReference {
  /// A document about one kind of file.
  package struct Article: Sendable {
    /// The file's name in the documentation catalog.
    package var fileName: String
    /// Markdown, with a line feed at its end.
    package var text: String
  }

  /// The articles, each with the parts that the ones before it have not told of.
  package static let articles: [Article] = {
    var told: [Schema.Definition: String] = [:]
    return [
      article(
        "Flow-file-reference", "Flow file reference", "Every key of a flow file, and what it holds.",
        from: [.flow], &told),
      article(
        "Scenario-file-reference", "Scenario file reference",
        "Every key of the scenarios beside a flow: what the world does, and what is expected.",
        from: [.scenarios],
        &told),
      article(
        "Switch-file-reference", "Switch file reference",
        "Every key of an offline switch, and of the scenarios beside one.",
        from: [.offlineSwitch, .switchScenarios],
        &told),
    ]
  }()

  private static func article(
    _ name: String, _ title: String, _ abstract: String, from roots: [Schema.Definition],
    _ told: inout [Schema.Definition: String]
  ) -> Article {
    var writer = SchemaReferenceWriter(article: name, told: told)
    for root in roots { writer.write(root) }
    for definition in writer.written { told[definition] = name }
    return Article(
      fileName: name + ".md",
      text: "# \(title)\n\n\(abstract)\n\n## Overview\n\n\(notation)\n\n" + writer.text)
  }

  private static let notation = """
    In every object of the format's own, keys that start with `x-` are the author's and are ignored. Durations are \
    written with their units, the larger ones first: `250ms`, `10s`, `1m30s`, `7d`. A *name* is in kebab case. This \
    page is written from the same declaration as the editor schema that `launchflow schema` prints.
    """
}

extension Schema.Definition {
  /// What one of these is called in a sentence; nil for what is told of where it stands.
  var title: String? {
    switch self {
    case .flow: "a flow"
    case .step: "a step"
    case .landing: "a landing rule"
    case .condition: "a condition"
    case .service: "a service"
    case .request: "a request"
    case .failure: "a failure"
    case .result: "a result"
    case .predicate: "a predicate"
    case .answer: "a predicate on an answer"
    case .offlineSwitch: "a switch"
    case .scenarios: "a scenarios file"
    case .scenario: "a scenario"
    case .behaviour: "a behaviour"
    case .expectation: "an expectation"
    case .switchScenarios: "a switch's scenarios file"
    case .switchScenario: "a switch's scenario"
    case .switchExpectation: "an expectation of a switch"
    case .timeTaken: "a time taken"
    case .name, .statusless: nil
    }
  }
}
