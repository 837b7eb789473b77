import Foundation
import LaunchFlow

/// The folder of a delivery: the record, a file for each kept package, named by its manifest's digest, and the mark of
/// a start. After any crash each file is complete, old or absent. Only this user can read the files.
struct DeliveryStore: Sendable {
  private static let recordName = "record"
  private static let markName = "mark"
  private static let smallLimit = 1 << 16
  private static let suffix = ".package"

  private let folder: DurableFolder

  init(_ folder: URL) {
    self.folder = DurableFolder(path: folder.path(percentEncoded: false))
  }

  /// The record; nil if there is none or it is damaged.
  func record() -> (file: RecordFile?, isDamaged: Bool) {
    do throws(SystemFailure) {
      guard let bytes = try folder.read(Self.recordName, limit: Self.smallLimit) else { return (nil, false) }
      let file = RecordFile(bytes)
      return (file, file == nil)
    } catch {
      return (nil, true)
    }
  }

  /// Saves the record. Returns whether it is on the disk.
  func save(_ file: RecordFile) -> Bool { write(file.bytes, as: Self.recordName) }

  /// Stores a package. Returns whether it is on the disk.
  func keep(_ bytes: [UInt8], of edition: Edition) -> Bool {
    write(bytes, as: edition.manifest + Self.suffix)
  }

  /// The boot in the mark of a start; nil without a mark.
  var mark: String? {
    let bytes = (try? folder.read(Self.markName, limit: Self.smallLimit)) ?? nil
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the mark of a start; false if that fails. It counts in this boot only, so it is not forced to the disk.
  func mark(_ boot: String) -> Bool { write(Array(boot.utf8), as: Self.markName, isForced: false) }

  func unmark() { try? folder.remove(Self.markName, isForced: false) }

  private func write(_ bytes: [UInt8], as name: String, isForced: Bool = true) -> Bool {
    do throws(SystemFailure) {
      try folder.create()
      try folder.write(bytes, as: name, isForced: isForced)
      return true
    } catch {
      return false
    }
  }

  /// The package of an edition; nil if its file is missing, damaged or another one. Its files are not checked.
  func package(_ edition: Edition, limit: Int) -> FlowPackage? {
    guard let bytes = (try? folder.read(edition.manifest + Self.suffix, limit: limit)) ?? nil,
      let package = try? FlowPackage(bytes, limit: limit), package.edition == edition
    else { return nil }
    return package
  }

  /// Removes the files of dead writers, and every package except these.
  func sweep(keeping editions: [Edition]) {
    folder.sweep()
    let kept = Set(editions.map { $0.manifest + Self.suffix })
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasSuffix(Self.suffix) && !kept.contains(name) { try? folder.remove(name) }
  }
}
