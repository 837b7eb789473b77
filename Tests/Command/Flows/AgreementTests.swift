import Foundation
@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

/// Whatever any command refuses in a mutated file, `check` reports with its position; and each command ends with a documented
/// status and writes the same bytes twice. `.ci/deep fuzz` plays many more mutants.
@Suite struct AgreementTests {
  private static let documents: [(name: String, kind: DocumentCommand.Kind, bytes: [UInt8])] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: FlowFilesTests.folder.path())) ?? []
    return names.sorted().compactMap { name in
      guard let kind = DocumentCommand.Kind(ofFile: name),
        let data = try? Data(contentsOf: FlowFilesTests.folder.appending(path: name))
      else { return nil }
      return (name, kind, Array(data))
    }
  }()

  @Test(arguments: seeds(10))
  func `check reports whatever any command refuses`(_ number: UInt64) async throws {
    var random = SeededRandom(seed: number)
    let subject = random.pick(Self.documents)
    var world = TestWorld()
    for document in Self.documents { world.files.contents[document.name] = document.bytes }
    world.files.contents[subject.name] = DocumentMutation.mutate(subject.bytes, using: &random)
    try await Self.hold(subject.name, subject.kind, in: world, number)
  }

  /// A trace of a run, mutated: it is shown in each format, or refused.
  @Test(arguments: seeds(4))
  func `a mutated trace is shown or refused`(_ number: UInt64) async throws {
    var world = TestWorld()
    for document in Self.documents { world.files.contents[document.name] = document.bytes }
    let trace = await world.run("simulate", "payment.json", "--set", "*=hang", "--format", "trace")
    var random = SeededRandom(seed: number)
    world.files.contents["trace.json"] = DocumentMutation.mutate(Array(trace.data.utf8), using: &random)
    for words in [[], ["--format", "json"], ["--format", "svg"]] {
      let outcome = await world.run(["show", "trace.json"] + words)
      #expect((0...3).contains(outcome.status.rawValue), "\(number): \(outcome.diagnostics)")
    }
    let outcome = await world.run("compare", "trace.json", "payment.json", "--set", "*=ok")
    #expect((0...3).contains(outcome.status.rawValue), "\(number): \(outcome.diagnostics)")
  }

  private static func hold(
    _ name: String, _ kind: DocumentCommand.Kind, in world: TestWorld, _ number: UInt64
  ) async throws {
    let check = await world.run("check", name, "--format", "sarif")
    #expect(check.status == .fine || check.status == .problemsFound, "\(number) \(name)")
    let log = try JSONValue(parsing: check.data)
    let path = try #require(JSONPointer("/runs/0/results"))
    for result in log[path]?.array ?? [] {
      let region = try #require(JSONPointer("/locations/0/physicalLocation/region/startColumn"))
      #expect(result[region] != nil, "\(number) \(name): \(result.text())")
    }
    var isSound: [String: Bool] = [:]
    if number % 6 == 0 {
      let again = await world.run("check", name, "--format", "sarif")
      #expect(again.data == check.data, "\(number) \(name): other bytes the second time")
    }
    for words in [["fmt", name], ["completions", "zsh", "--", "simulate", name, "-s", ""]] {
      #expect(await world.run(words).status.rawValue <= 3, "\(number) \(words)")
    }
    for command in DocumentCommand.all(reading: name, kind, scenarios: ["*"]) {
      let outcome = await world.run(command.words)
      #expect((0...3).contains(outcome.status.rawValue), "\(number) \(command.words)")
      if command.accepts(outcome.status.rawValue, outcome.diagnostics) { continue }
      var areSound = true
      for file in command.files where areSound {
        if isSound[file] == nil { isSound[file] = await world.run("check", file).status == .fine }
        areSound = isSound[file] ?? false
      }
      #expect(!areSound, "\(number) \(command.words): \(outcome.status), \(outcome.diagnostics)")
    }
  }
}
