import Foundation
import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestServers

/// The rider app's launch as the app itself runs it, against a server that misbehaves in a different way each
/// time. Run it from the root of the repository: `swift run RiderApp`. With `delivery` it gets its flow from that
/// server.
@main
struct RiderApp {
  static func main() async throws {
    let server = try ScriptedServer()
    defer { server.stop() }
    if CommandLine.arguments.dropFirst().first == "delivery" { return try await DeliveredDays.run(server) }
    let flow = try Flow(contentsOf: URL(filePath: "flows/rider-launch.json"))

    // What an app keeps for its whole life: one engine, whose caches are in memory.
    var configuration = FlowEngine.Configuration()
    configuration.environment = RequestEnvironment(
      "develop", isRelease: false, addresses: ["hulk": server.address, "spider": server.address])
    let engine = try FlowEngine(flow, configuration: configuration)

    for day in Day.allCases {
      day.prepare(server)
      let run = try engine.start(inputs: Rider.inputs)
      // A late answer still counts: the app shows the update over the page that it is on.
      let late = Task {
        for await fresh in run.refreshedSteps where fresh.result == "update-required" {
          print("  later: the update page, by the late answer to \(fresh.name)")
        }
      }
      let landing = await run.landing
      print("\(day.rawValue): \(landing.page) after \(milliseconds(landing.time)) ms", terminator: "")
      if let notice = landing.notice { print(", and says \"\(notice.text)\"", terminator: "") }
      print(landing.isDegraded ? " (degraded)" : "")
      for step in ["get-server-address", "login", "get-rider-info"] {
        guard let settled = landing[step] else { continue }
        print("  \(step): \(settled.status.rawValue)", settled.source.map { "from \($0.rawValue)" } ?? "")
      }
      _ = await run.finished
      await late.value
    }
  }

  private static func milliseconds(_ time: Duration) -> Int64 {
    time.nanoseconds / 1_000_000
  }
}

/// The rider, by whom the server knows its own: the login takes no other credentials, and the rider's info no other
/// token than the login's.
enum Rider {
  static let inputs: [String: JSONValue] = ["signed-in": true, "phone": "13800000000", "login-key": "key-1"]

  static func login(_ request: RecordedRequest) -> Behaviour {
    request.text == #"{"phone":"13800000000","key":"key-1"}"#
      ? .json(#"{"code":0,"data":{"token":"t"}}"#)
      : .json(#"{"code":401,"msg":"Who are you?"}"#, status: 401)
  }

  static func info(_ request: RecordedRequest) -> Behaviour {
    request.header("Authorization") == "Bearer t"
      ? .json(#"{"code":0,"data":{"authenticationStatus":1,"trainStatus":0}}"#) : .status(401)
  }
}

/// How the server behaves.
enum Day: String, CaseIterable {
  case fine = "A fine day"
  case lateUpdate = "An update is required, and the answer takes 6 s"
  case loginHangs = "The login hangs"
  case errors = "Every answer is a 500"
  case invalidToken = "The token is no longer valid"
  case silent = "Nothing answers"

  func prepare(_ server: ScriptedServer) {
    let paths = [
      "/check-app-update.json": #"{"code":0,"data":{"force":false}}"#,
      "/is-verifing-version.json": #"{"code":0,"data":false}"#,
      "/get-city.json": #"{"code":0,"data":{"city":"Shanghai"}}"#,
      "/get-server-address.json": #"{"code":0,"data":{"serverAddress":"\#(server.address)"}}"#,
    ]
    server.decide("/login.json", Rider.login)
    server.decide("/get-rider-info.json", Rider.info)
    for (path, body) in paths { server.script(path, [.json(body)]) }
    let all = paths.keys + ["/login.json", "/get-rider-info.json"]
    switch self {
    case .fine: break
    case .lateUpdate:
      server.script(
        "/check-app-update.json", [.json(#"{"code":0,"data":{"force":true}}"#, after: .seconds(6))])
    case .loginHangs: server.script("/login.json", [.hang])
    case .errors: for path in all { server.script(path, [.status(500)]) }
    case .invalidToken:
      server.script("/login.json", [.json(#"{"code":401,"msg":"Please sign in again."}"#, status: 401)])
    case .silent: for path in all { server.script(path, [.hang]) }
    }
  }
}
