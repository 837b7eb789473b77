import Foundation
import LaunchFlow
import LaunchFlowDeliveryMachine

/// The folder of a delivery: the record, and a file for each kept package, named by its manifest's digest. Each file is
/// whole, old or absent after any crash, and readable by this user alone.
struct DeliveryStore: Sendable {
  private static let recordName = "record"
  private static let recordLimit = 1 << 16
  private static let suffix = ".package"

  private let folder: DurableFolder

  init(_ folder: URL) {
    self.folder = DurableFolder(path: folder.path(percentEncoded: false))
  }

  /// The record; nil where there is none, or a damaged one.
  func record() -> (file: RecordFile?, isDamaged: Bool) {
    do throws(SystemFailure) {
      guard let bytes = try folder.read(Self.recordName, limit: Self.recordLimit) else { return (nil, false) }
      let file = RecordFile(bytes)
      return (file, file == nil)
    } catch {
      return (nil, true)
    }
  }

  /// Saves the record; whether it is on the disk.
  func save(_ file: RecordFile) -> Bool {
    do throws(SystemFailure) {
      try folder.create()
      try folder.write(file.bytes, as: Self.recordName)
      return true
    } catch {
      return false
    }
  }

  /// Stores a package; whether it is on the disk.
  func keep(_ bytes: [UInt8], of edition: Edition) -> Bool {
    do throws(SystemFailure) {
      try folder.create()
      try folder.write(bytes, as: edition.manifest + Self.suffix)
      return true
    } catch {
      return false
    }
  }

  /// The package of an edition; nil if its file is missing, damaged or another one.
  func package(_ edition: Edition, limit: Int) -> FlowPackage? {
    guard let bytes = (try? folder.read(edition.manifest + Self.suffix, limit: limit)) ?? nil,
      let package = try? FlowPackage(bytes, limit: limit), package.edition == edition,
      (try? package.checkFiles()) != nil
    else { return nil }
    return package
  }

  /// Removes what dead writers have left, and every package but these.
  func sweep(keeping editions: [Edition]) {
    folder.sweep()
    let kept = Set(editions.map { $0.manifest + Self.suffix })
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasSuffix(Self.suffix) && !kept.contains(name) { try? folder.remove(name) }
  }
}
