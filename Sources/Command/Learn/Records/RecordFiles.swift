import LaunchFlowFleet

/// The records in files: one record a line.
///
/// Files are streams of any length. A line that is not a record is left out, counted and reported: the last line of a file
/// that was cut, say. A launch that is there twice counts once.
struct RecordFiles {
  private let paths: [String]
  private(set) var filter: RecordFilter
  let parallelism: Parallelism
  private let world: World

  private var unread = 0
  private var noted: [Note: Int] = [:]
  private var ids: Set<Pseudonym> = []
  private var versions: [String: Int] = [:]
  /// The first lines that were left out, as sentences.
  private var reasons: [String] = []
  /// Of the file that is read: the bytes of lines that are records.
  private var recordBytes = 0

  private static let mostShown = 5
  /// The lines of so many bytes are read together, in parallel.
  private static let bytesAtOnce = 1 << 20
  /// A file with more bytes that are no record is none of records, unless most of it is.
  private static let mostJunk = 1 << 20
  /// Among so many launches twins are found.
  private static let mostIDs = 12_000_000

  /// - Parameters:
  ///   - paths: `-` is standard input.
  ///   - flow: The flow of the records; nil for that of the first one.
  init(
    _ paths: some Sequence<String>, _ given: Given, of flow: String?, in world: World
  ) throws(UsageError) {
    self.paths = Array(paths)
    self.world = world
    filter = try RecordFilter(given, flow: flow)
    parallelism = Parallelism(threads: given[PlayOptions.jobs])
  }

  /// What is said of some records, in this order.
  private enum Note: CaseIterable {
    case otherFlow
    /// They were not asked for.
    case other
    /// The process slept during the launch, so its times say nothing.
    case slept
    case twin
    case withoutID
  }

  private enum Reading<Played: Sendable>: Sendable {
    case unread(reason: String)
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
    defer { report() }
    for path in paths {
      var lines = RecordLines()
      var isJunk = false
      var (bytes, bytesSeen) = (0, 0)
      recordBytes = 0
      let file = path == World.standardStream ? "standard input" : path
      try files.stream(path) { part in
        bytes += part.count
        lines.add(part)
        guard bytes - bytesSeen > Self.bytesAtOnce else { return true }
        read(&lines.whole, of: file, play, take)
        bytesSeen = bytes
        isJunk = bytes - recordBytes > max(Self.mostJunk, recordBytes)
        return !isJunk
      }
      if isJunk {
        throw FileError(path: file, reason: "is not a file of records; each line must be a record")
      }
      lines.end()
      read(&lines.whole, of: file, play, take)
    }
  }

  private mutating func read<Played: Sendable>(
    _ batch: inout [RecordLines.Line], of file: String, _ play: @Sendable (LaunchRecord) -> Played,
    _ take: (Played) -> Void
  ) {
    let lines = batch.filter { !$0.bytes.isEmpty }
    batch = []
    filter.flow = filter.flow ?? lines.lazy.compactMap { try? LaunchRecord(line: $0.bytes) }.first?.flow
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
      case .unread(let reason):
        unread += 1
        recordBytes -= line.bytes.count + 1
        if reasons.count < Self.mostShown { reasons.append("\(file):\(line.number): \(reason)") }
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
    _ line: RecordLines.Line, _ filter: RecordFilter, _ play: (LaunchRecord) -> Played
  ) -> Reading<Played> {
    do throws(UnreadableRecord) {
      let record = try LaunchRecord(line: line.bytes)
      if record.flow != filter.flow { return .leftOut(.otherFlow) }
      if !filter.contains(record) { return .leftOut(.other) }
      if record.slept != nil { return .leftOut(.slept) }
      return .record(id: record.id, version: record.version, play(record))
    } catch {
      return .unread(reason: error.description)
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
        case .otherFlow: "of other flows than '\(filter.flow ?? "")' left out"
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

/// Divides a stream into lines. Of a line that is longer than a record, only so much is kept that this shows.
private struct RecordLines {
  /// Its number counts from 1.
  typealias Line = (number: Int, bytes: [UInt8])

  /// The lines that have ended.
  var whole: [Line] = []
  private var line: [UInt8] = []
  private var number = 0

  mutating func add(_ bytes: [UInt8]) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      self.end()
      start = end + 1
    }
    keep(bytes[start...])
  }

  mutating func end() {
    number += 1
    whole.append((number, line))
    line = []
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    line += part.prefix(max(0, LaunchRecord.mostBytes + 1 - line.count))
  }
}
