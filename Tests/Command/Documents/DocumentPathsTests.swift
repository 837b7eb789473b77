import Testing

@testable import LaunchFlowCommand

@Suite struct DocumentPathsTests {
  typealias Found = DocumentPaths.Found

  @Test func `folders are searched in order of name, without hidden and other files`() throws {
    let files: MemoryFiles = [
      "flows/b.json": "", "flows/a.json": "", "flows/inner/c.json": "", "flows/.hidden.json": "",
      "flows/.build/d.json": "", "flows/notes.md": "", "other.json": "",
    ]
    let found = try DocumentPaths.find(["flows/", "flows", "-", "missing"], in: files)
    let inFolder = ["flows/a.json", "flows/b.json", "flows/inner/c.json"]
    #expect(found.filter { !$0.isNamed }.map(\.path) == inFolder)
    #expect(
      found.filter(\.isNamed) == [Found(path: "-", isNamed: true), Found(path: "missing", isNamed: true)])
  }

  @Test func `without a path the working folder is searched`() throws {
    let files: MemoryFiles = ["b.json": "", "flows/a.json": "", ".hidden.json": "", "notes.md": ""]
    #expect(try DocumentPaths.find([], in: files).map(\.path) == ["b.json", "flows/a.json"])
  }

  @Test func `a file that is found twice counts once, as a named one`() throws {
    let files: MemoryFiles = ["flows/a.json": ""]
    let found = try DocumentPaths.find(["flows", "flows/a.json", "flows/a.json"], in: files)
    #expect(found == [Found(path: "flows/a.json", isNamed: true)])
  }
}
