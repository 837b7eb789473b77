/// The scenarios of a flow or of a switch: the behaviour of its surroundings, and the expected outcome.
package struct ScenariosFile<Entry: FileScenario>: Equatable, Sendable {
  /// The file of the flow or switch, relative to this one.
  package var subject: String
  package var summary: String?
  package var defaults: Entry
  package var scenarios: [Entry]

  package init(of subject: String, defaults: Entry = Entry(named: ""), scenarios: [Entry] = []) {
    self.subject = subject
    self.defaults = defaults
    self.scenarios = scenarios
  }
}

/// A scenario that a file contains.
package protocol FileScenario: FormatObject, Equatable, Sendable {
  /// The file as an object of the format.
  static var file: DeclaredObject { get }
  /// Its name; nil for defaults.
  var name: String? { get set }
  /// The scenario laid over defaults: its own entries replace those of the defaults.
  func over(_ defaults: Self) -> Self
}

package typealias ScenarioFile = ScenariosFile<Scenario>
package typealias SwitchScenarioFile = ScenariosFile<SwitchScenario>

extension ScenariosFile: FormatObject {
  package static var object: DeclaredObject { Entry.file }

  package init(named name: String) { self.init(of: "") }

  package mutating func visit(_ v: Visitor) {
    v.ignore("$schema") { v.text($0) }
    v.ignore("format") { v.version($0, upTo: Flow.newestFormat) }
    v.key("scenariosFor", &subject, required: true)
    v.key("summary", &summary)
    v.key("defaults", &defaults)
    v.key("scenarios", &scenarios, required: true) { v.map($0) { $0.name ?? "" } }
  }

  /// The defaults and the scenarios, with their places.
  var entries: [(scenario: Entry, path: JSONPointer)] {
    [(defaults, JSONPointer(tokens: ["defaults"]))]
      + scenarios.map { ($0, JSONPointer(tokens: ["scenarios", $0.name ?? ""])) }
  }

  /// The file as JSON; reading it gives the same scenarios. Scenarios without a name are numbered.
  package var json: JSONValue {
    var named = self
    for index in scenarios.indices where scenarios[index].name == nil {
      named.scenarios[index].name = "scenario-\(index + 1)"
    }
    return Visitor.json(of: named)
  }
}

extension ScenariosFile<Scenario> {
  /// Reads a scenarios file: the scenarios, or all of its problems.
  ///
  /// - Parameters:
  ///   - flow: The flow of the scenarios; every name is looked up in it.
  ///   - given: The names of inputs that are set elsewhere, so that scenarios may omit them.
  package static func read(
    _ source: SourceText, for flow: Flow? = nil, inputsGiven given: Set<String> = []
  ) -> DocumentReading<ScenarioFile> {
    DocumentReading(source) { read($0, for: flow, inputsGiven: given) }
  }

  package static func read(
    _ json: JSONDocument, for flow: Flow?, inputsGiven given: Set<String> = []
  ) -> DocumentReading<ScenarioFile> {
    DocumentReading(json) { file, _ in
      if let flow, let tooMany = file.nameElements(of: flow) { return [tooMany] }
      return file.diagnostics(for: flow, inputsGiven: given)
    }
  }
}

extension ScenariosFile<SwitchScenario> {
  /// Reads the scenarios of a switch: the scenarios, or all of its problems. Every name is looked up in the
  /// switch, if it is given.
  package static func read(
    _ source: SourceText, for document: OfflineSwitchDocument? = nil
  ) -> DocumentReading<SwitchScenarioFile> {
    DocumentReading(source) { read($0, for: document) }
  }

  package static func read(
    _ json: JSONDocument, for document: OfflineSwitchDocument?
  ) -> DocumentReading<SwitchScenarioFile> {
    DocumentReading(json) { file, _ in file.diagnostics(for: document) }
  }
}
