import LaunchFlowServer
import LaunchFlowSimulator

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
    guard let request = try SimulationRequest.read(given, in: world)?.first else { return .problemsFound }
    let simulation = request.simulation
    let quiet = given[quiet] ?? .seconds(3)
    let launches = try UsageError.fitting {
      try ServedLaunches(simulation.plan, simulation.scenario, seed: request.seed, quiet: quiet.nanoseconds)
    }
    guard launches.hasRequests else {
      throw UsageError("no step of this flow sends HTTP requests, so there is nothing to serve")
    }
    let (signals, source) = AsyncStream.makeStream(of: Signal.self)
    let server: ScenarioServer
    do {
      server = try ScenarioServer(launches, port: UInt16(given[SharedOptions.port] ?? 0)) {
        source.yield(.request($0))
      }
    } catch {
      world.report(SharedOptions.portMessage(given, error))
      return .couldNotRun
    }
    let scenario = simulation.scenario.name.map { ", scenario \($0.visible)" } ?? ""
    world.print("\(simulation.plan.flow.name)\(scenario): \(server.address)\n")
    for note in ServedScenarioNote.all(of: simulation.scenario) { world.report("note: \(note)") }
    let interrupts = world.interrupts()
    let watching = Task { for await _ in interrupts { source.yield(.interrupt) } }
    for await signal in signals {
      guard case .request(let event) = signal else { break }
      world.print(ServedRequestText.line(event))
    }
    watching.cancel()
    server.stop()
    world.print(ServedRequestText.summary(server.launches))
    return .fine
  }

  private enum Signal: Sendable {
    case request(ScenarioServer.Event)
    case interrupt
  }
}

/// The parts of a scenario that a server cannot play.
enum ServedScenarioNote {
  static func all(of scenario: Scenario) -> [String] {
    let parts = [
      (scenario.caches.isEmpty, "caches"), (scenario.signals.isEmpty, "signals"),
      (scenario.offline.isEmpty, "the offline switch"), (scenario.cancel == nil, "the cancellation"),
    ].filter { !$0.0 }.map(\.1)
    return parts.isEmpty ? [] : ["the app itself decides about \(parts.joined(separator: ", "))"]
  }
}
