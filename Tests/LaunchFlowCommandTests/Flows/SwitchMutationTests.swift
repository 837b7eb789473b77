import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import Testing

/// The switch's files with random damage: whatever is wrong is told with its place, and what is accepted can
/// be played.
@Suite struct SwitchMutationTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: FlowFilesTests.folder.appending(path: name)))
  }

  /// One to three bytes changed, left out or doubled.
  private static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = Array("0123456789".utf8).randomElement(using: &random) ?? 0x30
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: bytes[place] = Array("{}[]\",:sm. e-".utf8).randomElement(using: &random) ?? 0x20
      }
    }
    return bytes
  }

  private func check(_ diagnostics: [Diagnostic], hasDocument: Bool, _ seed: UInt64) {
    #expect(hasDocument == !diagnostics.contains { $0.severity == .error }, "seed \(seed)")
    #expect(diagnostics.allSatisfy { $0.place.range != nil }, "seed \(seed)")
  }

  @Test(arguments: 1...400 as ClosedRange<UInt64>)
  func `is told or played`(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let isOfSwitch = Bool.random(using: &random)
    var switchBytes = try Self.bytes("offline-switch.json")
    var scenarioBytes = try Self.bytes("offline-switch.scenarios.json")
    if isOfSwitch {
      switchBytes = Self.mutate(switchBytes, &random)
    } else {
      scenarioBytes = Self.mutate(scenarioBytes, &random)
    }
    let reading = OfflineSwitchDocument.read(SourceText(name: "s.json", bytes: switchBytes))
    check(reading.diagnostics, hasDocument: reading.document != nil, seed)
    guard let document = reading.document else { return }
    let scenarios = SwitchScenarioFile.read(SourceText(name: "c.json", bytes: scenarioBytes), for: document)
    check(scenarios.diagnostics, hasDocument: scenarios.document != nil, seed)
    guard let file = scenarios.document, var scenario = file.scenarios.randomElement(using: &random) else {
      return
    }
    scenario = scenario.over(file.defaults)
    scenario.length = min(scenario.length ?? .seconds(600), .seconds(900))
    let trace = try SwitchSimulation(try SwitchPlan(document), scenario).run().trace
    #expect(trace.events.first?.time == 0, "seed \(seed)")
    #expect(trace.events.map(\.time) == trace.events.map(\.time).sorted(), "seed \(seed)")
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
      return z ^ z >> 31
    }
  }
}
