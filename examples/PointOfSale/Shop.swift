import Foundation
import LaunchFlow
import LaunchFlowOffline
import LaunchFlowServer
import LaunchFlowSwitch
import LaunchFlowTestServers

/// The shop's services, all on one server of this machine.
struct Shop {
  let server: ScriptedServer

  init() throws {
    server = try ScriptedServer()
    server.script("/catalogue", .json(#"{"code":0,"data":{"items":["tea","rice"]}}"#))
    server.script("/member/clerk", .json(#"{"code":0,"data":{"id":"c-1"}}"#))
    server.script("/campaigns", .json(#"{"code":0,"data":[]}"#))
    server.script("/204", .status(204))
    tradeRecovers()
  }

  static func services(at address: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: ["shop", "member", "trade", "marketing"].map { ($0, address) })
  }

  /// How many sales have arrived, each once.
  var salesReceived: Int {
    Set(server.requests(for: "/trade/sales").map { $0.header("Idempotency-Key") }).count
  }

  func tradeFails() {
    server.script("/trade/shifts", .status(503))
    server.script("/trade/sales", .status(503))
    server.script("/decide", .json(#"{"fault":true}"#))
  }

  func tradeRecovers() {
    server.script("/trade/shifts", .json(#"{"code":0,"data":{"shift":1}}"#))
    server.script("/trade/sales", .json(#"{"code":0,"data":{}}"#))
    server.script("/decide", .json(#"{"fault":false}"#))
  }

  /// The shop's switch, asking this server, and sooner than a real till would, so that nobody has to wait.
  func offlineSwitch() throws -> OfflineSwitchDocument {
    var document = try OfflineSwitchDocument(contentsOf: URL(filePath: "flows/offline-switch.json"))
    document.network?.probe.target = .url(server.address + "/204")
    document.service?.confirm.target = .url(server.address + "/decide")
    document.service?.trigger.failures = 1
    document.service?.poll.every = .milliseconds(100)
    return document
  }
}
