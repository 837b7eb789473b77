/// The JSON Schema (draft-07) of flow, switch and scenarios files.
///
/// It checks the shape of a file. Everything else (unknown names, cycles, sums) is found by reading the file.
package enum EditorSchema {
  package static var text: String { SchemaPart.documentText }

  /// The schema of one kind of object, with the keys of all objects in it.
  package static func text(
    _ title: String, of root: DeclaredObject, _ keys: [DeclaredObject: [DeclaredKey]]
  ) -> String {
    var schema = SchemaPart(declaredKeys: keys[root] ?? [], of: root)
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    schema["title"] = .string(title)
    let others = DeclaredObject.allCases.filter { $0 != root && keys[$0] != nil }
    schema["definitions"] = .object(
      JSONObject(
        others.map { .init(name: $0.rawValue, value: SchemaPart(declaredKeys: keys[$0] ?? [], of: $0).value) }
      ))
    return schema.value.text(.pretty) + "\n"
  }
}

extension SchemaPart {
  /// Flow, switch and scenarios files, by the required key of each.
  private static var document: Self {
    let kinds = DocumentKind.allCases.map(\.rawValue)
    let unknown = members([
      "flow": text.about("The flow's name: this is a flow file."),
      "switch": text.about("The switch's name: this is a switch file."),
      "scenariosFor": text.about("The flow or switch of these scenarios: this is a scenarios file."),
    ]).and(.anyOf(kinds.map { .has($0) }))
    var schema = Self([
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "LaunchFlow: flow, switch and scenarios files",
      "type": "object",
    ])
    let scenarios = when(isForSwitch, see(.switchScenarios), otherwise: see(.scenarios))
    let choice = when(
      .has(DocumentKind.flow.rawValue), see(.flow),
      otherwise: when(
        .has(DocumentKind.offlineSwitch.rawValue), see(.offlineSwitch),
        otherwise: when(.has(DocumentKind.scenarios.rawValue), scenarios, otherwise: unknown)))
    for keyword in ["if", "then", "else"] { schema[keyword] = choice[keyword] }
    let objects = DeclaredObject.allCases.filter { !$0.keys.isEmpty }
    var definitions = objects.map { object in
      JSONObject.Member(name: object.rawValue, value: Self(declaredKeys: object.keys, of: object).value)
    }
    definitions.append(.init(name: "name", value: name.value))
    definitions.append(.init(name: "duration", value: duration.value))
    schema["definitions"] = .object(JSONObject(definitions + furtherDefinitions))
    return schema
  }

  /// A scenarios file with content that only the scenarios of a switch have.
  private static let isForSwitch: SchemaPart = {
    let own = { (object: DeclaredObject, other: DeclaredObject) in
      let others = other.keys.map(\.name)
      return object.keys.map(\.name).filter { !others.contains($0) }
    }
    let figures = own(.switchExpectation, .expectation)
    let expects = Self(["required": ["expect"]]).and(members(["expect": anyOf(figures.map { has($0) })]))
    // "required" applies to objects only, so the type is required as well.
    let switchOnly = Self(["type": "object"]).and(
      anyOf(own(.switchScenario, .scenario).map { has($0) } + [expects]))
    let someMember = Self(["not": ["additionalProperties": not(switchOnly).value]])
    return anyOf([
      members(["defaults": switchOnly]).and(.has("defaults")),
      members(["scenarios": Self(["type": "object"]).and(someMember)]).and(.has("scenarios")),
    ])
  }()

  /// The schema in the form for editors, with a line feed at its end.
  fileprivate static let documentText = document.value.text(.pretty) + "\n"
}
