import Foundation
import LaunchFlow
import LaunchFlowSwitch

extension OfflineSwitchDocument {
  /// Reads a switch file.
  ///
  /// - Throws: `InvalidDocument` with all errors of the file; `POSIXError` if the file cannot be read or is not a
  ///   regular file; `CocoaError` if the address is not a file's.
  package init(contentsOf url: URL) throws {
    self = try OfflineSwitchDocument.read(try DocumentBytes.read(url)).get()
  }
}
