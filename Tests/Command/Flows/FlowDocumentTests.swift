import Foundation
@testable import LaunchFlowCommand
import Testing

/// What the documents beside the flows show is what the command does.
@Suite struct FlowDocumentTests {
  /// A block that begins with a command line, and what the command is said to write.
  struct Shown: Sendable, CustomTestStringConvertible {
    var document: String
    var line: String
    var output: String
    var testDescription: String { "\(document): \(line)" }
  }

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: FlowFilesTests.folder.path())) ?? []
    return files.filter { $0.hasSuffix(".md") }.sorted()
  }()

  static func shown() throws -> [Shown] {
    try names.flatMap { name -> [Shown] in
      let data = try Data(contentsOf: FlowFilesTests.folder.appending(path: name))
      let blocks = String(decoding: data, as: UTF8.self).components(separatedBy: "```\n").enumerated()
      return blocks.filter { $0.offset % 2 == 1 && $0.element.hasPrefix("$ launchflow ") }.map { block in
        let line = block.element.prefix { $0 != "\n" }
        return Shown(
          document: name, line: String(line), output: String(block.element.dropFirst(line.count + 1)))
      }
    }
  }

  @Test(arguments: try shown())
  func `each picture in the documents is what its command draws`(_ shown: Shown) throws {
    let words = shown.line.split(separator: " ").dropFirst(2).map(String.init)
    let outcome = try Binary.run(words)
    #expect(outcome.status == 0)
    #expect(String(decoding: outcome.data, as: UTF8.self) == shown.output)
  }

  @Test func `each flow of an earlier app version has a document`() throws {
    let documented = Set(Self.names)
    for name in FlowFilesTests.namesBefore {
      #expect(documented.contains(FlowFilesTests.now(name) + ".md"), "\(name)")
    }
    #expect(try Self.shown().count >= 2 * documented.count - 2)
  }
}
