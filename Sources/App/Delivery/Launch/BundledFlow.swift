import Foundation
import LaunchFlow

/// The flow in an app's bundle, to which the app can always return.
public struct BundledFlow: Sendable {
  /// The flow.
  public let flow: Flow
  /// Its number in the order of packages. Only packages with a higher number are newer.
  public let sequence: Int64
  /// The digest of the flow's file and of those that it includes.
  let digest: String

  /// Reads a flow file, and the files beside it that it includes.
  ///
  /// - Parameters:
  ///   - url: The file's address.
  ///   - sequence: The number of the newest package that the flow replaces; 0 for none.
  /// - Throws: The errors of `Flow(contentsOf:)`.
  public init(contentsOf url: URL, sequence: Int64 = 0) throws {
    // The flow's own reader runs first, since it reports errors better. Then the files are read again for their digest.
    flow = try Flow(contentsOf: url)
    self.sequence = sequence
    let folder = url.deletingLastPathComponent()
    let others = flow.includedFiles.map { folder.appending(path: $0) }
    let digests = try ([url] + others).map { SHA256.hex([UInt8](try Data(contentsOf: $0))) }
    digest = SHA256.hex(Array(digests.joined().utf8))
  }

  /// Reads a flow from its bytes. A generated type has them: `BundledFlow(data: ShopLaunch.data,
  /// including: ShopLaunch.data(of:))`.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - sequence: The number of the newest package that the flow replaces; 0 for none.
  ///   - including: Returns the bytes of an included file by its name; nil if it cannot be read.
  /// - Throws: `InvalidDocument` with all errors of the file.
  public init(
    data: Data, sequence: Int64 = 0, including: @escaping (String) -> Data? = { _ in nil }
  ) throws(InvalidDocument) {
    flow = try Flow(data: data, including: including)
    self.sequence = sequence
    let digests = ([data] + flow.includedFiles.compactMap(including)).map { SHA256.hex([UInt8]($0)) }
    digest = SHA256.hex(Array(digests.joined().utf8))
  }
}
