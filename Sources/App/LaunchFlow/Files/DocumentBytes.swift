import Foundation

/// The text of a document's file.
package enum DocumentBytes {
  /// Reads a regular file. A file that is too long is cut just above the limit of documents, which its reader reports.
  ///
  /// - Throws: `CocoaError` for an address that is not a file's, `POSIXError` for a file that cannot be read.
  package static func read(_ url: URL) throws -> SourceText {
    guard url.isFileURL else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    let path = url.path(percentEncoded: false)
    // Not by `URL`, which takes longer for a name than the file takes to be read.
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) }
    do throws(SystemFailure) {
      let bytes = try SystemFile.read(path, limit: JSONLimits.standard.bytes).bytes
      return SourceText(name: name ?? path, bytes: bytes)
    } catch {
      throw POSIXError(
        POSIXErrorCode(rawValue: error.number) ?? .EIO,
        userInfo: [NSFilePathErrorKey: path, NSLocalizedDescriptionKey: "\(path): \(error.reason)"])
    }
  }
}
