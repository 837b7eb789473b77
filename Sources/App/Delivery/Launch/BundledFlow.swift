import Foundation
import LaunchFlow

/// The flow that an app carries, and returns to whatever is delivered.
public struct BundledFlow: Sendable {
  /// The flow.
  public let flow: Flow
  /// Its place in the order of packages: only those with a higher number are newer.
  public let sequence: Int64
  /// The digest of the flow's file and of those that it includes.
  let digest: String

  /// Reads a flow file, and the files beside it that it includes.
  ///
  /// - Parameters:
  ///   - url: The file's address.
  ///   - sequence: The number of the newest package that it replaces; 0 for none.
  /// - Throws: As `Flow(contentsOf:)` does.
  public init(contentsOf url: URL, sequence: Int64 = 0) throws {
    // The files are read once more for their digest: an error is better reported by the flow's own reader.
    flow = try Flow(contentsOf: url)
    self.sequence = sequence
    let folder = url.deletingLastPathComponent()
    let others = flow.inclusions.map { folder.appending(path: $0.file) }
    let digests = try ([url] + others).map { SHA256.hex([UInt8](try Data(contentsOf: $0))) }
    digest = SHA256.hex(Array(digests.joined().utf8))
  }

  /// Takes a flow from its bytes.
  ///
  /// - Throws: `InvalidDocument` with all errors of the file.
  public init(data: Data, sequence: Int64 = 0) throws(InvalidDocument) {
    flow = try Flow(data: data)
    self.sequence = sequence
    digest = SHA256.hex([UInt8](data))
  }
}
