import Foundation
import Testing

/// Texts that are a product, whole, in files of their own. With `UPDATE_GOLDENS=1` in the environment they are
/// written anew, to be read before they are committed.
enum Golden {
  static func expect(
    _ text: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = Binary.package.appending(path: "Tests/LaunchFlowCommandTests/Goldens/" + name)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: url)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    guard text != expected else { return }
    let difference = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    Issue.record(
      "\(name) differs; came: \(difference?.0 ?? "more or fewer lines"); expected: \(difference?.1 ?? "")",
      sourceLocation: sourceLocation)
  }
}
