import Foundation
import LaunchFlowCommand
import LaunchFlowModel
import Testing

/// Files that somebody broke by accident: whatever is wrong is told, and what is accepted runs and lands.
@Suite struct MutationTests {
  /// A small generator, so that a failure can be seen again by its number.
  struct Luck {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
  }

  /// The file with one thing changed: cut off, bytes lost or doubled, or one of its words in another's place.
  static func mutate(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
    var luck = Luck(state: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    var bytes = bytes
    let start = luck.below(bytes.count)
    let end = min(bytes.count, start + 1 + luck.below(12))
    switch luck.below(8) {
    case 0: bytes.removeSubrange(start...)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: end)
    case 3: bytes[start] = UInt8(luck.below(256))
    default:
      let words = Self.words(bytes)
      let (from, to) = (words[luck.below(words.count)], words[luck.below(words.count)])
      bytes.replaceSubrange(to, with: bytes[from])
    }
    return bytes
  }

  /// The strings, numbers and literals of a JSON text.
  static func words(_ bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      let isQuote = byte == 0x22
      if isQuoted || isQuote {
        if isQuote {
          if isQuoted { found.append((start ?? index)..<(index + 1)) }
          start = isQuoted ? nil : index
          isQuoted.toggle()
        }
      } else if byte <= 0x20 || [0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D].contains(byte) {
        if let first = start { found.append(first..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    return found
  }

  /// The flows as they are; how the apps were tells no more here.
  static let names = FlowFilesTests.names.filter { !FlowFilesTests.namesBefore.contains($0) }

  /// What others include.
  static func included() throws -> [UInt8] {
    Array(try Data(contentsOf: FlowFilesTests.folder.appending(path: "rider-launch.json")))
  }

  /// Twenty mutants of each flow a block; `LAUNCHFLOW_MUTATION_BLOCKS` asks for more.
  static let blocks =
    ProcessInfo.processInfo.environment["LAUNCHFLOW_MUTATION_BLOCKS"].flatMap { Int($0) } ?? 2

  @Test(arguments: names, 0..<blocks)
  func `a mutated flow is refused or runs`(_ name: String, _ block: Int) async throws {
    let original = Array(try Data(contentsOf: FlowFilesTests.folder.appending(path: name + ".json")))
    for number in (block * 20)..<(block * 20 + 20) {
      var world = TestWorld()
      world.files.contents = [
        "flow.json": Self.mutate(original, number), "rider-launch.json": try Self.included(),
      ]
      let check = await world.run("check", "flow.json")
      switch check.status {
      case .fine:
        let run = await world.run("simulate", "flow.json", "--set", "*=hang", "--format", "json")
        #expect(run.status == .fine, "\(name) \(number)")
        let landing = try JSONValue(parsing: run.data).object?["landing"]?.object
        #expect(landing?["page"]?.string?.isEmpty == false, "\(name) \(number)")
      case .problemsFound:
        #expect(check.data.hasPrefix("flow.json:"), "\(name) \(number)")
        #expect(check.data.contains("[LF0"), "\(name) \(number)")
      default:
        Issue.record("\(name) \(number) ended with \(check.status)")
      }
    }
  }

  @Test(arguments: names, 0..<4)
  func `a mutated scenarios file is refused or runs`(_ name: String, _ block: Int) async throws {
    let flow = Array(try Data(contentsOf: FlowFilesTests.folder.appending(path: name + ".json")))
    let url = FlowFilesTests.folder.appending(path: name + ".scenarios.json")
    let original = Array(try Data(contentsOf: url))
    for number in (block * 10)..<(block * 10 + 10) {
      var world = TestWorld()
      world.files.contents = [
        "rider-launch.json": try Self.included(), "\(name).scenarios.json": Self.mutate(original, number),
      ]
      world.files.contents["\(name).json"] = flow
      let check = await world.run("check", "\(name).scenarios.json")
      let run = await world.run("simulate", "\(name).json", "-s", "*", "--runs", "2", "--format", "jsonl")
      // A file that names another flow has an error that does not keep it from being played with this one.
      let isAccepted = check.status == .fine || check.data.contains("cannot be ")
      #expect(check.status == .fine || check.status == .problemsFound, "\(name) \(number)")
      if isAccepted { #expect(run.status == .fine, "\(name) \(number): \(run.diagnostics)") }
    }
  }
}
