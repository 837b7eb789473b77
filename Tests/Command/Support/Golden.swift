import Foundation
import Testing

/// Whole expected texts in files of their own. `UPDATE_GOLDENS=1` in the environment writes them again, for review
/// before a commit.
enum Golden {
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  static func expect(
    _ text: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = Binary.package.appending(path: "Tests/Command/Goldens/" + name)
    if isUpdating {
      try Data(text.utf8).write(to: url)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    guard text != expected else { return }
    let difference = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    Issue.record(
      "\(name) differs; got: \(difference?.0 ?? "more or fewer lines"); expected: \(difference?.1 ?? "")",
      sourceLocation: sourceLocation)
  }

  /// Expects the sections of an article of the documentation after its overview, which people write.
  static func expectSections(
    _ sections: String, ofArticle name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = Binary.package.appending(path: "Sources/App/LaunchFlow/LaunchFlow.docc/\(name).md")
    let article = try String(contentsOf: url, encoding: .utf8)
    let overview = try #require(article.range(of: "\n## Overview\n"), sourceLocation: sourceLocation)
    let start = article.range(of: "\n## ", range: overview.upperBound..<article.endIndex)?.lowerBound
    let text = article[..<(start ?? article.endIndex)] + "\n" + sections
    if isUpdating { try Data(text.utf8).write(to: url) }
    #expect(
      isUpdating || text == article, "UPDATE_GOLDENS=1 swift test --filter LaunchFlowCommandTests",
      sourceLocation: sourceLocation)
  }
}
