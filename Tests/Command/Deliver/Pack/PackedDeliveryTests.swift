import Foundation
import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowTestFlows
import Testing

/// The article's own commands make a package, and an app takes it; with any part changed, it does not.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "no OpenSSL"))
struct PackedDeliveryTests {
  /// A flow that includes a file which includes another one.
  private static func flow(waiting wait: String) -> String {
    """
    {
      "flow": "rider-launch", "include": ["services.json"], "deadline": "8s", "pages": ["home", "login"],
      "steps": {
        "login": { "http": { "service": "rider", "path": "/login" }, "timeout": "5s", "useFallbackAfter": "\(wait)",
          "store": "login", "fallback": [{ "cache": "login" }] }
      },
      "landings": [{ "page": "home", "when": { "login": "available" } }, { "page": "login" }],
      "promises": [{ "within": "8s" }]
    }
    """
  }

  private static let files = [
    "bundled.json": flow(waiting: "3s"),
    "rider-launch.json": flow(waiting: "1s"),
    "services.json": #"""
    {
      "flow": "services", "include": ["caches.json"], "deadline": "1s", "pages": ["none"],
      "services": { "rider": { "baseURL": "https://rider.example.com" } },
      "steps": { "none": { "value": 1 } }, "landings": [{ "page": "none" }]
    }
    """#,
    "caches.json": #"""
    {
      "flow": "caches", "deadline": "1s", "pages": ["none"], "caches": { "login": { "scope": "user" } },
      "steps": { "none": { "value": 1 } }, "landings": [{ "page": "none" }]
    }
    """#,
  ]

  /// The folder of a release: the files of the flow, and what the commands of the article write.
  final class Release {
    let folder = FileManager.default.temporaryDirectory.appending(path: "release-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func run(_ commands: String) throws -> Binary.Outcome {
      try Binary.shell(
        "set -e; cd '\(folder.path())'; launchflow() { \"$launchflow\" \"$@\"; }\n" + commands)
    }

    func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }
  }

  /// The first block of commands of the article.
  static func commands() throws -> String {
    let article = Binary.package.appending(
      path: "Sources/App/LaunchFlow/LaunchFlow.docc/Delivering-a-flow.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```\n").first { $0.hasPrefix("openssl genpkey") })
    return block
  }

  /// A package for every installation, and the public key as the article prints it.
  private static func release() throws -> (package: [UInt8], key: String) {
    let release = try Release()
    let outcome = try release.run(try commands().replacing(" --rollout 10 --control 5", with: ""))
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let lines = String(decoding: outcome.data, as: UTF8.self).split(separator: "\n").map(String.init)
    let begin = try #require(lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----"))
    return (try release.bytes("rider.pack.json"), lines[begin + 1])
  }

  /// The app's launches, one after another: its versions, and what becomes of the package.
  private static func launch(
    _ count: Int, with package: [UInt8], key: String, id: String = "2026-a"
  ) async throws -> (versions: [String], events: [DeliveryEvent]) {
    let release = try Release()
    var versions: [String] = []
    let events = Locked<[DeliveryEvent]>([])
    for _ in 0..<count {
      var settings = DeliverySettings()
      settings.healthyAfter = .zero
      settings.appVersion = "1"
      settings.onEvent = { event in events.withLock { $0.append(event) } }
      let delivery = Delivery(
        try BundledFlow(contentsOf: release.folder.appending(path: "bundled.json")),
        folder: release.folder.appending(path: "delivery"), keys: TrustedKeys([id: key]),
        source: PackageSource { _ in .package(package, etag: nil) }, settings: settings)
      let run = try delivery.makeEngine().start()
      run.cancel()
      _ = await run.finished
      await delivery.finished()
      versions.append(delivery.version)
    }
    return (versions, events.withLock { $0 })
  }

  @Test func `the article's commands make a package that apps take`() async throws {
    let (package, key) = try Self.release()
    let (versions, _) = try await Self.launch(2, with: package, key: key)
    #expect(versions == ["bundled", "12"])
    let manifest = try FlowPackage(package, limit: 1 << 18).manifest
    #expect(manifest.files.map(\.name) == ["rider-launch.json", "caches.json", "services.json"])
    #expect(manifest.rollout == nil)
  }

  @Test func `the article's commands write the rollout`() throws {
    let release = try Release()
    let outcome = try release.run(try Self.commands())
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let manifest = try FlowPackage(try release.bytes("rider.pack.json"), limit: 1 << 18).manifest
    #expect(manifest.rollout == Manifest.Rollout(share: 1_000, control: 500))
    let order = try release.run(
      """
      launchflow pack bundled.json --return --sequence 13 --output manifest.json
      openssl pkeyutl -sign -rawin -inkey key.pem -in manifest.json -out manifest.sig
      launchflow pack bundled.json --manifest manifest.json --signature a=manifest.sig --key a=public.pem \\
        -o rider.pack.json
      """)
    #expect(order.status == 0, "\(order.diagnostics)")
    #expect(try FlowPackage(try release.bytes("rider.pack.json"), limit: 1 << 18).manifest.isReturn)
  }

  @Test func `pack requires as many keys as the apps do`() throws {
    let release = try Release()
    _ = try release.run(try Self.commands())
    let pack =
      "launchflow pack rider-launch.json --manifest manifest.json --signature a=manifest.sig --key a=public.pem"
    #expect(try release.run(pack + " --required 1 -o enough.json").status == 0)
    let few = try release.run(pack + " --required 2 -o few.json")
    #expect(few.status == 1 && few.diagnostics.contains("\(PackageRefusal.tooFewSignatures(1, required: 2))"))
    #expect(try release.run(pack + " --key b=public.pem").status == 2)
    #expect(try release.run(pack + " --signature a=manifest.sig").status == 2)
  }

  /// What somebody does to a package on its way.
  private static let changes:
    [(name: String, change: @Sendable (inout [String: Any]) -> Void, reason: PackageRefusal)] = [
      (
        "another number",
        { $0["manifest"] = text($0["manifest"]).replacing("\"sequence\": 12", with: "\"sequence\": 99") },
        .wrongSignature
      ),
      (
        "a space more", { $0["manifest"] = text($0["manifest"]) + " " },
        .unreadable("the manifest is not in the form that this version of LaunchFlow writes")
      ),
      (
        "a flow of somebody else's, with its digest",
        { package in
          let flow = flow(waiting: "2s")
          var contents = files(package)
          let old = SHA256.hex(Array(text(contents["rider-launch.json"]).utf8))
          contents["rider-launch.json"] = flow
          package["files"] = contents
          package["manifest"] = text(package["manifest"]).replacing(old, with: SHA256.hex(Array(flow.utf8)))
        }, .wrongSignature
      ),
      ("no signature", { $0["signatures"] = [Any]() }, .untrustedKey([])),
      (
        "another key's id", { $0["signatures"] = [["key": "2026-b", "signature": signature($0)]] },
        .untrustedKey(["2026-b"])
      ),
      (
        "a signature of zeros",
        {
          $0["signatures"] = [["key": "2026-a", "signature": Data(count: 64).base64EncodedString()]]
        }, .wrongSignature
      ),
      (
        "the flow changed",
        { package in edit(&package, "rider-launch.json") { $0.replacing("1s", with: "9s") } },
        .differentFile("rider-launch.json")
      ),
      (
        "an included file changed",
        { package in
          edit(&package, "services.json") { $0.replacing("rider.example.com", with: "evil.example.com") }
        },
        .differentFile("services.json")
      ),
      (
        "two included files swapped",
        { package in
          var contents = files(package)
          (contents["services.json"], contents["caches.json"]) = (
            contents["caches.json"], contents["services.json"]
          )
          package["files"] = contents
        }, .differentFile("caches.json")
      ),
      (
        "an included file removed", { package in edit(&package, "caches.json") { _ in nil } },
        .differentFile("caches.json")
      ),
      (
        "a file added", { package in edit(&package, "more.json") { _ in "{}" } }, .differentFile("more.json")
      ),
      (
        "a key added", { $0["more"] = true },
        .unreadable("its keys are not exactly \"manifest\", \"signatures\" and \"files\"")
      ),
    ]

  private static func text(_ value: Any?) -> String { value as? String ?? "" }

  private static func files(_ package: [String: Any]) -> [String: Any] {
    package["files"] as? [String: Any] ?? [:]
  }

  private static func signature(_ package: [String: Any]) -> String {
    text((package["signatures"] as? [[String: Any]])?.first?["signature"])
  }

  private static func edit(
    _ package: inout [String: Any], _ name: String, _ change: (String) -> String?
  ) {
    var contents = files(package)
    contents[name] = change(text(contents[name]))
    package["files"] = contents
  }

  @Test func `with any part changed, it is refused with the reason`() async throws {
    let (bytes, key) = try Self.release()
    for (name, change, reason) in Self.changes {
      var package = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      change(&package)
      let changed = [UInt8](try JSONSerialization.data(withJSONObject: package))
      let (versions, events) = try await Self.launch(2, with: changed, key: key)
      #expect(versions == ["bundled", "bundled"], "\(name)")
      #expect(events.contains(.refused(reason)), "\(name): \(events)")
    }
  }

  /// The usual tests change every seventh byte.
  @Test func `no byte can be changed`() throws {
    let (bytes, key) = try Self.release()
    let sound = try FlowPackage(bytes, limit: 1 << 18)
    let keys = TrustedKeys(["2026-a": key])
    try sound.checkSignature(of: keys)
    try sound.checkFiles()
    for place in stride(from: 0, to: bytes.count, by: depth > 1 ? 1 : 7) {
      for bit: UInt8 in [1, 0x20] {
        var changed = bytes
        changed[place] ^= bit
        guard let package = try? FlowPackage(changed, limit: 1 << 18),
          (try? package.checkSignature(of: keys)) != nil, (try? package.checkFiles()) != nil
        else { continue }
        // White space between the parts, and bits of the Base64 that stand for nothing.
        #expect(package == sound, "byte \(place)")
      }
    }
  }
}
