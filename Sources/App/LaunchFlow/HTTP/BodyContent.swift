import Foundation

/// Bytes that the app sends: in memory, or in a file that is read during sending.
public enum BodyContent: Hashable, Sendable {
  case bytes([UInt8])
  /// A regular file of this machine.
  case file(URL)
}
