import Foundation
import LaunchFlowModel

/// The bytes of a document's file.
enum DocumentBytes {
  /// Reads a regular file. A file that is too long for a document is cut just above the limit, which its reader
  /// reports.
  ///
  /// - Throws: `CocoaError` for an address that is not a file's, `POSIXError` for a file that cannot be read.
  static func read(_ url: URL) throws -> Data {
    guard url.isFileURL else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    let path = url.path(percentEncoded: false)
    do throws(SystemFailure) {
      return Data(try SystemFile.read(path, limit: JSONLimits.standard.bytes).bytes)
    } catch {
      throw POSIXError(
        POSIXErrorCode(rawValue: error.number) ?? .EIO,
        userInfo: [NSFilePathErrorKey: path, NSLocalizedDescriptionKey: "\(path): \(error.reason)"])
    }
  }
}
