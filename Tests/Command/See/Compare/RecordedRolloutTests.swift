import Foundation
import LaunchFlow
@testable import LaunchFlowCommand
import LaunchFlowDelivery
import LaunchFlowRecording
import Testing

/// From a package to a verdict: launches with a delivered flow and without it, their records, and their comparison.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "no OpenSSL"))
struct RecordedRolloutTests {
  /// A server that answers at once.
  private final class Answering: HTTPTransport {
    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      completion(.success(HTTPResponse(status: 200, headers: [], body: Array("{}".utf8))))
      return {}
    }
  }

  /// Launches an installation twice; the records of both.
  private static func launches(
    _ bundled: URL, _ package: [UInt8], key: String, in folder: URL
  ) async throws -> (text: String, version: String) {
    let records = RecordFolder(url: folder.appending(path: "records"))
    var version = ""
    for _ in 0..<2 {
      var settings = DeliverySettings()
      settings.healthyAfter = .zero
      let delivery = Delivery(
        try BundledFlow(contentsOf: bundled), folder: folder.appending(path: "delivery"),
        keys: TrustedKeys(["2026-a": key]), source: PackageSource { _ in .package(package, etag: nil) },
        settings: settings)
      var configuration = FlowEngine.Configuration()
      configuration.transport = Answering()
      configuration.store = MemoryCacheStore()
      configuration.sinks = [
        .records(in: records, sample: LaunchSample(share: 1), labels: { ["network": "wifi"] })
      ]
      _ = await (try delivery.makeEngine(configuration).start()).finished
      await delivery.finished()
      version = delivery.version
    }
    while records.batch().count < 2 { try await Task.sleep(for: .milliseconds(10)) }
    return (records.batch().text, version)
  }

  @Test(.timeLimit(.minutes(60))) func `records of a delivered flow are judged against its control group`()
    async throws
  {
    let release = try PackedDeliveryTests.Release()
    let commands = try PackedDeliveryTests.commands()
      .replacing("--rollout 10 --control 5", with: "--rollout 50 --control 50")
    let outcome = try release.run(commands)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let lines = String(decoding: outcome.data, as: UTF8.self).split(separator: "\n").map(String.init)
    let begin = try #require(lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----"))
    var text = ""
    var versions: [String: Int] = [:]
    // Each installation is in one of the groups by chance.
    for number in 0..<40 where number < 6 || versions.count < 2 {
      let (records, version) = try await Self.launches(
        release.folder.appending(path: "bundled.json"), try release.bytes("rider.pack.json"),
        key: lines[begin + 1], in: release.folder.appending(path: "device-\(number)"))
      text += records
      versions[version, default: 0] += 1
    }
    #expect(Set(versions.keys) == ["12", "bundled control-of-12"])
    let world = TestWorld()
    try world.files.write(Array(text.utf8), to: "launches.jsonl")
    let compared = await world.run(
      "compare", "--records", "launches.jsonl", "--format", "json", "--gate", "home>=-10%")
    // A handful of launches decides nothing.
    #expect(compared.status == .couldNotRun, "\(compared.diagnostics)")
    let value = try JSONValue(parsing: compared.data)
    func find(_ tokens: String...) -> JSONValue? { value[JSONPointer(tokens: tokens)] }
    #expect(find("flow") == "rider-launch" && find("by") == "version")
    #expect(find("before", "name") == "control-of-12" && find("after", "name") == "12")
    #expect(find("before", "launches")?.number == versions["bundled control-of-12"].map(Double.init))
    #expect(find("after", "launches")?.number == versions["12"].map(Double.init))
    #expect(find("gate", "0", "verdict")?.string?.hasPrefix("not decided") == true)
    #expect(find("warnings") == [])
  }
}
