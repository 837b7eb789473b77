import Foundation
import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

/// Whatever any command refuses in a file, `check` reports with its position. `.ci/fuzz` goes on with other mutants, in
/// processes of their own.
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

  private static func hold(
    _ name: String, _ kind: DocumentCommand.Kind, in world: TestWorld, _ number: UInt64
  ) async throws {
    let check = await world.run("check", name, "--format", "json")
    #expect(check.status == .fine || check.status == .problemsFound, "\(number) \(name)")
    for diagnostic in try JSONValue(parsing: check.data).array ?? [] {
      #expect(diagnostic.object?["line"] ?? .null != .null, "\(number) \(name): \(diagnostic.text())")
      #expect(diagnostic.object?["column"] ?? .null != .null, "\(number) \(name): \(diagnostic.text())")
    }
    var isSound: [String: Bool] = [:]
    for command in DocumentCommand.all(reading: name, kind, scenarios: ["*"]) {
      let outcome = await world.run(command.words)
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
