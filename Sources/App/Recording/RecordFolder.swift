import Foundation
import LaunchFlow
import LaunchFlowRecords

/// The records that an app has not uploaded yet, in a private folder with one file for each launch.
///
/// After any crash, a record is complete or absent. The folder's size and the number of its files are limited: new
/// records replace the oldest ones. Only the app reads and removes records; the library sends none.
///
/// A note is written when a launch begins. If the process ends before the launch is over, the note becomes the record
/// at the next start. Without it, comparisons would leave out the users who gave up.
///
/// The methods block during access to the disk, so do not call them on the main thread. Any other thread may call them.
public final class RecordFolder: Sendable {
  /// The limits of the folder.
  public struct Limits: Hashable, Sendable {
    /// The most bytes of all records together.
    public var bytes: Int
    /// The most records.
    public var records: Int

    /// Sets the limits; by default 512 kB and 1,000 records.
    public init(bytes: Int = 512 << 10, records: Int = 1_000) {
      self.bytes = max(0, bytes)
      self.records = max(0, records)
    }
  }

  /// Records to upload.
  public struct Batch: Hashable, Sendable {
    /// One record on each line, oldest first. Each line ends with a line feed. Empty without records.
    public var text: String
    /// How many records it has.
    public var count: Int
    /// How many damaged files were found. They are removed with the batch.
    public var damaged: Int
    fileprivate var names: [String]
  }

  private let folder: DurableFolder
  private let limits: Limits
  /// Guards the folder against other threads of this process, and contains the newest number.
  private let newest = Locked<UInt64?>(nil)
  /// The notes of launches that this process has begun, in all folders.
  private static let begun = Locked<Set<String>>([])

  private static let suffix = ".record"
  private static let noteSuffix = ".begun"
  private static let pseudonyms = "pseudonyms.json"

  /// Uses a folder, which is created with the first record. Nothing else may use the folder.
  public init(url: URL, limits: Limits = Limits()) {
    folder = DurableFolder(path: url.path)
    self.limits = limits
  }

  /// Writes a record, and removes older ones if there is no room; or writes the note of a launch that is not over.
  ///
  /// - Parameter name: The name of the launch's note, which its record replaces; nil for a new one.
  /// - Throws: `RecordingFailure` if the system refuses, or if the record is larger than the folder's limit.
  /// - Returns: The name of the note and of its record.
  @discardableResult
  package func add(
    _ record: LaunchRecord, as name: String? = nil, isOver: Bool = true
  ) throws(RecordingFailure) -> String {
    defer {
      if isOver, let name {
        try? folder.remove(name + Self.noteSuffix)
        Self.begun.withLock { _ = $0.remove(name) }
      }
    }
    let bytes = Array(record.line.utf8)
    guard bytes.count <= min(limits.bytes, LaunchRecord.mostBytes), limits.records > 0 else {
      throw RecordingFailure(description: "the record has \(bytes.count) bytes, more than may be kept")
    }
    return try locked { newest throws(SystemFailure) in
      if isOver { makeRoom(for: bytes.count, entries()) }
      let name = if let name { name } else { try newName(&newest) }
      if !isOver { Self.begun.withLock { _ = $0.insert(name) } }
      // A note is not forced to the disk, which would slow launches. It survives the end of the process anyway.
      try folder.write(bytes, as: name + (isOver ? Self.suffix : Self.noteSuffix), isForced: isOver)
      return name
    }
  }

  /// The pseudonym of this installation in records of a version of a flow: random, and kept in the folder.
  package func pseudonym(flow: String, version: String?) -> Pseudonym {
    let key = [flow, version ?? ""].joined(separator: "\n")
    return newest.withLock { _ in
      let bytes = (try? folder.read(Self.pseudonyms, limit: LaunchRecord.mostBytes)) ?? nil
      var known = bytes.flatMap { try? JSONValue(parsing: $0).object } ?? JSONObject()
      if let text = known[key]?.string, let pseudonym = Pseudonym(text) { return pseudonym }
      let pseudonym = Pseudonym.random
      known[key] = .string(pseudonym.description)
      known = JSONObject(known.members.suffix(Self.mostPseudonyms))
      try? folder.create()
      try? folder.write(JSONValue.object(known).utf8(), as: Self.pseudonyms)
      return pseudonym
    }
  }

