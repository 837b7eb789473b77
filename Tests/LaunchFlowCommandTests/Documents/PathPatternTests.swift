import Testing

@testable import LaunchFlowCommand

@Suite struct PathPatternTests {
  private var files: MemoryFiles {
    [
      "flows/b.json": "", "flows/a.json": "", "flows/a.scenarios.json": "", "flows/inner/c.json": "",
      "flows/inner/deep/d.json": "", "flows/.hidden.json": "", "flows/notes.md": "", "other/a.json": "",
    ]
  }

  @Test(arguments: [
    ("flows/*.json", ["flows/a.json", "flows/a.scenarios.json", "flows/b.json"]),
    ("flows/?.json", ["flows/a.json", "flows/b.json"]),
    ("flows/*.sc*s.json", ["flows/a.scenarios.json"]),
    ("flows/*/c.json", ["flows/inner/c.json"]),
    (
      "flows/**/*.json",
      [
        "flows/a.json", "flows/a.scenarios.json", "flows/b.json", "flows/inner/c.json",
        "flows/inner/deep/d.json",
      ]
    ),
    ("flows/**/d.json", ["flows/inner/deep/d.json"]),
    ("flows/.*.json", ["flows/.hidden.json"]),
    ("flows/*.txt", []), ("nowhere/*.json", []),
  ])
  func finds(_ pattern: String, _ expected: [String]) throws {
    #expect(try PathPattern(pattern)?.files(in: files) == expected)
  }

  @Test(arguments: ["flows/a.json", "flows", "-"])
  func `a plain path is not a pattern`(_ path: String) {
    #expect(PathPattern(path) == nil)
  }

  @Test func `a pattern with many stars is matched in linear time`() {
    let name = String(repeating: "a", count: 5_000)
    #expect(!PathPattern.matches(name, Substring(String(repeating: "a*", count: 500) + "b")))
    #expect(PathPattern.matches(name, Substring(String(repeating: "*a", count: 500))))
  }

  @Test func `a pattern without matches is reported`() {
    #expect(throws: FileError(path: "flows/*.txt", reason: "no file matches")) {
      try DocumentPaths.find(["flows/*.txt"], in: files)
    }
  }
}
