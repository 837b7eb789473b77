import Foundation
import LaunchFlowAuthoring
@testable import LaunchFlowCommand
import Testing

/// What the guide for authors tells to save, to add and to run does what the guide says.
@Suite struct GuideTests {
  static let catalog = Binary.package.appending(path: "Sources/App/LaunchFlow/LaunchFlow.docc")

  /// A fenced block, with what stands before it.
  private struct Block {
    var kind: String
    var text: String
    var paragraph: String
  }

  private static func blocks() throws -> [Block] {
    let guide = try String(contentsOf: catalog.appending(path: "Writing-a-flow.md"), encoding: .utf8)
    var blocks: [Block] = []
    var paragraph = ""
    let parts = guide.components(separatedBy: "```")
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 {
        paragraph = part.components(separatedBy: "\n\n").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
      } else {
        let kind = String(part.prefix { $0 != "\n" })
        blocks.append(Block(kind: kind, text: String(part.dropFirst(kind.count + 1)), paragraph: paragraph))
      }
    }
    return blocks
  }

  /// The file that a paragraph names last.
  private static func file(namedBy paragraph: String) -> String? {
    paragraph.components(separatedBy: "`").last { $0.hasSuffix(".json") && !$0.contains("/") }
  }

  /// An object with what is added: new entries of its members come last, one of a name that is there is replaced.
  private static func adding(_ addition: JSONValue, to value: JSONValue) throws -> JSONValue {
    var object = try #require(value.object)
    for member in try #require(addition.object).members {
      if var entries = object[member.name]?.object, let added = member.value.object {
        for entry in added.members {
          entries[entry.name] = nil
          entries[entry.name] = entry.value
        }
        object[member.name] = .object(entries)
      } else {
        object[member.name] = member.value
      }
    }
    return .object(object)
  }

  /// Whether the parts of a shown output, between its dots, stand in the real one, in order.
  private static func shows(_ shown: String, _ output: String) -> Bool {
    var rest = output[...]
    for part in shown.split(separator: "…") {
      let wanted = part.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !wanted.isEmpty else { continue }
      guard let found = rest.range(of: wanted) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").dropFirst().map { $0.trimmingCharacters(in: ["'"]) }
  }

  @Test
  func `each step of the guide runs, prints the shown output, and the last one is the rider app`()
    async throws
  {
    let world = TestWorld()
    var output = ""
    var commands = 0
    for block in try Self.blocks() {
      switch block.kind {
      case "json":
        let path = try #require(Self.file(namedBy: block.paragraph), "\(block.paragraph)")
        if block.paragraph.contains("Save") {
          try world.files.write(Array(block.text.utf8), to: path)
        } else {
          let old = try JSONValue(parsing: world.files.read(path, limit: 1 << 20))
          let new = try Self.adding(try JSONValue(parsing: Array(block.text.utf8)), to: old)
          try world.files.write(Array(new.text(.pretty).utf8), to: path)
        }
      case "shell":
        for line in block.text.split(separator: "\n") {
          let parts = line.components(separatedBy: " # ends with ")
          let outcome = await world.run(Self.words(parts[0]))
          #expect(outcome.status.rawValue == (parts.count > 1 ? Int32(parts[1]) : 0), "\(line)\n\(outcome)")
          output = outcome.data
          commands += 1
        }
      case "text": #expect(Self.shows(block.text, output), "shown:\n\(block.text)\nreal:\n\(output)")
      default: Issue.record("a block of no known kind: \(block.kind)")
      }
    }
    #expect(commands > 15)
    let built = try JSONValue(parsing: world.files.read("rider-launch.json", limit: 1 << 20))
    let real = try JSONValue(
      parsing: try Data(contentsOf: Binary.package.appending(path: "flows/rider-launch.json")))
    #expect(
      Self.bare(built) == Self.bare(real), "the guide ends with another flow than flows/rider-launch.json")
  }

  /// A flow without what is for people and editors alone.
  private static func bare(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(bare))
    case .object(let object):
      let members = object.members.filter { !["$schema", "summary", "ignore"].contains($0.name) }
      return .object(JSONObject(members.map { .init(name: $0.name, value: bare($0.value)) }))
    default: return value
    }
  }
}
