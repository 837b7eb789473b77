import Foundation
import LaunchFlow
import Testing

@testable import LaunchFlowDelivery

@Suite struct DeliveryTests {
  private static func flow(_ value: Int) -> String { DeliveryBench.flow(work: "\"value\": \(value)") }

  @Test func `a package is used from the next launch on, and traces name it`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(7, Self.flow(2)))
    #expect(try await bench.launch() == "bundled")
    #expect(bench.events == [.using(version: "bundled"), .accepted(version: "7")])
    #expect(try await bench.launch() == "7")
  }

  @Test func `a package that crashes is left after two bad starts`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    try await bench.launch()
    for _ in 0..<3 { try await bench.launch() }
    #expect(bench.events.contains(.trialPassed(version: "1")))
    bench.serve(DeliveryBench.package(2, Self.flow(2)))
    try await bench.launch()
    #expect(try bench.crash() == "2")
    #expect(try bench.crash() == "2")
    #expect(try await bench.launch() == "1")
    #expect(bench.events.contains(.quarantined(version: "2")))
    #expect(bench.refusal == .quarantined)
  }

  @Test func `a package that crashes after its trial is left after two crashes in a row`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    for _ in 0..<4 { try await bench.launch() }
    #expect(bench.events.contains(.trialPassed(version: "1")))
    #expect(try bench.crash() == "1")
    #expect(try await bench.launch() == "1")
    #expect(bench.events.first == .badStart(version: "1"))
    #expect(try [bench.crash(), bench.crash()] == ["1", "1"])
    #expect(try await bench.launch() == "bundled")
    #expect(bench.events.contains(.quarantined(version: "1")))
  }

  @Test func `a start after a crash asks for the order to return first`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    for _ in 0..<4 { try await bench.launch() }
    bench.serve(DeliveryBench.package(2, Self.flow(0), isReturn: true))
    #expect(try bench.crash() == "1")
    #expect(try bench.crash() == "bundled")
  }

  @Test(.timeLimit(.minutes(10)))
  func `a start after a crash waits for the source no longer than allowed`()
    async throws
  {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    try await bench.launch()
    #expect(try bench.crash() == "1")
    bench.settings.waitAfterCrash = .milliseconds(50)
    bench.source = PackageSource { _ in
      try await Task.sleep(for: .seconds(86_400))
      return .unchanged
    }
    #expect(try await bench.launch() == "1")
    #expect(bench.events.contains(.fetchFailed("no answer within 50ms")))
  }

  @Test func `a start that has landed leaves no mark`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    for _ in 0..<5 { try await bench.launch() }
    let names = { try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) }
    #expect(try names().count == 2)
    #expect(try bench.crash() == "1")
    #expect(try names().contains("mark"))
  }

  @Test func `a landing on an error page is a bad start where the app asks for it`() async throws {
    for counts in [false, true] {
      let bench = DeliveryBench()
      bench.bundled = DeliveryBench.flow(pages: #"{ "home": { "kind": "error" } }"#)
      bench.settings.countsErrorPages = counts
      bench.serve(
        DeliveryBench.package(
          1, DeliveryBench.flow(work: #""value": 2"#, pages: #"{ "home": { "kind": "error" } }"#)))
      try await bench.launch()
      for _ in 0..<2 { #expect(try await bench.launch() == "1") }
      #expect(try await bench.launch() == (counts ? "bundled" : "1"))
    }
  }

  @Test func `a start that the app extends is healthy only after the extension`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    try await bench.launch()
    // The process ends while the app has asked for an hour: a bad start, although it has landed.
    for _ in 0..<2 { #expect(try await bench.landAndDie(extending: .seconds(3600)) == "1") }
    #expect(try await bench.launch() == "bundled")
  }

  @Test func `reboots and other ends outside of the foreground are not the flow's fault`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    try await bench.launch()
    for boot in 0..<5 {
      bench.world.boot = "\(boot)"
      #expect(try bench.crash() == "1")
    }
    bench.settings.isForeground = false
    #expect(try bench.crash() == "bundled")
  }

  @Test func `after bad starts of the bundled flow, too, the app is told of safe mode`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1)))
    try await bench.launch()
    #expect(try [bench.crash(), bench.crash()] == ["1", "1"])
    #expect(try [bench.crash(), bench.crash()] == ["bundled", "bundled"])
    try await bench.launch()
    #expect(bench.events.contains(.safeMode))
    // A new file leads out of it.
    bench.serve(DeliveryBench.package(2, Self.flow(2)))
    try await bench.launch()
    #expect(try await bench.launch() == "2")
  }

  @Test func `an order returns to the bundled flow, and an older package does not come back`() async throws {
    let bench = DeliveryBench()
    let first = DeliveryBench.package(1, Self.flow(1))
    bench.serve(first)
    try await bench.launch()
    bench.serve(DeliveryBench.package(2, Self.flow(0), isReturn: true))
    #expect(try await bench.launch() == "1")
    #expect(bench.events.contains(.returned(version: "2")))
    bench.serve(first)
    #expect(try await bench.launch() == "bundled")
    #expect(bench.refusal == .older(than: 2))
  }

  @Test func `a rollout includes its share, and never the control group`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(1, Self.flow(1), rollout: .init(share: 0, control: 10_000)))
    try await bench.launch()
    #expect(bench.events.contains(.held(version: "1", isControl: true)))
    #expect(try await bench.launch() == "bundled control-of-1")
    bench.serve(DeliveryBench.package(2, Self.flow(1), rollout: .init(share: 0)))
    try await bench.launch()
    #expect(bench.events.contains(.held(version: "2", isControl: false)))
    bench.serve(DeliveryBench.package(3, Self.flow(1), rollout: .init(share: 10_000)))
    try await bench.launch()
    #expect(try await bench.launch() == "3")
  }

  @Test func `the share of installations is the percentage, and it only grows`() {
    let ids = (0..<4_000).map { "installation-\($0)" }
    let tenth = Set(ids.filter { DeliveryRun.bucket(of: $0, "files") < 1_000 })
    #expect((360...440).contains(tenth.count))
    #expect(ids.filter { DeliveryRun.bucket(of: $0, "files") < 2_000 }.count > tenth.count)
    // Other files choose others.
    let other = ids.filter { tenth.contains($0) && DeliveryRun.bucket(of: $0, "others") < 1_000 }
    #expect(other.count < 80)
  }

  @Test func `after an update of the app, packages are judged again and the bundled flow starts`()
    async throws
  {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(3, Self.flow(1)))
    try await bench.launch()
    bench.settings.appVersion = "2"
    #expect(try await bench.launch() == "bundled")
    #expect(bench.events.contains(.accepted(version: "3")))
    #expect(try await bench.launch() == "3")
    // Without what it needs, it does not come back.
    bench.settings.appVersion = "3"
    bench.settings.limits.steps = 1
    try await bench.launch()
    #expect(try await bench.launch() == "bundled")
  }

  @Test func `damage on the disk leads to the bundled flow, and the server's package repairs it`()
    async throws
  {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(3, Self.flow(1)))
    try await bench.launch()
    let files = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    let package = try #require(files.first { $0.hasSuffix(".package") })
    try Data("damaged".utf8).write(to: bench.folder.appending(path: package))
    #expect(try await bench.launch() == "bundled")
    #expect(bench.events.contains(.packageDamaged(version: "3")))
    #expect(try await bench.launch() == "3")
    try Data("damaged".utf8).write(to: bench.folder.appending(path: "record"))
    #expect(try await bench.launch() == "bundled")
    #expect(bench.events.contains(.recordDamaged))
  }

  @Test func `with a read-only folder the bundled flow is used`() async throws {
    let bench = DeliveryBench()
    try Data().write(to: bench.folder)
    bench.serve(DeliveryBench.package(3, Self.flow(1)))
    #expect(try await bench.launch() == "bundled")
    #expect(try await bench.launch() == "bundled")
  }

  @Test func `files are readable by this user alone`() async throws {
    let bench = DeliveryBench()
    bench.serve(DeliveryBench.package(3, Self.flow(1)))
    try await bench.launch()
    for file in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder.path + "/" + file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func `a source that fails is asked less often`() async throws {
    let bench = DeliveryBench()
    let asked = Locked(0)
    bench.source = PackageSource { _ in
      asked.withLock { $0 += 1 }
      throw SourceFailure("down")
    }
    for _ in 0..<12 { try await bench.launch() }
    // Launches 1, 3, 7; the next is the 15th.
    #expect(asked.withLock { $0 } == 3)
  }
}
