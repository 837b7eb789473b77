import Foundation
@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

/// The commands of the articles about recorded launches print what the articles show.
@Suite struct LearningGuideTests {
  /// To tune plays tens of thousands of runs, which only a deep run of the tests does.
  private static let articles = [("Learning-from-recorded-launches.md", 9), ("Tuning-a-flow.md", 4)]

  @Test(arguments: depth > 1 ? articles : Array(articles.prefix(1)))
  func `each command of the story prints the shown output`(name: String, count: Int) async throws {
    let article = try String(contentsOf: GuideTests.catalog.appending(path: name), encoding: .utf8)
    let world = TestWorld()
    for name in ["rider-launch.json", "rider-launch.scenarios.json"] {
      let bytes = try Data(contentsOf: Binary.package.appending(path: "flows/" + name))
      try world.files.write(Array(bytes), to: name)
    }
    var (output, commands) = ("", 0)
    let parts = article.components(separatedBy: "```")
    for (index, part) in parts.enumerated() where index % 2 == 1 {
      let kind = String(part.prefix { $0 != "\n" })
      let text = String(part.dropFirst(kind.count + 1))
      switch kind {
      case "swift": break
      case "json":
        let path = try #require(parts[index - 1].components(separatedBy: "`").last { $0.hasSuffix(".json") })
        let flow = try JSONValue(parsing: world.files.read("rider-launch.json", limit: 1 << 20))
        let changed = try Self.changed(flow, by: try JSONValue(parsing: Array(text.utf8)))
        try world.files.write(Array(changed.text(.pretty).utf8), to: path)
      case "shell":
        for line in text.split(separator: "\n") {
          let parts = line.components(separatedBy: " # ends with ")
          let words = parts[0].split(separator: " ").dropFirst().map { $0.trimmingCharacters(in: ["'"]) }
          let outcome = await world.run(words)
          #expect(outcome.status.rawValue == (parts.count > 1 ? Int32(parts[1]) : 0), "\(line)\n\(outcome)")
          output = outcome.data
          commands += 1
        }
      case "text": #expect(output.contains(text), "shown:\n\(text)\nreal:\n\(output)")
      default: Issue.record("a block of no known kind: \(kind)")
      }
    }
    #expect(commands == count)
  }

  /// A flow whose steps, members of groups included, have other keys.
  private static func changed(_ value: JSONValue, by change: JSONValue) throws -> JSONValue {
    guard var object = value.object, let changes = change.object else { return change }
    for member in changes.members {
      object[member.name] = try changed(try #require(object[member.name]), by: member.value)
    }
    return .object(object)
  }
}
