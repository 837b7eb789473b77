import Foundation

/// Times in manifests, such as `2026-11-22T12:00:00Z`, in seconds since 1970.
package enum UTCTime {
  /// The last second that a manifest can name: the end of the year 9999.
  package static let last: Int64 = 253_402_300_799

  /// Writes a time, limited to the range that can be written.
  package static func text(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: TimeInterval(min(max(seconds, 0), last))).formatted(.iso8601)
  }

  package static func seconds(_ text: String) -> Int64? {
    guard let date = try? Date(text, strategy: .iso8601),
      let seconds = Int64(exactly: date.timeIntervalSince1970)
    else { return nil }
    // Other ways to write a time are refused.
    return self.text(seconds) == text ? seconds : nil
  }
}
