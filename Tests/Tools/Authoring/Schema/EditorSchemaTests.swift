import Foundation
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowModel

/// The schema is what its file holds, and tells about every key.
@Suite struct EditorSchemaTests {
  @Test func `the schema file is made from the declarations`() throws {
    let file = try Data(contentsOf: SchemaDocument.flows.appending(path: "launchflow.schema.json"))
    // Mend it with: swift run launchflow schema --output flows/launchflow.schema.json
    #expect(String(decoding: file, as: UTF8.self) == EditorSchema.text)
  }

  /// The keys of the format's own with their schemas, wherever they stand.
  static func properties(of schema: JSONValue) -> [JSONObject.Member] {
    guard let object = schema.object else { return schema.array?.flatMap(properties) ?? [] }
    let isClosed = object["additionalProperties"] == false
    let own = isClosed ? object["properties"]?.object?.members ?? [] : []
    return own + object.members.flatMap { properties(of: $0.value) }
  }

  private static func names(in value: JSONValue) -> [String] {
    switch value {
    case .object(let object): object.members.flatMap { [$0.name] + names(in: $0.value) }
    case .array(let elements): elements.flatMap(names)
    default: []
    }
  }

  @Test func `every key is explained`() throws {
    let properties = Self.properties(of: try JSONValue(parsing: EditorSchema.text))
    #expect(properties.count > 150)
    let silent = properties.filter { ($0.value.object?["description"]?.string ?? "").count < 8 }
    #expect(silent.map(\.name) == [])
  }

  @Test func `every key occurs in a document that schema and reader accept`() throws {
    let declared = Set(Self.properties(of: try JSONValue(parsing: EditorSchema.text)).map(\.name))
    let used = Set(try SchemaDocument.all().flatMap { Self.names(in: $0.value) })
    #expect(declared.subtracting(used).sorted() == [])
  }
}
