import LaunchFlowDelivery
import LaunchFlowRecords

struct RecordFilter: Sendable {
  static let version = Option<String>.text("version", "TEXT")
  static let from = Option<String>.text("from", "HOUR")
  static let to = Option<String>.text("to", "HOUR")

  static let options: [any DeclaredOption] = [version, from, to]

  /// nil until the first record tells it.
  var flow: String?
  private let version: String?
  private let from: String?
  private let to: String?

  init(_ given: Given, flow: String?) throws(UsageError) {
    self.flow = flow
    version = given[Self.version]
    (from, to) = (given[Self.from], given[Self.to])
    for (option, hour) in [(Self.from, from), (Self.to, to)] where !(hour.map(Self.isHour) ?? true) {
      throw UsageError(
        "'\(option.typed)' must be a day or an hour, such as 2026-07-31T14, not '\(hour ?? "")'")
    }
    if let from, let to, from.prefix(to.count) > to {
      throw UsageError("'--from \(from)' is later than '--to \(to)'")
    }
  }

  var hasVersion: Bool { version != nil }

  var others: String {
    from == nil && to == nil ? "of other versions" : "of other versions or hours, or without an hour,"
  }

  func contains(_ record: LaunchRecord) -> Bool {
    if let version, record.version != version { return false }
    guard from != nil || to != nil else { return true }
    guard let hour = record.hour else { return false }
    // Texts of this form sort by time.
    return hour >= from ?? "" && to.map { hour.prefix($0.count) <= $0 } ?? true
  }

  private static func isHour(_ text: String) -> Bool {
    ["T00:00:00Z", ":00:00Z"].contains { UTCTime.seconds(text + $0) != nil }
  }
}
