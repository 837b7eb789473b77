#if os(macOS) || os(Linux)
  import Foundation
  import LaunchFlow
  import LaunchFlowTestProcesses
  import Testing

  /// A process that presses the button in a loop is killed between mark and state change, again and again.
  @Suite struct KilledMarkerTests {
    private let marker = KilledProcess("SwitchMarker")

    @Test func `the mark is never lost and never invented`() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("launchflow-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var allowed: Set<String> = ["unmarked"]
      var inBetween = 0
      var presses = 0
      var scale = 1
      for round in 0..<100 {
        // Kill times wander through the phases of a press; what they hit need not be the same each time. They grow
        // on a machine that is too slow for a press.
        let lines = try marker.run([folder.path], killedAfter: scale * (500 + (round * 7_919) % 12_000))
        guard let first = lines.first else { continue }
        let began = String(first.dropFirst("began ".count))
        #expect(allowed.contains(began), "round \(round): began \(began), allowed was \(allowed.sorted())")
        #expect(!lines.contains("wrong"), "a press returned and the state did not say so")
        presses += lines.count { $0 == "marked" || $0 == "unmarked" }
        if presses == 0 { scale = min(32, 2 * scale) }
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
      #expect(inBetween > 0, "no kill came between a press and its state")
    }
  }
#endif
