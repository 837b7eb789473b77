import Foundation
import LaunchFlow
import LaunchFlowRecording
import LaunchFlowRecords
import Testing

/// Everything that an app and its servers say contains a mark, and no record contains it.
@Suite struct RecordedSecretsTests {
  /// Answers in turn with every kind of answer, each full of marks.
  final class Marking: HTTPTransport {
    private let calls = Locked(0)

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      let call = calls.withLock { count in
        count += 1
        return count
      }
      let bodies = [
        #"{"code":"mark-code","msg":"mark message","data":{"id":"mark-value"}}"#,
        #"{"code":13800138000,"msg":"mark message","data":{"id":"mark-value"}}"#,
        "mark not JSON", #"{"code":7,"msg":"mark message"}"#,
        #"{"code":0,"msg":"mark message","data":{"id":"mark-value","address":"https://mark.example.com"}}"#,
      ]
      completion(
        .success(
          HTTPResponse(
            status: [200, 200, 200, 503, 200][(call - 1) % 5],
            headers: [HTTPHeader("Set-Cookie", "mark-cookie")],
            body: Array(bodies[(call - 1) % 5].utf8))))
      return {}
    }
  }

  static let flow = #"""
    { "flow": "marked", "deadline": "20s", "pages": ["home", "login"],
      "inputs": { "token": { "type": "string" }, "kind": { "type": "string" } },
      "caches": { "profile": { "scope": "user" } },
      "services": { "api": { "baseURL": "https://api.example.com", "headers": { "Authorization": "${token}" },
        "envelope": { "success": { "at": "/code", "equals": 0 }, "data": "/data", "message": "/msg" },
        "failures": { "expired": { "at": "/code", "equals": 7 } } } },
      "steps": {
        "cached": { "cache": "profile" },
        "ask": { "http": { "service": "api", "path": "/ask/${token}", "query": { "t": "${token}" } },
          "timeout": "5s", "store": "profile",
          "retry": { "attempts": 4, "delay": "1ms", "on": ["business", "malformed", "server", "network"] } },
        "guess": { "when": { "kind": "known" }, "action": "guess", "with": { "t": "${token}" }, "timeout": "5s" },
        "act": { "action": "act", "with": { "t": "${token}" }, "timeout": "5s" }
      },
      "landings": [
        { "page": "login", "when": { "ask": "expired" }, "after": ["act"], "notice": { "text": "${ask.message}" } },
        { "page": "home", "after": ["ask", "act", "cached", "guess"] }, { "page": "home" }
      ] }
    """#

  struct Marked: Error, CustomStringConvertible {
    let description = "mark error"
  }

  @Test(.timeLimit(.minutes(60))) func `no record contains a value`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let folder = RecordFolder(url: url)
    var actions = FlowActions()
    actions.register("act") { _ in throw Marked() }
    actions.register("guess") { _ in "mark guess" }
    var configuration = FlowEngine.Configuration()
    configuration.transport = Marking()
    configuration.store = MemoryCacheStore()
    configuration.sinks = [
      .records(
        in: folder, sample: LaunchSample(share: 1, installation: "mark-installation"), hour: true,
        labels: {
          ["network": "wifi", "user": "mark user", "address": "https://mark", "mail": "mark@example.com"]
        })
    ]
    let engine = try FlowEngine(
      Flow(data: Data(Self.flow.utf8)), actions: actions, configuration: configuration)
    for kind in ["known", "mark-kind", "known"] {
      let run = try engine.start(inputs: ["token": "mark-token", "kind": .string(kind)])
      _ = await run.landing
    }
    try await Self.waits { folder.batch().count == 3 }
    let batch = folder.batch()
    #expect(batch.damaged == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
      let bytes = try Data(contentsOf: url.appendingPathComponent(name))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("mark-") && !text.contains("mark "), "\(text)")
      #expect(!text.contains("13800138000") && !text.contains("example.com"), "\(text)")
      let mode = try FileManager.default.attributesOfItem(atPath: url.path + "/" + name)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }
    let records = try batch.text.split(separator: "\n").map { try LaunchRecord(line: Array($0.utf8)) }
    #expect(Set(records.map(\.id)).count == 3 && Set(records.map(\.installation)).count == 1)
    #expect(records[0].installation != nil && records[0].hour?.count == 13)
    // The attack reached what it meant to reach.
    func attempts(_ step: String) -> [LaunchRecord.Attempt] {
      records[0].steps.first { $0.name == step }?.attempts ?? []
    }
    #expect(attempts("ask").map(\.end).contains(.refused(failure: "expired")))
    #expect(attempts("ask").first?.codes?.code == .other)
    #expect(attempts("act").first?.end == .failed(.error))
    #expect(records[0].labels == [LaunchLabel("network", "wifi")])
    #expect(records[0].facts.contains(.input("kind", is: "known")))
    #expect(records[1].facts.contains(.otherInput("kind", than: ["known"])))
  }

  static func waits(until isThere: () -> Bool) async throws {
    while !isThere() { try await Task.sleep(for: .milliseconds(20)) }
  }
}
