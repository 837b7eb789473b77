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
      "an encoder that the app lacks",
      DeliveryBench.package(
        6,
        DeliveryBench.flow(
          work:
            #""http": { "url": "https://api.example.com/x", "method": "POST", "encoded": "unknown", "contentType": "a/b" }, "timeout": "1s""#
        )),
      .contract("the app has no encoder \"unknown\"")),
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
      (1, nil, .beyondLimit("the flow has 2 steps; allowed are 1")),
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

  @Test func `an order to return that nobody signed is refused`() async throws {
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
    let bytes = DeliveryBench.package(1, DeliveryBench.flow(work: #""value": 2"#)) { package in
      let key = SHA256.digest(Array("b".utf8))
      package.signatures.append(.init(key: "b", bytes: DeliveryBench.sign(package.manifestText, key)))
    }
    bench.serve(bytes)
    try await bench.launch()
    #expect(try await bench.launch() == "1")
    bench.keys = ["c": DeliveryBench.key("c")]
    #expect(try await bench.launch() == "bundled")
  }
}
