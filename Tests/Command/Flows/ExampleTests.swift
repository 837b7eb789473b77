import Foundation
import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowCommand

/// The examples' own flows hold what those in `flows round-trip` do, and each example runs.
@Suite struct ExampleTests {
  static let flows: [String] = {
    let folder = Binary.package.appending(path: "examples")
    let files = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    let scenarios = files.filter { $0.hasSuffix(".scenarios.json") }
    return files.filter {
      $0.hasSuffix(".json") && scenarios.contains(DocumentKind.scenariosName(besides: $0))
    }
    .map { "examples/" + $0 }.sorted()
  }()

  @Test(
    arguments: flows, [["check"], ["verify"], ["test", "--fail-under", "100"]])
  func `a flow is sound, lands always, and its scenarios cover it`(_ flow: String, words: [String]) async {
    let path = Binary.package.appending(path: flow).path()
    let output = RecordedOutput()
    let outcome = await Command.run(
      words + [path], in: World(environment: [:], files: SystemFiles(), output: output))
    #expect(outcome == .fine, "\(output.data)")
    // Not even a warning.
    if words == ["check"] { #expect(output.data.isEmpty) }
  }

  @Test func `there is a flow among the examples`() {
    #expect(Self.flows.contains("examples/PointOfSale/till-launch.json"))
    #expect(Self.flows.contains("examples/Modules/super-app.flow.json"))
  }

  @Test func `the till sells while services are offline`() throws {
    let outcome = try Binary.run(product: "PointOfSale", [])
    #expect(outcome.status == 0)
    let text = String(decoding: outcome.data, as: UTF8.self)
    #expect(text.split(separator: "\n").filter { $0.contains(" after ") }.count == 5, "\(text)")
    #expect(text.contains("A sale while trading is offline: 1 kept, 0 at the server\n"), "\(text)")
    #expect(text.contains("The kept sale: 0 kept, 1 at the server\n"), "\(text)")
    #expect(text.contains("The clerk pressed the offline button: offline-till after "), "\(text)")
  }

  @Test func `the model of the SwiftUI app launches without its views`() throws {
    let outcome = try Binary.run(product: "SwiftUIApp", [])
    #expect(outcome.status == 0)
    #expect(String(decoding: outcome.data, as: UTF8.self).contains("landed on: login"))
  }
}
