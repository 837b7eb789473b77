import Foundation
import LaunchFlow
import LaunchFlowRecords

/// The records that an app has not uploaded yet: a private folder with one file a launch.
///
/// A record is on the disk whole or not at all, after any crash. The folder's size and the number of its files are
/// bounded: the oldest records make room for new ones. Only the app reads and removes records; nothing is sent.
///
/// Its methods block while the disk works, so call them off the main thread. Any thread may call them.
public final class RecordFolder: Sendable {
  /// What the folder may take up.
  public struct Limits: Hashable, Sendable {
    /// The most bytes of all records together.
    public var bytes: Int
    /// The most records.
    public var records: Int

    /// Bounds a folder; by default 512 kB and 1,000 records.
    public init(bytes: Int = 512 << 10, records: Int = 1_000) {
      self.bytes = max(0, bytes)
      self.records = max(0, records)
    }
  }

  /// Records to upload.
  public struct Batch: Hashable, Sendable {
    /// One record a line, oldest first; each line ends with a line feed. Empty if there are none.
    public var text: String
    /// How many records it has.
    public var count: Int
    /// How many damaged files were found; they are removed with the batch.
    public var damaged: Int
    fileprivate var names: [String]
  }

  private let folder: DurableFolder
  private let limits: Limits
  /// Guards the folder among this process's threads, and remembers the newest number.
  private let newest = Locked<UInt64?>(nil)

  private static let suffix = ".record"

  /// Uses a folder, which is made with the first record and which nothing else may use.
  public init(url: URL, limits: Limits = Limits()) {
    folder = DurableFolder(path: url.path)
    self.limits = limits
  }

  /// Keeps a record; older ones make room for it.
  ///
  /// - Throws: `RecordingFailure` if the system refuses, and if the record is larger than the folder may be.
  package func add(_ record: LaunchRecord) throws(RecordingFailure) {
    let bytes = Array(record.line.utf8)
    guard bytes.count <= min(limits.bytes, LaunchRecord.mostBytes), limits.records > 0 else {
      throw RecordingFailure("the record has \(bytes.count) bytes, more than may be kept")
    }
    let result = newest.withLock { newest -> Result<Void, SystemFailure> in
      Result { () throws(SystemFailure) in
        try folder.create()
        let entries = self.entries()
        if newest == nil { folder.sweep() }
        makeRoom(for: bytes.count, entries)
        let number = max(newest ?? 0, entries.last?.number ?? 0) + 1
        try folder.write(bytes, as: Self.name(number))
        newest = number
      }
    }
    if case .failure(let failure) = result { throw RecordingFailure("\(failure.call): \(failure.reason)") }
  }

  /// The oldest records, up to a number of bytes, and at least one if there is one. They stay until they are removed.
  public func batch(upTo bytes: Int = 256 << 10) -> Batch {
    var batch = Batch(text: "", count: 0, damaged: 0, names: [])
    for entry in newest.withLock({ _ in entries() }) {
      let read = try? folder.read(entry.name, limit: LaunchRecord.mostBytes)
      guard let read, (try? LaunchRecord(line: read)) != nil else {
        // A crash leaves whole files. This one was changed by someone else, or by the disk.
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

  /// Removes a batch, after its upload. Records that are gone already are no problem.
  ///
  /// - Throws: `RecordingFailure` if the system refuses; then some records stay and are uploaded again.
  public func remove(_ batch: Batch) throws(RecordingFailure) {
    do throws(SystemFailure) {
      for name in batch.names { try folder.remove(name) }
    } catch {
      throw RecordingFailure("\(error.call): \(error.reason)")
    }
  }

  private struct Entry {
    var name: String
    var number: UInt64
    var bytes: Int
  }

  /// The records, oldest first.
  private func entries() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { name -> Entry? in
      guard name.hasSuffix(Self.suffix), let number = UInt64(name.prefix(20)) else { return nil }
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      return Entry(name: name, number: number, bytes: (attributes?[.size] as? NSNumber)?.intValue ?? 0)
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

  /// The number first, so that names sort by age; then what tells two processes apart.
  private static func name(_ number: UInt64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 20 - digits.count) + digits + "-" + UUID().uuidString.lowercased()
      + suffix
  }
}

/// Why a record could not be kept or removed.
public struct RecordingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, without any content of the record.
  public let description: String

  init(_ description: String) { self.description = description }
}
