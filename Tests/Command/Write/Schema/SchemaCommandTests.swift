import Foundation
import LaunchFlowAuthoring
import LaunchFlowRecords
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowCommand

@Suite struct SchemaCommandTests {
  @Test func `the schema is printed, or written to a file`() async throws {
    let printed = await TestWorld().run("schema")
    #expect(printed.status == .fine)
    #expect(printed.data == EditorSchema.text)
    let written = await TestWorld().run("schema", "-o", "s.json")
    #expect(written.data == "")
    #expect(written.writtenFiles["s.json"] == printed.data)
  }

  @Test func `the schema of records is made from the declaration`() async throws {
    let printed = await TestWorld().run("schema", "--record")
    let file = try String(
      contentsOf: Binary.package.appending(path: "flows/record.schema.json"), encoding: .utf8)
    #expect(printed.data == file, "swift run launchflow schema --record --output flows/record.schema.json")
  }

  @Test func `every key of a record has one description`() throws {
    for (object, keys) in LaunchRecord.declaredKeys {
      let texts = try #require(ObjectText.all[object]).keys
      #expect(texts.map(\.name) == keys.map(\.name))
      #expect(texts.allSatisfy { $0.text.meaning.count >= 8 })
    }
  }
}