  private static let mostPseudonyms = 16

  private func locked<Answer: Sendable>(
    _ work: (inout UInt64?) throws(SystemFailure) -> Answer
  ) throws(RecordingFailure) -> Answer {
    let result = newest.withLock { newest in
      Result { () throws(SystemFailure) in try work(&newest) }
    }
    do { return try result.get() } catch {
      throw RecordingFailure(description: "\(error.call): \(error.reason)")
    }
  }

  /// A name that sorts after those of all records. The UUID distinguishes processes.
  private func newName(_ newest: inout UInt64?) throws(SystemFailure) -> String {
    try folder.create()
    if newest == nil { folder.sweep() }
    let number = max(newest ?? 0, entries().last?.number ?? 0) + 1
    newest = number
    let digits = String(number)
    return String(repeating: "0", count: 20 - digits.count) + digits + "-" + UUID().uuidString.lowercased()
  }

  /// The oldest records, up to a number of bytes, but at least one if there are any. They stay until they are removed.
  public func batch(upTo bytes: Int = 256 << 10) -> Batch {
    var batch = Batch(text: "", count: 0, damaged: 0, names: [])
    for entry in newest.withLock({ _ in entries() }) {
      let read = try? folder.read(entry.name, limit: LaunchRecord.mostBytes)
      guard let read, (try? LaunchRecord(line: read)) != nil else {
        // Crashes leave complete files only. Another program or the disk has changed this one.
        batch.damaged += 1
        batch.names.append(entry.name)
        continue
      }
      guard batch.count == 0 || batch.text.utf8.count + read.count < bytes else { break }
      batch.text += String(decoding: read, as: UTF8.self) + "\n"
      batch.count += 1
      batch.names.append(entry.name)
    }
    return batch
  }

  /// Removes a batch after its upload. Records that were already removed are ignored.
  ///
  /// - Throws: `RecordingFailure` if the system refuses; then some records stay and are uploaded again.
  public func remove(_ batch: Batch) throws(RecordingFailure) {
    try locked { _ throws(SystemFailure) in
      for name in batch.names { try folder.remove(name) }
    }
  }

  private struct Entry {
    var name: String
    var number: UInt64
    var bytes: Int
  }

  /// The records, oldest first. The note of a process that has ended becomes a record.
  private func entries() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { file -> Entry? in
      var file = file
      if file.hasSuffix(Self.noteSuffix) {
        let name = file.dropLast(Self.noteSuffix.count)
        guard !Self.begun.withLock({ $0.contains(String(name)) }) else { return nil }
        let record = String(name) + Self.suffix
        guard !names.contains(record), folder.rename(file, to: record) else {
          // The process died between writing the record and removing the note.
          try? folder.remove(file)
          return nil
        }
        file = record
      }
      guard file.hasSuffix(Self.suffix), let number = UInt64(file.prefix(20)) else { return nil }
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + file)
      return Entry(name: file, number: number, bytes: (attributes?[.size] as? NSNumber)?.intValue ?? 0)
    }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
  }

  private func makeRoom(for bytes: Int, _ entries: [Entry]) {
    var size = entries.reduce(bytes) { $0 + $1.bytes }
    var count = entries.count + 1
    for entry in entries where size > limits.bytes || count > limits.records {
      guard (try? folder.remove(entry.name)) != nil else { continue }
      size -= entry.bytes
      count -= 1
    }
  }
}

/// The reason why a record could not be written or removed.
public struct RecordingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, without any content of the record.
  public let description: String
}
