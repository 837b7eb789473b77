#if os(macOS) || os(Linux)
  import Foundation
  import LaunchFlow
  import LaunchFlowDeliveryMachine
  import Testing

  @testable import LaunchFlowDelivery

  /// A process that fetches, judges, swaps and tries out packages in a loop is killed in the middle, again and again.
  /// `LAUNCHFLOW_KILLS` sets how often.
  @Suite struct KilledDeliveryTests {
    @Test func `after a kill nothing is lost, invented or half applied`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let rounds = ProcessInfo.processInfo.environment["LAUNCHFLOW_KILLS"].flatMap { Int($0) } ?? 24
      let store = DeliveryStore(folder)
      var promised: Int64 = 0
      var seen: Set<Int64> = []
      for round in 0..<rounds {
        // Kill times wander through the phases of a launch; what they hit need not be the same each time.
        promised = max(promised, try run(in: folder, from: promised, killedAfter: (round * 79_193) % 250_000))
        let (file, isDamaged) = store.record()
        #expect(!isDamaged)
        guard let record = file?.record else {
          #expect(promised == 0, "the record is gone")
          continue
        }
        #expect((record.floor?.sequence ?? 0) >= promised, "an edition is lost")
        for edition in record.kept {
          let package = try #require(store.package(edition, limit: 1 << 18), "a package is gone or damaged")
          let flow = try #require(package.flow().document)
          guard case .value(let value)? = flow.steps.first?.work else { continue }
          #expect(value == .integer(edition.sequence), "another edition's file")
        }
        seen.formUnion(record.chain.map(\.sequence))
      }
      #expect(promised > 0, "no round came as far as one launch")
      #expect(!seen.isEmpty, "nothing was ever accepted")
    }

    /// Runs the launches for some microseconds after the first sign of life; the last number that was promised.
    private func run(in folder: URL, from start: Int64, killedAfter wait: Int) throws -> Int64 {
      let process = Process()
      process.executableURL = runner
      process.arguments = [folder.path, "\(start)"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var text = output.fileHandleForReading.availableData
      usleep(UInt32(wait))
      kill(process.processIdentifier, SIGKILL)
      text += output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      // The last line may have been cut.
      let lines = String(decoding: text, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.dropLast().last.flatMap { Int64($0) } ?? start
    }

    /// The executable is beside the test bundle.
    private var runner: URL {
      #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("DeliveryRunner")
      #else
        return Bundle.main.bundleURL.appendingPathComponent("DeliveryRunner")
      #endif
    }
  }
#endif
