import LaunchFlowServer
import LaunchFlowTimeline

enum ServeCommand: Subcommand {
  static let quiet = Option<Duration>.duration("quiet")

  static let interface = Interface(
    "serve", [Argument("FLOW")],
    [
      PlayOptions.scenario, PlayOptions.scenarios, PlayOptions.set, PlayOptions.network, PlayOptions.seed,
      SharedOptions.port, quiet,
    ])

  static func run(_ given: Given, in world: World) async throws -> ExitStatus {
    guard given.all(PlayOptions.scenario).count <= 1, given[PlayOptions.scenario] != "*" else {
      throw UsageError("a server plays one scenario at a time")
    }
    let request = try SimulationRequest.read(given, in: world)[0]
    let simulation = request.simulation
    let quiet = given[quiet] ?? .seconds(3)
    let launches = try ServedLaunches(
      simulation.plan, simulation.scenario, seed: request.seed, quiet: quiet.nanoseconds)
    guard launches.hasRequests else {
      throw UsageError("no step of this flow sends HTTP requests, so there is nothing to serve")
    }
    let started = world.server(given) { port in
      try ScenarioServer(launches, port: port) { world.print(ServedRequestText.line($0)) }
    }
    guard let server = started else { return .couldNotRun }
    let scenario = simulation.scenario.name.map { ", scenario \($0.visible)" } ?? ""
    world.print("\(simulation.plan.flow.name)\(scenario): \(server.address)\n")
    reportAppsParts(of: simulation.scenario, in: world)
    for await _ in world.interrupts() { break }
    server.stop()
    world.print(ServedRequestText.summary(server.launches))
    return .fine
  }

  /// Tells of the parts of a scenario that a server cannot play.
  private static func reportAppsParts(of scenario: Scenario, in world: World) {
    let parts = [
      (scenario.caches.isEmpty, "caches"), (scenario.signals.isEmpty, "signals"),
      (scenario.offline.isEmpty, "the offline switch"), (scenario.cancel == nil, "the cancellation"),
    ].filter { !$0.0 }.map(\.1)
    if !parts.isEmpty { world.report("note: the app itself decides about \(parts.joined(separator: ", "))") }
  }
}

enum ServedRequestText {
  private static let mostPath = 120

  /// The line of a request. Queries and bodies may contain secrets, so they are left out.
  static func line(_ answer: ServedAnswer) -> String {
    let path = String(answer.path.prefix(mostPath)) + (answer.path.count > mostPath ? "…" : "")
    let asked = "\(answer.method.prefix(12)) \(path)".visible
    let step = answer.step.map { " · \($0), attempt \(answer.attempt)" } ?? ""
    return "launch \(answer.launch) +\(TimeText.short(answer.time)) · \(asked)\(step): \(text(answer))\n"
  }

  private static func text(_ answer: ServedAnswer) -> String {
    let after = answer.delay > 0 ? " after \(TimeText.short(answer.delay))" : ""
    switch answer.content {
    case .reply(let reply): return "HTTP \(reply.status)\(after)"
    case .reset: return "connection reset\(after)"
    case .hang: return "no answer"
    case .unknown: return "HTTP 404, because no step asks for this"
    case .impossible: return "HTTP 501, because no answer was found that gives the scenario's outcome"
    }
  }

  static func summary(_ launches: ServedLaunches) -> String {
    var text = "\(Counting.text(launches.launches, "launch")), "
    text += Counting.text(launches.requests, "request")
    if launches.unknownRequests > 0 { text += ", \(launches.unknownRequests) that no step makes" }
    return text + "\n"
  }
}
