import Foundation
import LaunchFlow
import Testing

@testable import LaunchFlowDelivery

/// Each attack on a delivery is refused with its reason, and the next launch uses what it used before.
@Suite struct AttackTests {
  /// A package that must be refused.
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    var reason: PackageRefusal
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ reason: PackageRefusal) {
      (self.name, self.bytes, self.reason) = (name, bytes, reason)
    }
  }

  private static let newer = DeliveryBench.flow(work: #""value": 2"#)
  private static let now = DeliveryBench.now

  private static func swapped(_ package: inout FlowPackage) { package.files["flow.json"]?.append(0x20) }

  /// A package of a flow that includes another file.
  private static func included(
    signing isSigned: Bool = true, change: @escaping (inout FlowPackage) -> Void = { _ in }
  ) -> [UInt8] {
    let shared = Array(DeliveryBench.flow(name: "shared").utf8)
    let flow = DeliveryBench.flow(work: #""value": 2"#, more: #""include": ["shared.json"],"#)
    return DeliveryBench.package(6, flow, more: isSigned ? ["shared.json": shared] : [:], change: change)
  }

  static let attacks: [Attack] = [
    Attack("rollback", DeliveryBench.package(4, newer), .older(than: 5)),
    Attack("another file with the same number", DeliveryBench.package(5, newer), .sameNumber),
    Attack(
      "truncation", DeliveryBench.package(6, newer).dropLast(40),
      .unreadable("it is not a JSON object; it may be cut short")),
    Attack("a swapped file", DeliveryBench.package(6, newer, change: swapped), .differentFile("flow.json")),
    Attack(
      "a swapped include", included { $0.files["shared.json"] = Array(#"{ "flow": "other" }"#.utf8) },
      .differentFile("shared.json")),
    Attack("an include left out", included { $0.files["shared.json"] = nil }, .differentFile("shared.json")),
    Attack(
      "an include that nobody signed", included(signing: false),
      .invalid("the file \"shared.json\" cannot be read")),
    Attack(
      "a file that the manifest does not name",
      DeliveryBench.package(6, newer) {
        $0.manifest.files.append(.init("more.json", digest: "")); $0.files["more.json"] = []
      },
      .differentFile("more.json")),
    Attack("an unknown key", DeliveryBench.package(6, newer, key: "b"), .untrustedKey(["b"])),
    Attack(
      "a wrong key under a trusted id",
      DeliveryBench.package(6, newer, key: "b") { $0.signatures[0].key = "a" }, .wrongSignature),
    Attack("no signature", DeliveryBench.package(6, newer) { $0.signatures = [] }, .untrustedKey([])),
    Attack(
      "a changed manifest",
      DeliveryBench.package(6, newer) {
        $0.manifestText = Array(
          String(decoding: $0.manifestText, as: UTF8.self).replacing("small", with: "large").utf8)
      }, .wrongSignature),
    Attack("expired", DeliveryBench.package(6, newer, issued: now - 200, expires: now - 1), .expired),
    Attack(
      "a clock set back", DeliveryBench.package(6, newer, issued: now + 900_000, expires: now + 9_000_000),
      .wrongClock),
    Attack(
      "another flow", DeliveryBench.package(6, DeliveryBench.flow(name: "other")), .otherFlow("other")),
    Attack(
      "a host added",
      DeliveryBench.package(
        6, DeliveryBench.flow(work: #""http": { "url": "https://evil.example.net/x" }, "timeout": "1s""#)),
      .host("https://evil.example.net")),
    Attack(
      "the host without encryption",
      DeliveryBench.package(
        6, DeliveryBench.flow(work: #""http": { "url": "http://api.example.com/x" }, "timeout": "1s""#)),
      .host("http://api.example.com")),
    Attack(
      "an action that the app lacks",
      DeliveryBench.package(6, DeliveryBench.flow(work: #""action": "unknown", "timeout": "1s""#)),
      .contract("the app has no action \"unknown\"")),
    Attack(
      "a page that the app lacks",
      DeliveryBench.package(6, DeliveryBench.flow(pages: #"["home", "shop"]"#)),
      .contract("the app has no page \"shop\"")),
    Attack(
      "a cache that no logout clears",
      DeliveryBench.package(6, DeliveryBench.flow(more: #""caches": { "token": {} },"#)),
      .contract("the app has no cache \"token\"")),
    Attack(
      "an input that the app does not give",
      DeliveryBench.package(
        6,
        DeliveryBench.flow().replacing(
          #""default": true }"#, with: #""default": true }, "age": { "type": "number" }"#)),
      .contract("the app does not give the input \"age\", which has no default")),
    Attack(
      "a deadline after the bundled flow's",
      DeliveryBench.package(
        6, DeliveryBench.flow(timeout: "5s", deadline: "9s", promises: "[]")),
      .late(.seconds(9), allowed: .seconds(2))),
    Attack(
      "errors", DeliveryBench.package(6, #"{ "flow": "small" }"#), .invalid("the flow has no \"deadline\"")),
    Attack(
      "too deep",
      DeliveryBench.package(
        6,
        DeliveryBench.flow(
          work: #""value": \#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))"#)),
      .invalid("flow.json is not JSON, or nested more than 32 levels deep")),
    Attack(
      "another audience", DeliveryBench.package(6, newer, audience: "staging"), .otherAudience("staging")),
    Attack(
      "two numbers in one manifest",
      DeliveryBench.package(6, newer) { package in
        let text = String(decoding: package.manifestText, as: UTF8.self)
          .replacing("\"sequence\": 6", with: "\"sequence\": 5, \"sequence\": 6")
        package.manifestText = Array(text.utf8)
        package.signatures[0].bytes = DeliveryBench.sign(
          package.manifestText, SHA256.digest(Array("a".utf8)))
      }, .unreadable("the manifest is not in the form that this version of LaunchFlow writes")),
    Attack("too large", Array(repeating: 0x20, count: 300_000), .tooLarge(limit: 256 << 10)),
  ]

  @Test(arguments: attacks)
  func `an attack is refused with its reason`(_ attack: Attack) async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(5, DeliveryBench.flow(work: #""value": 5"#)))
    try await bench.launch()
    #expect(bench.refusal == nil)
    bench.serve(attack.bytes)
    #expect(try await bench.launch() == "5")
    #expect(bench.refusal == attack.reason)
    #expect(try await bench.launch() == "5")
  }

  @Test(
    arguments: [
      (1, nil, .beyondLimit("the flow has 2 steps; at most 1 are allowed")),
      (nil, .milliseconds(900), .late(.seconds(2), allowed: .milliseconds(900))),
    ] as [(Int?, Duration?, PackageRefusal)])
  func `a flow beyond the app's limits is refused`(
    _ steps: Int?, _ latestLanding: Duration?, _ refusal: PackageRefusal
  ) async throws {
    let bench = DeliveryBench()
    if let steps { bench.settings.limits.steps = steps }
    if let latestLanding { bench.settings.limits.latestLanding = latestLanding }
    bench.serve(DeliveryBench.package(1, Self.newer))
    try await bench.launch()
    #expect(bench.refusal == refusal)
  }

  @Test func `a clock set back does not make an expired package fresh`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(5, DeliveryBench.flow(work: #""value": 5"#)))
    try await bench.launch()
    bench.world.now = { Self.now - 10_000 }
    bench.serve(DeliveryBench.package(6, Self.newer, issued: Self.now - 20_000, expires: Self.now - 5_000))
    #expect(try await bench.launch() == "5")
    #expect(bench.refusal == .expired)
  }

  @Test func `a replay of what the device has given up is refused as quarantined`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(5, Self.newer))
    try await bench.launch()
    #expect(try [bench.crash(), bench.crash()] == ["5", "5"])
    // The same files under a new number, signed again.
    for sequence: Int64 in [5, 6] {
      bench.serve(DeliveryBench.package(sequence, Self.newer))
      #expect(try await bench.launch() == "bundled")
      #expect(bench.refusal == .quarantined)
    }
  }

  @Test func `an unsigned order to return is refused`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(5, Self.newer))
    try await bench.launch()
    bench.serve(DeliveryBench.package(6, Self.newer, isReturn: true) { $0.signatures[0].bytes[0] ^= 1 })
    #expect(try await bench.launch() == "5")
    #expect(bench.refusal == .wrongSignature)
    #expect(try await bench.launch() == "5")
  }

  @Test func `without a library for signatures nothing is accepted`() async throws {
    let bench = DeliveryBench()
    bench.world.signatures = nil
    bench.serve(DeliveryBench.package(1, DeliveryBench.flow(work: #""value": 2"#)))
    try await bench.launch()
    #expect(bench.refusal == .noCryptography)
    #expect(try await bench.launch() == "bundled")
  }

  @Test func `a key is rotated by two signatures, and a removed key is not trusted`() async throws {
    let bench = DeliveryBench()
    bench.keys = ["b": DeliveryBench.key("b")]
    bench.serve(DeliveryBench.package(1, Self.newer, change: { Self.sign(&$0, "b") }))
    try await bench.launch()
    bench.source = nil
    #expect(try await bench.launch() == "1")
    bench.keys = ["c": DeliveryBench.key("c")]
    #expect(try await bench.launch() == "bundled")
    #expect(bench.refusal == .untrustedKey(["a", "b"]))
    for _ in 0..<2 { #expect(try await bench.launch() == "bundled") }
  }

  private static func sign(_ package: inout FlowPackage, _ key: String) {
    let bytes = DeliveryBench.sign(package.manifestText, SHA256.digest(Array(key.utf8)))
    package.signatures.append(.init(key: key, bytes: bytes))
  }

  @Test func `the highest number of a stolen key has no effect once the key is removed`() async throws {
    let bench = DeliveryBench()
    bench.keys = ["a": DeliveryBench.key("a"), "b": DeliveryBench.key("b")]
    bench.serve(DeliveryBench.package(12, Self.newer, change: { Self.sign(&$0, "b") }))
    try await bench.launch()
    let stolen = DeliveryBench.package(.max, DeliveryBench.flow(work: #""value": 3"#))
    bench.serve(stolen)
    try await bench.launch()
    bench.serve(DeliveryBench.package(13, DeliveryBench.flow(work: #""value": 4"#), key: "b"))
    try await bench.launch()
    #expect(bench.refusal == .older(than: .max))
    bench.keys = ["b": DeliveryBench.key("b")]
    for version in ["bundled", "bundled", "13"] { #expect(try await bench.launch() == version) }
    // What the remaining key has signed before stays the least.
    bench.serve(DeliveryBench.package(11, Self.newer, key: "b"))
    try await bench.launch()
    #expect(bench.refusal == .older(than: 13))
  }

  /// What no device would have accepted, in the folder of one that trusts its own record.
  private static let planted: [Attack] = [
    Attack(
      "signed by nobody", DeliveryBench.package(77, newer) { $0.signatures[0].bytes[0] ^= 1 },
      .wrongSignature),
    Attack("signed by a foreign key", DeliveryBench.package(77, newer, key: "b"), .untrustedKey(["b"])),
    Attack("another file", DeliveryBench.package(77, newer, change: swapped), .differentFile("flow.json")),
    Attack(
      "for staging", DeliveryBench.package(77, newer, audience: "staging"), .otherAudience("staging")),
    Attack("older than the bundled flow", DeliveryBench.package(0x1, newer), .older(than: 2)),
    Attack(
      "a foreign host",
      DeliveryBench.package(
        77, DeliveryBench.flow(work: #""http": { "url": "https://evil.example.net/x" }, "timeout": "1s""#)),
      .host("https://evil.example.net")),
    Attack(
      "an action that the app lacks",
      DeliveryBench.package(77, DeliveryBench.flow(work: #""action": "unknown", "timeout": "1s""#)),
      .contract("the app has no action \"unknown\"")),
  ]

  @Test(arguments: planted)
  func `a file that is put into the folder is checked when it is loaded`(_ attack: Attack) async throws {
    let bench = DeliveryBench()
    bench.sequence = 2
    bench.serve(DeliveryBench.package(5, Self.newer, isReturn: true))
    try await bench.launch()
    bench.source = nil
    try bench.plant(attack.bytes)
    #expect(try await bench.launch() == "bundled")
    #expect(bench.refusal == attack.reason)
    #expect(try await bench.launch() == "bundled")
  }

  @Test func `a package is for one audience`() async throws {
    var bench = DeliveryBench()
    for (audience, refusal) in [
      ("rider/staging", .otherAudience("rider/staging")), (nil, .otherAudience(nil)),
      ("rider/production", nil),
    ] as [(String?, PackageRefusal?)] {
      bench = DeliveryBench()
      bench.settings.audience = "rider/production"
      bench.serve(DeliveryBench.package(1, Self.newer, audience: audience))
      #expect(try await bench.launch() == "bundled")
      #expect(bench.refusal == refusal)
    }
    bench.source = nil
    #expect(try await bench.launch() == "1")
    bench.settings.audience = "rider/staging"
    for _ in 0..<2 { #expect(try await bench.launch() == "bundled") }
  }

  @Test func `two keys must sign if the app requires two`() async throws {
    let bench = DeliveryBench()
    // One key under two ids does not count twice.
    bench.keys = TrustedKeys(
      ["a": DeliveryBench.key("a"), "again": DeliveryBench.key("a"), "b": DeliveryBench.key("b")],
      required: 2)
    bench.serve(
      DeliveryBench.package(.max, Self.newer) { package in
        package.signatures.append(.init(key: "again", bytes: package.signatures[0].bytes))
      })
    try await bench.launch()
    #expect(bench.refusal == .tooFewSignatures(1, required: 2))
    // After a failure one launch does not fetch.
    try await bench.launch()
    bench.serve(DeliveryBench.package(1, Self.newer, change: { Self.sign(&$0, "b") }))
    try await bench.launch()
    #expect(try await bench.launch() == "1")
  }

  @Test func `a network that withholds packages can do so only for the allowed time`() async throws {
    let bench = DeliveryBench()
    bench.settings.freshness = .seconds(1_000)
    bench.serve(DeliveryBench.package(1, Self.newer, issued: Self.now))
    try await bench.launch()
    bench.source = nil
    bench.world.now = { Self.now + 1_000 }
    #expect(try await bench.launch() == "1")
    bench.world.now = { Self.now + 1_001 }
    #expect(try await bench.launch() == "bundled")
    #expect(bench.refusal == .unconfirmed)
    // The same files, signed again, confirm it.
    bench.serve(DeliveryBench.package(2, Self.newer, issued: Self.now + 900))
    #expect(try await bench.launch() == "bundled")
    #expect(bench.events.last == .unchanged)
    #expect(try await bench.launch() == "1")
  }
}
