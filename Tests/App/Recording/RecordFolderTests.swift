import Foundation
import LaunchFlowRecording
import LaunchFlowRecords
import LaunchFlowTestFlows
import LaunchFlowTestProcesses
import Testing

@Suite struct RecordFolderTests {
  static func record(_ number: Int64, padding: Int = 0) -> LaunchRecord {
    var record = LaunchRecord(flow: "launch", version: String(repeating: "v", count: padding))
    record.landing = LaunchRecord.Landing(page: "home", time: number)
    record.end = number
    return record
  }

  /// Calls with a folder that does not exist yet.
  static func withFolder(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  static func ends(_ batch: RecordFolder.Batch) throws -> [Int64] {
    try batch.text.split(separator: "\n").map { try LaunchRecord(line: Array($0.utf8)).end }
  }

  static func ids(_ batch: RecordFolder.Batch) throws -> [Pseudonym?] {
    try batch.text.split(separator: "\n").map { try LaunchRecord(line: Array($0.utf8)).id }
  }

  @Test func `records are returned oldest first, stay until they are removed, and survive the process`()
    throws
  {
    try Self.withFolder { url in
      let folder = RecordFolder(url: url)
      #expect(folder.batch().count == 0)
      for number in 1...12 { try folder.add(Self.record(Int64(number))) }
      let reopened = RecordFolder(url: url)
      #expect(try Self.ends(reopened.batch()) == Array(1...12))
      let small = reopened.batch(upTo: 200)
      #expect(try Self.ends(small) == [1, 2])
      try reopened.add(Self.record(13))
      try reopened.remove(small)
      try reopened.remove(small)
      #expect(try Self.ends(folder.batch()) == Array(3...13))
    }
  }

  @Test func `the oldest records make room, by count and by bytes`() throws {
    try Self.withFolder { url in
      let few = RecordFolder(url: url, limits: .init(records: 3))
      for number in 1...5 { try few.add(Self.record(Int64(number))) }
      #expect(try Self.ends(few.batch()) == [3, 4, 5])
      let tight = RecordFolder(url: url, limits: .init(bytes: 1_500))
      for number in 6...9 { try tight.add(Self.record(Int64(number), padding: 500)) }
      #expect(try Self.ends(tight.batch()) == [8, 9])
      #expect(throws: RecordingFailure.self) { try tight.add(Self.record(10, padding: 1_500)) }
      #expect(try Self.ends(tight.batch()) == [8, 9])
    }
  }

  @Test func `a damaged file is counted, left out and removed with the batch`() throws {
    try Self.withFolder { url in
      let folder = RecordFolder(url: url)
      for number in 1...3 { try folder.add(Self.record(Int64(number))) }
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      let torn = url.appendingPathComponent(names[1])
      try Data(try Data(contentsOf: torn).dropLast(4)).write(to: torn)
      let batch = folder.batch()
      #expect(try Self.ends(batch) == [1, 3])
      #expect(batch.damaged == 1)
      try folder.remove(batch)
      #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == [])
    }
  }

  @Test func `a sample keeps its share, of launches or of installations`() {
    func chosen(_ sample: LaunchSample) -> Set<UInt64> {
      Set((0..<20_000).filter { sample.contains(Pseudonym(bits: $0)) })
    }
    let tenth = chosen(LaunchSample(share: 0.1))
    #expect(abs(Double(tenth.count) / 20_000 - 0.1) < 0.01)
    #expect(tenth.isSubset(of: chosen(LaunchSample(share: 0.5))))
    #expect(chosen(LaunchSample(share: 1)).count == 20_000 && chosen(LaunchSample(share: 0)).isEmpty)
    #expect(LaunchSample(share: .nan).share == 0)
    // Of a greater share, several launches are of one installation, and resemble one another.
    #expect(LaunchSample(share: 0.2).keepsInstallations && !LaunchSample(share: 0.1).keepsInstallations)
    // All launches of an installation, or none.
    let kept = (0..<2_000).map { number in
      let sample = LaunchSample(share: 0.1, installation: "installation-\(number)")
      return (0..<3).count { sample.contains(Pseudonym(bits: $0)) }
    }
    #expect(Set(kept) == [0, 3])
    #expect(abs(Double(kept.count { $0 > 0 }) / 2_000 - 0.1) < 0.03)
  }

  @Test func `a launch that began and never ended becomes a record at the next start`() throws {
    try Self.withFolder { url in
      let folder = RecordFolder(url: url)
      let name = try folder.add(Self.record(1), isOver: false)
      // While its process lives it is not over.
      #expect(RecordFolder(url: url).batch().count == 0)
      try folder.add(Self.record(2), as: name)
      #expect(try Self.ends(folder.batch()) == [2])
      #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).count == 1)
      // A process that is gone has left a note, another one both.
      let record = try #require(try FileManager.default.contentsOfDirectory(atPath: url.path).first)
      for name in ["\(record.dropLast(7)).begun", "00000000000000000009-left.begun"] {
        try Data(Self.record(9).line.utf8).write(to: url.appendingPathComponent(name))
      }
      #expect(try Self.ends(RecordFolder(url: url).batch()) == [2, 9])
      try folder.add(Self.record(10))
      let all = folder.batch()
      #expect(try Self.ends(all) == [2, 9, 10])
      try folder.remove(all)
      #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == [])
    }
  }

  @Test func `the pseudonym of an installation is kept, and differs for each version`() throws {
    try Self.withFolder { url in
      let folder = RecordFolder(url: url)
      let first = folder.pseudonym(flow: "launch", version: "11")
      #expect(RecordFolder(url: url).pseudonym(flow: "launch", version: "11") == first)
      let others = [
        folder.pseudonym(flow: "launch", version: "12"), folder.pseudonym(flow: "launch", version: nil),
        folder.pseudonym(flow: "pay", version: "11"),
      ]
      #expect(Set(others + [first]).count == 4)
      #expect(
        RecordFolder(url: url.appendingPathComponent("other")).pseudonym(flow: "launch", version: "11")
          != first)
      for version in 0..<30 { _ = folder.pseudonym(flow: "launch", version: "v\(version)") }
      #expect(folder.pseudonym(flow: "launch", version: "11") != first, "old versions are forgotten")
      #expect(folder.batch().count == 0)
    }
  }

  #if os(macOS) || os(Linux)
    @Test func `after a kill every record is complete, and the folder keeps its limits`() throws {
      try Self.withFolder { url in
        var promised: Int64 = 0
        for round in 0..<8 * depth {
          let wait = 4_000 + (round * 7_919) % 30_000
          let output = try KilledProcess("records").run([url.path], killedAfter: wait)
          guard let last = output.last.flatMap({ Int64($0) }) else { continue }
          promised += last
          let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
          #expect(names.filter { $0.hasSuffix(".record") }.count <= 50)
          let batch = RecordFolder(url: url).batch(upTo: .max)
          #expect(batch.damaged == 0)
          #expect(batch.text.utf8.count <= 40_000 + 1_000)
          // The newest record is one that was promised, or the one after it.
          #expect([last, last + 1].contains(try Self.ends(batch).last ?? 0))
          #expect(Set(try Self.ids(batch)).count == batch.count, "no launch is there twice")
        }
        #expect(promised > 0, "no round came as far as one record")
        try RecordFolder(url: url).add(Self.record(1))
        let left = try FileManager.default.contentsOfDirectory(atPath: url.path)
        #expect(left.allSatisfy { $0.hasSuffix(".record") }, "left-overs are swept")
      }
    }
  #endif
}
