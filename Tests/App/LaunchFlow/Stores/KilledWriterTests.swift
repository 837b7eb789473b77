#if os(macOS) || os(Linux)
  import Foundation
  import LaunchFlow
  import LaunchFlowTestFlows
  import LaunchFlowTestProcesses
  import Testing

  /// A process that stores entries in a loop is killed in the middle, again and again.
  @Suite struct KilledWriterTests {
    private let writer = KilledProcess("store")

    @Test func `after a kill each entry is complete and not older than the last stored one`() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("launchflow-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let damages = Locked(0)
      var promised: Int64 = 0
      for round in 0..<12 * depth {
        // Kill times wander through the phases of a write; what they hit need not be the same each time.
        let wait = 4_000 + (round * 7_919) % 30_000
        let lines = try writer.run([folder.path, "\(promised)"], killedAfter: wait)
        promised = max(promised, lines.last.flatMap { Int64($0) } ?? 0)
        let store = FileCacheStore(folder: folder) { _, _ in damages.withLock { $0 += 1 } }
        let entry = try await store.entry(for: CacheKey("entry", scope: "user"))
        guard promised > 0 || entry != nil else { continue }
        let value = try #require(entry?.value.object, "a promised entry is gone")
        let filler = try #require(value["filler"]?.string)
        guard case .integer(let number) = value["number"] else {
          Issue.record("no number")
          return
        }
        #expect(number >= promised)
        #expect(filler.count == 20_000 + Int(number % 7) * 3_000)
        #expect(filler.allSatisfy { $0 == Character("\(number % 10)") })
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/scope-user")
        #expect(files == ["entry"], "left-overs are swept")
      }
      #expect(damages.withLock { $0 } == 0)
      #expect(promised > 0, "no round came as far as one entry")
    }
  }
#endif
