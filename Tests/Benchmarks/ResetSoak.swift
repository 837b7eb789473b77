import Foundation
import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestServers
import LaunchFlowTestProcesses

/// Launches for a while against a server that resets every connection: `URLSession` on Linux has ended the process now
/// and then.
enum ResetSoak {
  private static let atOnce = 64

  /// The argument is for how many seconds.
  static func run(_ arguments: [String]) async throws {
    let seconds = arguments.first.flatMap { Double($0) } ?? 60
    let server = try ScriptedServer()
    server.script("/reset", Behaviour(.reset))
    server.script("/cut", Behaviour(.resetMidBody(.json(#"{"code":0,"data":{}}"#), after: 5)))
    var flow = Flow(
      name: "soak", deadline: .seconds(20), pages: ["home", "other"],
      steps: ["reset", "cut"].map { name in
        var step = Flow.Step(name, .http(Flow.Request(.url("\(server.address)/\(name)"))))
        step.timeout = .seconds(5)
        return step
      },
      landings: [
        Flow.Landing("home", when: Condition("reset", is: "available"), after: ["reset", "cut"]),
        Flow.Landing("other", after: ["reset", "cut"]),
      ])
    flow.environments = []
    let engine = try FlowEngine(flow)
    let start = ContinuousClock.now
    var launches = 0
    while start.duration(to: .now) < .seconds(seconds) {
      let pages = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<atOnce { group.addTask { try await engine.start().landing.page } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      guard pages.allSatisfy({ $0 == "other" }) else { throw WrongPage() }
      launches += pages.count
      // What the server remembers would look like a leak.
      server.forgetRequests()
      if launches % 12_800 == 0 { report(launches, start) }
    }
    report(launches, start)
  }

  private static func report(_ launches: Int, _ start: ContinuousClock.Instant) {
    let memory = ProcessFigures.residentKilobytes.map { "\($0) kB" } ?? "unknown"
    print(
      "\(launches) launches, \(2 * launches) reset requests in \(start.duration(to: .now)); memory \(memory), "
        + "\(ProcessFigures.threads) threads, \(ProcessFigures.descriptors) descriptors")
    fflush(nil)
  }

  private struct WrongPage: Error {}
}
