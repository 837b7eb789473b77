import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowServing
import LaunchFlowSimulator

/// `launchflow serve`
enum ServeCommand: Subcommand {
  static let port = Option<Int>.wholeNumber(
    "port", atLeast: 0, atMost: 65_535, "The port on 127.0.0.1; 0 takes a free one.", default: "0")
  static let quiet = Option<Duration>.duration(
    "quiet",
    "The time without requests after which the next request begins a new launch, as does one that the launch cannot make any more.",
    default: "3s")

  static let interface = Interface(
    name: "serve",
    summary: "Play a scenario as a real HTTP server on this machine",
    discussion: [
      """
      The app, or 'launchflow run', calls this server instead of its services and lives through the scenario: answers \
      take their time, fail, hang and break off as the scenario says. Each request is matched with the step that makes \
      it, by method and path. A step without an entry succeeds at once.
      """,
      """
      Only this machine can reach the server. An answer is only sent if the flow itself reads it as the scenario's \
      outcome. Where an answer contains the address of later requests, it is this server's. Caches, actions, signals and the offline switch are the app's own, so their part of a scenario is not \
      played. Each launch plays the next run of the seed.
      """,
      "One line for each request says which step asked and what it was sent. Ctrl-C ends the server.",
    ],
    arguments: [Argument(valueName: "FLOW", summary: "The flow's file; '-' is standard input.")],
    options: [
      PlayOptions.scenario.declaration.saying(
        "The scenario to serve. Without it, the defaults of the scenarios file are served."),
      PlayOptions.scenarios.declaration, PlayOptions.set.declaration, PlayOptions.network.declaration,
      PlayOptions.seed.declaration, port.declaration, quiet.declaration,
    ],
    examples: [
      "launchflow serve flows/rider-launch.json --scenario login-hangs --port 8080",
      "launchflow run flows/rider-launch.json -e develop --input signed-in=true --base-url hulk=http://127.0.0.1:8080",
    ])

  static func run(_ given: Given, in world: World) async throws -> ExitStatus {
    guard given.all(PlayOptions.scenario).count <= 1, given[PlayOptions.scenario] != "*" else {
      throw UsageError("a server plays one scenario at a time")
    }
    guard try SwitchRequest.file(given, in: world) == nil else {
      throw UsageError(
        "a switch is not served; 'launchflow simulate' plays its scenarios, and 'launchflow run' sends its requests"
      )
    }
    guard let request = try SimulationRequest.read(given, in: world)?.first else { return .problemsFound }
    let simulation = request.simulation
    let quiet = given[quiet] ?? .seconds(3)
    let launches = try SimulationRequest.reportingInvalidScenario {
      try ServedLaunches(
        simulation.plan, simulation.scenario, seed: request.seed, quiet: quiet.nanoseconds)
    }
    guard launches.hasRequests else {
      throw UsageError("no step of this flow sends HTTP requests, so there is nothing to serve")
    }
    let (signals, source) = AsyncStream.makeStream(of: Signal.self)
    let server: ScenarioServer
    do {
      server = try ScenarioServer(launches, port: UInt16(given[port] ?? 0)) { source.yield(.request($0)) }
    } catch {
      world.report("error: the port \(given[port] ?? 0) cannot be used: \(error)")
      return .couldNotRun
    }
    let scenario = simulation.scenario.name.map { ", scenario \($0.visible)" } ?? ""
    world.print("\(simulation.plan.flow.name)\(scenario): \(server.address)\n")
    for note in ServedScenarioNote.all(of: simulation.scenario) { world.report("note: \(note)") }
    let interrupts = world.interrupts.interrupts()
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
