import Foundation
import LaunchFlow
import LaunchFlowSwitch

extension OfflineSwitchDocument {
  /// Reads a switch file. Throws the errors of `OfflineSwitch(contentsOf:)`.
  package init(contentsOf url: URL) throws {
    self = try OfflineSwitchDocument.read(try DocumentBytes.read(url)).get()
  }
}
