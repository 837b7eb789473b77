import LaunchFlow
import LaunchFlowDeliveryMachine

/// The file of a record, and the id of the installation beside it.
struct RecordFile: Hashable, Sendable {
  /// Identifies the installation to rollouts, and to nobody else: it never leaves the device.
  var installation: String
  var record: DeliveryRecord

  static let newestFormat: Int64 = 1

  init(installation: String, record: DeliveryRecord) {
    self.installation = installation
    self.record = record
  }

  var bytes: [UInt8] {
    var members: [JSONObject.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONObject.Member(name: name, value: value)) }
    }
    add("format", .integer(Self.newestFormat))
    add("installation", .string(installation))
    add("app", .string(record.app))
    add("floor", record.floor.map(Self.value))
    add("issued", .integer(record.issued))
    add("chain", .array(record.chain.map(Self.value)))
    add(
      "trial",
      record.trial.map {
        [
          "bad": .integer(Int64($0.bad)), "healthy": .integer(Int64($0.healthy)),
          "mark": $0.mark.map(JSONValue.string) ?? .null,
        ]
      })
    add(
      "judging",
      record.judging.map {
        ["edition": Self.value($0.edition), "attempts": .integer(Int64($0.attempts))]
      })
    add("quarantine", .array(record.quarantine.map(JSONValue.string)))
    add("bundledIsBad", .bool(record.isBundledBad))
    add("etag", record.etag.map(JSONValue.string))
    add("failures", .integer(Int64(record.failures)))
    add("skips", .integer(Int64(record.skips)))
    add("control", record.control.map(JSONValue.integer))
    let content = JSONValue.object(JSONObject(members)).text()
    return Array((SHA256.hex(Array(content.utf8)) + "\n" + content + "\n").utf8)
  }

  /// Reads a record; nil if it is damaged. A damaged one counts as none, and the bundled flow is used.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 66, bytes[64] == 0x0A, bytes.last == 0x0A else { return nil }
    let content = Array(bytes[65..<bytes.count - 1])
    guard SHA256.hex(content) == String(decoding: bytes[..<64], as: UTF8.self),
      let object = (try? JSONValue(parsing: content))?.object,
      object["format"] == .integer(Self.newestFormat), let installation = object["installation"]?.string,
      let app = object["app"]?.string
    else { return nil }
    var record = DeliveryRecord()
    record.app = app
    record.floor = object["floor"].flatMap(Self.edition)
    record.issued = Self.integer(object["issued"]) ?? 0
    record.chain = (object["chain"]?.array ?? []).compactMap(Self.edition)
    if let trial = object["trial"]?.object {
      var read = DeliveryRecord.Trial()
      read.bad = Int(Self.integer(trial["bad"]) ?? 0)
      read.healthy = Int(Self.integer(trial["healthy"]) ?? 0)
      read.mark = trial["mark"]?.string
      record.trial = read
    }
    if let judging = object["judging"]?.object, let edition = judging["edition"].flatMap(Self.edition) {
      record.judging = DeliveryRecord.Judging(
        edition, attempts: Int(Self.integer(judging["attempts"]) ?? 0))
    }
    record.quarantine = (object["quarantine"]?.array ?? []).compactMap(\.string)
    record.isBundledBad = object["bundledIsBad"] == .bool(true)
    record.etag = object["etag"]?.string
    record.failures = Int(Self.integer(object["failures"]) ?? 0)
    record.skips = Int(Self.integer(object["skips"]) ?? 0)
    record.control = Self.integer(object["control"])
    self.init(installation: installation, record: record)
  }

  private static func value(_ edition: Edition) -> JSONValue {
    [
      "sequence": .integer(edition.sequence), "manifest": .string(edition.manifest),
      "files": .string(edition.files),
    ]
  }

  private static func edition(_ value: JSONValue) -> Edition? {
    guard let object = value.object, let sequence = integer(object["sequence"]),
      let manifest = object["manifest"]?.string, let files = object["files"]?.string
    else { return nil }
    return Edition(sequence: sequence, manifest: manifest, files: files)
  }

  private static func integer(_ value: JSONValue?) -> Int64? {
    if case .integer(let number)? = value { number } else { nil }
  }
}
