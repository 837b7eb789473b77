extension Schema {
  /// The parts that stand in many places, or in themselves.
  enum Definition: String, CaseIterable {
    case flow, step, landing, condition, service, name
    case request, failure, result, predicate, answer, statusless
    case offlineSwitch = "switch"
    case scenarios, scenario, behaviour, expectation
    case switchScenarios, switchScenario, switchExpectation
    case timeTaken

    var schema: Schema {
      switch self {
      case .flow: .flow
      case .step: .step
      case .landing: .landing
      case .condition: .condition
      case .service: .service
      case .name: .name
      case .request: .request
      case .failure: .failure
      case .result: .result
      case .predicate: .predicate
      case .answer: .answer
      case .statusless: .statusless
      case .offlineSwitch: .offlineSwitch
      case .scenarios: .scenarios
      case .scenario: .scenario
      case .behaviour: .behaviour
      case .expectation: .expectation
      case .switchScenarios: .switchScenarios
      case .switchScenario: .switchScenario
      case .switchExpectation: .switchExpectation
      case .timeTaken: .timeTaken
      }
    }
  }

  /// What is defined once.
  static func see(_ definition: Definition) -> Schema {
    Schema(["$ref": .string("#/definitions/" + definition.rawValue)])
  }

  /// Flow, switch and scenarios files, told apart by the key that each must have.
  private static var document: Schema {
    let kinds = DocumentKind.allCases.map(\.rawValue)
    let unknown = members([
      "flow": text.about("The flow's name: this is a flow file."),
      "switch": text.about("The switch's name: this is a switch file."),
      "scenariosFor": text.about("The flow or switch beside this file: this is a scenarios file."),
    ]).and(.anyOf(kinds.map { .has($0) }))
    var schema = Schema([
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "LaunchFlow: flow, switch and scenarios files",
      "type": "object",
    ])
    let choice = when(
      .has(DocumentKind.flow.rawValue), .see(.flow),
      otherwise: when(
        .has(DocumentKind.offlineSwitch.rawValue), .see(.offlineSwitch),
        otherwise: when(.has(DocumentKind.scenarios.rawValue), .see(.scenarios), otherwise: unknown)))
    for keyword in ["if", "then", "else"] { schema[keyword] = choice[keyword] }
    schema["definitions"] = .object(
      JSONObject(
        Definition.allCases.map { JSONObject.Member(name: $0.rawValue, value: $0.schema.value) }))
    return schema
  }

  /// The schema as editors read it, a line feed at its end.
  fileprivate static let documentText = document.value.text(.pretty) + "\n"
}

/// The JSON Schema (draft-07) of flow, switch and scenarios files.
///
/// It says all about a file that can be said by its shape. What takes more (names that must exist, cycles, sums)
/// is found by reading the file.
public enum EditorSchema {
  /// The schema as a file's text.
  public static var text: String { Schema.documentText }
}
