import LaunchFlow

/// The content of a record's file, with the id of the installation.
struct RecordFile: Hashable, Sendable {
  /// Identifies the installation for rollouts only. It never leaves the device.
  var installation: String
  var record: DeliveryRecord

  static let newestFormat: Int64 = 2

  var bytes: [UInt8] {
    let members: [(String, JSONValue?)] = [
      ("format", .integer(Self.newestFormat)), ("installation", .string(installation)),
      ("app", .string(record.app)),
      (
        "floors",
        .array(
          record.floors.sorted { $0.key < $1.key }.map { key, floor in
            [
              "key": .string(key), "edition": Self.value(floor.edition), "issued": .integer(floor.issued),
            ]
          })
      ),
      ("chain", .array(record.chain.map(Self.value))),
      ("trial", record.trial.map { ["bad": Self.value($0.bad), "healthy": Self.value($0.healthy)] }),
      ("crashes", Self.value(record.crashes)),
      (
        "judging",
        record.judging.map { ["edition": Self.value($0.edition), "attempts": Self.value($0.attempts)] }
      ),
      ("quarantine", .array(record.quarantine.map(JSONValue.string))),
      ("bundledIsBad", .bool(record.isBundledBad)), ("etag", record.etag.map(JSONValue.string)),
      ("failures", Self.value(record.failures)), ("skips", Self.value(record.skips)),
      ("control", record.control.map(JSONValue.integer)),
    ]
    let object = JSONObject(
      members.compactMap { name, value in value.map { JSONObject.Member(name: name, value: $0) } })
    let content = JSONValue.object(object).text()
    return Array((SHA256.hex(Array(content.utf8)) + "\n" + content + "\n").utf8)
  }
}

// Reading. In an extension, so that the memberwise initializer remains.
extension RecordFile {
  /// Reads a record; nil if it is damaged. Then the bundled flow is used.
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
    for floor in object["floors"]?.array?.compactMap(\.object) ?? [] {
      guard let key = floor["key"]?.string, let edition = Self.edition(floor["edition"]) else { continue }
      record.floors[key] = .init(edition: edition, issued: Self.integer(floor["issued"]) ?? 0)
    }
    record.chain = (object["chain"]?.array ?? []).compactMap(Self.edition)
    if let trial = object["trial"]?.object {
      record.trial = .init(bad: Self.count(trial["bad"]), healthy: Self.count(trial["healthy"]))
    }
    record.crashes = Self.count(object["crashes"])
    if let judging = object["judging"]?.object, let edition = Self.edition(judging["edition"]) {
      record.judging = .init(edition: edition, attempts: Self.count(judging["attempts"]))
    }
    record.quarantine = (object["quarantine"]?.array ?? []).compactMap(\.string)
    record.isBundledBad = object["bundledIsBad"] == .bool(true)
    record.etag = object["etag"]?.string
    record.failures = Self.count(object["failures"])
    record.skips = Self.count(object["skips"])
    record.control = Self.integer(object["control"])
    self.init(installation: installation, record: record)
  }

  private static func value(_ edition: Edition) -> JSONValue {
    [
      "sequence": .integer(edition.sequence), "manifest": .string(edition.manifest),
      "files": .string(edition.files),
    ]
  }

  private static func value(_ count: Int) -> JSONValue { .integer(Int64(count)) }

  private static func edition(_ value: JSONValue?) -> Edition? {
    guard let object = value?.object, let sequence = integer(object["sequence"]),
      let manifest = object["manifest"]?.string, let files = object["files"]?.string
    else { return nil }
    return Edition(sequence: sequence, manifest: manifest, files: files)
  }

  private static func integer(_ value: JSONValue?) -> Int64? {
    if case .integer(let number)? = value { number } else { nil }
  }

  /// A number, limited since the file may have been changed.
  private static func count(_ value: JSONValue?) -> Int {
    Int(min(max(integer(value) ?? 0, 0), 1 << 16))
  }
}
