import LaunchFlowAuthoring
import LaunchFlowCommand
import LaunchFlowModel
import Testing

@Suite struct SchemaCommandTests {
  @Test func `the schema is printed, or written to a file`() async throws {
    let printed = await TestWorld().run("schema")
    #expect(printed.status == .fine)
    #expect(printed.data == EditorSchema.text)
    let written = await TestWorld().run("schema", "-o", "s.json")
    #expect(written.data == "")
    #expect(written.writtenFiles["s.json"] == printed.data)
  }
}
