#if os(macOS) || os(Linux)
  import Foundation
  import LaunchFlow
  import LaunchFlowTestFlows
  import LaunchFlowTestProcesses
  import Testing

  /// A process that presses the button in a loop is killed between mark and state change, again and again.
  @Suite struct KilledMarkerTests {
    private let marker = KilledProcess("mark")

    @Test func `the mark is never lost and never invented`() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("launchflow-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var allowed: Set<String> = ["unmarked"]
      var inBetween = 0
      var presses = 0
      var round = 0
      while round < 24 * depth || inBetween == 0 {
        round += 1
        // Kill times wander through the phases of a press; what they hit need not be the same each time. Every other
        // round comes as far as one press.
        let lines = try marker.run(
          [folder.path], until: 2 + round % 2, killedAfter: (round * 7_919) % 6_000)
        guard let first = lines.first else { continue }
        let began = String(first.dropFirst("began ".count))
        #expect(allowed.contains(began), "round \(round): began \(began), allowed was \(allowed.sorted())")
        #expect(!lines.contains("wrong"), "a press returned and the state did not say so")
        presses += lines.count { $0 == "marked" || $0 == "unmarked" }
        switch lines.last {
        case "marking", "unmarking":
          // The press may have been stored or not, nobody was promised anything.
          allowed = ["marked", "unmarked"]
          inBetween += 1
        case let last?: allowed = [last.hasPrefix("began ") ? began : last]
        case nil: break
        }
      }
      #expect(presses > 0, "no round came as far as one press")
    }
  }
#endif
