import LaunchFlow

/// The signed part of a package: its files, its audience and its time.
package struct Manifest: Equatable, Sendable {
  /// A file by its name and the SHA-256 of its bytes, in hexadecimal digits.
  package struct File: Equatable, Sendable {
    package var name: String
    package var digest: String

    package init(_ name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// The share of the installations that get the files.
  package struct Rollout: Equatable, Sendable {
    /// The share that gets the files, in hundredths of a percent, from 0 to 10,000.
    package var share: Int
    /// The control group's share, which never gets them.
    package var control: Int

    package init(share: Int, control: Int = 0) {
      self.share = share
      self.control = control
    }
  }

  private static let formatKey = "launchflow-package"
  /// The version of the format that this build reads and writes.
  package static let newestFormat: Int64 = 1

  /// The app and environment of the package; nil for apps without an audience.
  package var audience: String?
  package var flow: String
  package var sequence: Int64
  /// The time of issue, in seconds since 1970.
  package var issued: Int64
  package var expires: Int64
  /// The flow's own file first, then included ones. Empty for an order to return to the bundled flow.
  package var files: [File]
  package var rollout: Rollout?

  package init(
    flow: String, sequence: Int64, issued: Int64, expires: Int64, files: [File], rollout: Rollout? = nil,
    audience: String? = nil
  ) {
    self.audience = audience
    self.flow = flow
    self.sequence = sequence
    self.issued = issued
    self.expires = expires
    self.files = files
    self.rollout = rollout
  }

  /// Whether it orders the return to the bundled flow.
  package var isReturn: Bool { files.isEmpty }

  package var filesDigest: String {
    SHA256.hex(Array(files.map { "\($0.name)\u{0}\($0.digest)\n" }.joined().utf8))
  }

  /// The manifest as the text to sign.
  package var text: String {
    let files = files.map { file -> JSONValue in ["name": .string(file.name), "sha256": .string(file.digest)]
    }
    let shares = rollout.map { rollout -> JSONValue in
      ["percent": Self.percent(rollout.share), "control": Self.percent(rollout.control)]
    }
    let members: [(name: String, value: JSONValue?)] = [
      (Self.formatKey, .integer(Self.newestFormat)),
      ("audience", audience.map(JSONValue.string)),
      ("flow", .string(flow)),
      ("sequence", .integer(sequence)),
      ("issued", .string(UTCTime.text(issued))),
      ("expires", .string(UTCTime.text(expires))),
      ("use", isReturn ? JSONValue.string("bundled") : nil),
      ("files", isReturn ? nil : JSONValue.array(files)),
      ("rollout", shares),
    ]
    let present = members.compactMap { name, value in value.map { JSONObject.Member(name: name, value: $0) } }
    return JSONValue.object(JSONObject(present)).text(.pretty) + "\n"
  }

  private static func percent(_ share: Int) -> JSONValue {
    share % 100 == 0 ? .integer(Int64(share / 100)) : .double(Double(share) / 100)
  }
}

// Reading.
extension Manifest {
  /// Reads a manifest. Only the text that this build would write is accepted, since anything else in it, such as an
  /// unknown or a repeated key, might change the meaning.
  package init(_ bytes: [UInt8]) throws(PackageRefusal) {
    let limits = JSONLimits(bytes: 1 << 16, depth: 4)
    guard let object = (try? JSONValue(parsing: bytes, limits: limits))?.object else {
      throw .unreadable("the manifest is not a JSON object")
    }
    guard object[Self.formatKey] == .integer(Self.newestFormat) else {
      throw .unreadable("the manifest's format is not \(Self.newestFormat)")
    }
    guard let flow = object["flow"]?.string, case .integer(let sequence)? = object["sequence"],
      sequence > 0, let issued = object["issued"]?.string.flatMap(UTCTime.seconds),
      let expires = object["expires"]?.string.flatMap(UTCTime.seconds), issued < expires
    else {
      throw .unreadable("the manifest has no flow, no \"sequence\" from 1, or no times in their order")
    }
    let files = (object["files"]?.array ?? []).compactMap { file -> File? in
      guard let name = file.object?["name"]?.string, let digest = file.object?["sha256"]?.string else {
        return nil
      }
      return File(name, digest: digest)
    }
    self.init(
      flow: flow, sequence: sequence, issued: issued, expires: expires, files: files,
      rollout: try Self.rollout(object["rollout"]), audience: object["audience"]?.string)
    guard text.utf8.elementsEqual(bytes) else {
      throw .unreadable("the manifest is not in the form that this version of LaunchFlow writes")
    }
    guard files.allSatisfy({ Self.isFileName($0.name) }), Set(files.map(\.name)).count == files.count else {
      throw .unreadable("a name in the manifest is not a file's name, or is listed twice")
    }
    guard !isReturn || rollout == nil else {
      throw .unreadable("the order to return is for every installation, but the manifest has a \"rollout\"")
    }
  }

  /// Whether a text names a file in a folder, not a way to another folder.
  private static func isFileName(_ name: String) -> Bool {
    !["", ".", ".."].contains(name)
      && name.utf8.allSatisfy {
        $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
      }
  }

  private static func rollout(_ value: JSONValue?) throws(PackageRefusal) -> Rollout? {
    guard let object = value?.object else { return nil }
    guard let share = object["percent"]?.number.flatMap(hundredths),
      let control = object["control"]?.number.flatMap(hundredths), share + control <= 10_000
    else {
      throw .unreadable(
        "the manifest's \"rollout\" must have \"percent\" and \"control\", together at most 100")
    }
    return Rollout(share: share, control: control)
  }

  /// A percentage in hundredths of a percent; nil for an invalid one.
  package static func hundredths(_ percent: Double) -> Int? {
    (0...100).contains(percent) ? Int((percent * 100).rounded()) : nil
  }
}
