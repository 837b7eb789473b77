import Foundation
import LaunchFlow
import LaunchFlowCalls
import LaunchFlowServer
import LaunchFlowTestFlows
import LaunchFlowTestServers

/// A server, and clients whose services are all at it.
struct CallBench {
  let server: ScriptedServer
  let store = MemoryCacheStore()

  init() throws {
    server = try ScriptedServer()
  }

  /// A client with the conventions of a flow in `flows/`.
  func client(
    flow name: String = "screen-load", _ change: (inout FlowEngine.Configuration) -> Void = { _ in }
  ) throws -> ServiceClient {
    let flow = try Flow(contentsOf: packageFolder.appending(path: "flows/\(name).json"))
    // What stands at a referenced address is found there, as in the app.
    let fixed = flow.services.filter { service in
      if case .byEnvironment = service.baseURL { true } else { false }
    }
    var configuration = FlowEngine.Configuration()
    configuration.store = store
    configuration.environment = RequestEnvironment(
      "develop", isRelease: false,
      addresses: Dictionary(uniqueKeysWithValues: fixed.map { ($0.name, server.address) }))
    change(&configuration)
    return ServiceClient(flow, configuration: configuration)
  }

  /// Scripts a path with a value in the envelope.
  func answer(_ path: String, _ data: String) {
    server.script(path, [.json(#"{"code":200,"data":\#(data)}"#)])
  }
}
