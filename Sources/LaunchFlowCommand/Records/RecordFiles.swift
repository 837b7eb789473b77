import LaunchFlowRecords

/// The records in files: one record a line.
///
/// A line that is no record is left out, counted and reported: the last line of a file that was cut, say.
struct RecordFiles {
  /// The bytes of each file.
  private let files: [(path: String, bytes: [UInt8])]

  /// The most bytes of a file that is read as a whole.
  static let mostBytes = 1 << 31

  /// Reads files; `-` is standard input.
  init(_ paths: [String], in world: World) throws {
    files = try paths.map { path in
      let isStream = path == World.standardStream
      let bytes =
        isStream
        ? try world.files.readStandardInput(limit: Self.mostBytes)
        : try world.files.read(path, limit: Self.mostBytes)
      guard bytes.count <= Self.mostBytes else {
        throw FileError(path: path, reason: "is larger than \(Self.mostBytes) bytes; split it by lines")
      }
      return (path, bytes)
    }
  }

  /// A line of a file.
  struct Line: Sendable {
    var file: Int
    /// Its number, from 1.
    var number: Int
    var bytes: ArraySlice<UInt8>
  }

  /// All lines but empty ones.
  var lines: [Line] {
    files.indices.flatMap { file in
      files[file].bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        .filter { !$0.element.isEmpty }.map { Line(file: file, number: $0.offset + 1, bytes: $0.element) }
    }
  }

  /// Lines that are no records, with the reasons.
  struct Unread: Sendable {
    var count = 0
    var first: [(line: Line, reason: String)] = []

    private static let mostShown = 5

    mutating func add(_ line: Line, _ reason: String) {
      count += 1
      if first.count < Self.mostShown { first.append((line, reason)) }
    }

    mutating func add(_ other: Unread) {
      count += other.count
      first = Array((first + other.first).prefix(Self.mostShown))
    }
  }

  /// Reports lines that were left out.
  func report(_ unread: Unread, in world: World) {
    for (line, reason) in unread.first {
      world.report("warning: \(files[line.file].path):\(line.number): \(reason); the line is left out")
    }
    if unread.count > unread.first.count {
      world.report("warning: \(Counting.text(unread.count, "line")) left out altogether")
    }
  }

  /// Hands over each record in order; the rest is reported.
  ///
  /// - Returns: How many lines were left out.
  @discardableResult
  func forEach(of flow: String, in world: World, _ body: (LaunchRecord) -> Void) -> Int {
    var unread = Unread()
    for line in lines {
      switch Self.record(line, of: flow) {
      case .success(let record): body(record)
      case .failure(let reason): unread.add(line, reason.text)
      }
    }
    report(unread, in: world)
    return unread.count
  }

  /// Hands over each record of any flow, in order; lines that are no records are reported.
  func forEach(in world: World, _ body: (LaunchRecord) -> Void) {
    var unread = Unread()
    for line in lines {
      do throws(UnreadableRecord) {
        body(try LaunchRecord(line: line.bytes))
      } catch {
        unread.add(line, error.description)
      }
    }
    report(unread, in: world)
  }

  struct Reason: Error {
    var text: String
  }

  static func record(_ line: Line, of flow: String) -> Result<LaunchRecord, Reason> {
    do throws(UnreadableRecord) {
      let record = try LaunchRecord(line: line.bytes)
      guard record.flow == flow else {
        return .failure(Reason(text: "the record is of the flow '\(record.flow)'"))
      }
      return .success(record)
    } catch {
      return .failure(Reason(text: error.description))
    }
  }
}
