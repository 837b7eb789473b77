import LaunchFlow

/// The content of a record's file, with the id of the installation.
struct RecordFile: Codable, Equatable, Sendable {
  /// Identifies the installation for rollouts only. It never leaves the device.
  var installation: String
  var record: DeliveryRecord
  private let format: Int

  static let newestFormat = 3

  init(installation: String, record: DeliveryRecord) {
    self.installation = installation
    self.record = record
    format = Self.newestFormat
  }

  /// Reads a record; nil if it is damaged. Then the bundled flow is used.
  init?(_ bytes: [UInt8]) {
    guard let file = try? CheckedText.value(in: bytes)?.decoded(as: RecordFile.self),
      file.format == Self.newestFormat
    else { return nil }
    self = file
    record.limitCounts()
  }

  var bytes: [UInt8] { (try? JSONValue(encoding: self)).map(CheckedText.bytes) ?? [] }
}

extension DeliveryRecord {
  /// Limits the numbers, since the file may have been changed.
  fileprivate mutating func limitCounts() {
    func limited(_ count: Int) -> Int { min(max(count, 0), 1 << 16) }
    trial = trial.map { Trial(bad: limited($0.bad), healthy: limited($0.healthy)) }
    judging = judging.map { Judging(edition: $0.edition, attempts: limited($0.attempts)) }
    (crashes, failures, skips) = (limited(crashes), limited(failures), limited(skips))
  }
}
