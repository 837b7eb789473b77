#if os(macOS) || os(Linux)
  import Foundation
  import LaunchFlow
  import LaunchFlowTestFlows
  import LaunchFlowTestProcesses
  import Testing

  @testable import LaunchFlowDelivery

  /// A process that fetches, judges, swaps and tries out packages in a loop is killed in the middle, again and again.
  /// At a depth above 1 the test prints where the kills came.
  @Suite struct KilledDeliveryTests {
    private let runner = KilledProcess("delivery")

    @Test func `after a kill nothing is lost, invented or half applied`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = DeliveryStore(folder)
      var promised: Int64 = 0
      var seen: Set<Int64> = []
      var places: [String: Int] = [:]
      for round in 0..<12 * depth {
        // Kill times wander through the phases of a launch; what they hit need not be the same each time. Every third
        // round comes as far as two launches.
        let lines = try runner.run(
          [folder.path, "\(promised)"], until: 1 + round % 3, killedAfter: (round * 79_193) % 90_000)
        promised = max(promised, lines.last.flatMap { Int64($0) } ?? 0)
        let (file, isDamaged) = store.record()
        #expect(!isDamaged)
        guard let record = file?.record else {
          #expect(promised == 0, "the record is gone")
          continue
        }
        #expect((record.floors.values.first?.edition.sequence ?? 0) >= promised, "an edition is lost")
        for edition in record.kept {
          let package = try #require(store.package(edition, limit: 1 << 18), "a package is gone or damaged")
          try package.checkFiles()
          let flow = try #require(package.flow().document)
          guard case .value(let value)? = flow.steps.first?.work else { continue }
          #expect(value == .integer(edition.sequence), "another edition's file")
        }
        seen.formUnion(record.chain.map(\.sequence))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for place in Self.places(record, names) { places[place, default: 0] += 1 }
        // One that was stored and not named, and two that an edition replaced: storing the next one sweeps them.
        let strays = names.count { $0.hasSuffix(".package") } - record.kept.count
        #expect(strays <= 3, "\(strays) packages pile up")
      }
      #expect(promised > 0, "no round came as far as one launch")
      #expect(!seen.isEmpty, "nothing was ever accepted")
      guard depth > 1 else { return }
      print(
        "promised \(promised); "
          + places.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))
    }

    /// What the kill interrupted, as far as the disk shows it.
    private static func places(_ record: DeliveryRecord, _ names: [String]) -> [String] {
      let packages = names.count { $0.hasSuffix(".package") }
      return [
        names.contains { $0.hasPrefix("_tmp-") } ? "while writing" : nil,
        packages > record.kept.count ? "between package and record" : nil,
        record.judging == nil ? nil : "while judging",
        names.contains("mark") ? "during a start" : nil,
        record.quarantine.isEmpty ? nil : "after a quarantine",
      ].compactMap(\.self)
    }
  }
#endif
