import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator

/// The records in files: one record a line.
///
/// Files are streams of any length. A line that is not a record is left out, counted and reported: the last line of a file
/// that was cut, say. A launch that is there twice counts once.
struct RecordFiles {
  private let paths: [String]
  private let filter: RecordFilter
  private let parallelism: Parallelism
  private let world: World

  private(set) var unread = 0
  private var noted: [Note: Int] = [:]
  private var ids: Set<Pseudonym> = []
  private var versions: [String: Int] = [:]
  /// The first lines that were left out, as sentences.
  private var reasons: [String] = []
  /// Of the file that is read: the bytes of lines that are records.
  private var recordBytes = 0

  private static let mostShown = 5
  /// Lines are read in parallel by so many a job, or by so many bytes.
  private static let (linesEach, bytesEach) = (2_000, 1 << 22)
  /// A file with more bytes that are no record is none of records, unless most of it is.
  private static let mostJunk = 1 << 20
  /// Among so many launches twins are found.
  private static let mostIDs = 12_000_000

  /// - Parameter paths: `-` is standard input.
  init(
    _ paths: [String], _ filter: RecordFilter, _ parallelism: Parallelism = Parallelism(), in world: World
  ) {
    (self.paths, self.filter, self.parallelism, self.world) = (paths, filter, parallelism, world)
  }

  private struct Line: Sendable {
    var file: String
    var number: Int
    var bytes: ArraySlice<UInt8>
  }

  /// What is said of some records, in this order.
  private enum Note: CaseIterable {
    /// They were not asked for.
    case other
    /// The process slept during the launch, so its times say nothing.
    case slept
    case twin
    case withoutID
  }

  /// What came of a line.
  private enum Reading<Played: Sendable>: Sendable {
    case unread(reason: String, isRecord: Bool)
    case leftOut(Note)
    case record(id: Pseudonym?, version: String?, Played)
  }

  /// Hands over each record in order, and reports the rest.
  ///
  /// - Parameters:
  ///   - play: Called with each record, on any thread.
  ///   - take: Called with what came of it, in order.
  mutating func forEach<Played: Sendable>(
    _ play: @Sendable (LaunchRecord) -> Played, _ take: (Played) -> Void
  ) throws {
    let files = world.files
    for path in paths {
      var lines = RecordLines()
      var batch: [Line] = []
      var objection: String?
      var (bytes, bytesSeen) = (0, 0)
      recordBytes = 0
      let file = path == World.standardStream ? "standard input" : path
      try files.stream(path) { part in
        if bytes == 0 { objection = Self.objection(toFirst: part) }
        guard objection == nil else { return false }
        bytes += part.count
        lines.add(part) { batch.append(Line(file: file, number: $0, bytes: $1)) }
        guard batch.count >= parallelism.jobs * Self.linesEach || bytes - bytesSeen > Self.bytesEach else {
          return true
        }
        read(&batch, play, take)
        bytesSeen = bytes
        if bytes - recordBytes > max(Self.mostJunk, recordBytes) {
          objection = "is not a file of records; each line must be a record"
        }
        return objection == nil
      }
      if objection == nil { lines.end { batch.append(Line(file: file, number: $0, bytes: $1)) } }
      read(&batch, play, take)
      if let objection {
        report()
        throw FileError(path: file, reason: objection)
      }
    }
    report()
  }

  /// The same for readers that need the record itself.
  mutating func forEach(_ take: (LaunchRecord) -> Void) throws { try forEach({ $0 }, take) }

  private static func objection(toFirst part: [UInt8]) -> String? {
    Unpacking.program(for: part).map {
      "is compressed; name the file, or write '\($0) -dc FILE | launchflow …' with '-' as the file"
    }
  }

  private mutating func read<Played: Sendable>(
    _ batch: inout [Line], _ play: @Sendable (LaunchRecord) -> Played, _ take: (Played) -> Void
  ) {
    let lines = batch.filter { !$0.bytes.isEmpty }
    batch = []
    // More parts than jobs, since some lines take longer than others.
    let parts = parallelism.jobs == 1 ? 1 : max(1, min(lines.count, parallelism.jobs * 8))
    let filter = filter
    let readings = parallelism.map(parts) { part in
      lines[(lines.count * part / parts)..<(lines.count * (part + 1) / parts)].map {
        Self.reading($0, filter, play)
      }
    }
    for (line, reading) in zip(lines, readings.joined()) {
      recordBytes += line.bytes.count + 1
      switch reading {
      case .unread(let reason, let isRecord):
        unread += 1
        if !isRecord { recordBytes -= line.bytes.count + 1 }
        if reasons.count < Self.mostShown { reasons.append("\(line.file):\(line.number): \(reason)") }
      case .leftOut(let note): noted[note, default: 0] += 1
      case .record(let id, let version, let played):
        if id == nil { noted[.withoutID, default: 0] += 1 }
        if let id, !ids.insert(id).inserted {
          noted[.twin, default: 0] += 1
        } else {
          versions.tally(version ?? "none")
          take(played)
        }
        if ids.count > Self.mostIDs { ids = [] }
      }
    }
  }

  private static func reading<Played: Sendable>(
    _ line: Line, _ filter: RecordFilter, _ play: (LaunchRecord) -> Played
  ) -> Reading<Played> {
    do throws(UnreadableRecord) {
      let record = try LaunchRecord(line: line.bytes)
      if let flow = filter.flow, record.flow != flow {
        return .unread(reason: "the record is of the flow '\(record.flow)'", isRecord: true)
      }
      guard filter.contains(record) else { return .leftOut(.other) }
      if record.slept != nil { return .leftOut(.slept) }
      return .record(id: record.id, version: record.version, play(record))
    } catch {
      return .unread(reason: error.description, isRecord: false)
    }
  }

  private func report() {
    for reason in reasons { world.report("warning: \(reason); the line is left out") }
    if unread > reasons.count {
      world.report("warning: \(Counting.text(unread, "line")) left out altogether")
    }
    for note in Note.allCases {
      guard let count = noted[note] else { continue }
      let said =
        switch note {
        case .other: "\(filter.others) left out"
        case .slept: "of launches during which the process slept left out"
        case .twin: "read before; each launch counts once"
        case .withoutID: "without an id; one that is there twice counts twice"
        }
      world.report("note: \(Counting.text(count, "record")) \(said)")
    }
  }

  /// Warns of launches of several versions, which may differ in more than what is asked.
  func warnOfMixedVersions() {
    guard versions.count > 1, !filter.hasVersion else { return }
    let list = versions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let texts = list.prefix(5).map { "'\($0.key)' (\(Counting.grouped($0.value)))" }
    world.report(
      "warning: the launches are of \(versions.count) versions: \(texts.joined(separator: ", "))"
        + (list.count > 5 ? ", …" : "") + "; choose one with '--version'")
  }
}
