import Foundation
import LaunchFlow
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowServing
import LaunchFlowSimulator

/// How far real runs against a served scenario are from the simulated timeline, step by step.
enum ServedDistance {
  /// Arguments: a flow file and one of its scenarios; without any, the rider's launch on a normal day. Then how many
  /// launches.
  static func run(_ arguments: [String]) async throws {
    let path = arguments.first ?? "flows/rider-launch.json"
    let wanted = arguments.dropFirst().first ?? "normal-day"
    let launches = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 20
    let flow = try Flow(contentsOf: URL(filePath: path))
    let scenariosPath = path.replacing(".json", with: ".scenarios.json")
    let bytes = Array(try Data(contentsOf: URL(filePath: scenariosPath)))
    let file = ScenarioFile.read(SourceText(name: scenariosPath, bytes: bytes), for: flow).document
    guard let file, let chosen = file.scenarios.first(where: { $0.name == wanted }) else {
      print("\(scenariosPath) has no scenario \(wanted)")
      return
    }
    // Every launch plays the same run, as a launch without stored values.
    var scenario = chosen.over(file.defaults)
    scenario.caches = []
    let plan = try FlowPlan(flow)
    let simulated = settled(try Simulation(plan, scenario).run(seed: 1).trace)

    var configuration = FlowEngine.Configuration()
    var actions = FlowActions()
    for action in Set(plan.flow.actionNames) { actions.register(action) { _ in .null } }
    var distances: [Double] = []
    var byStep: [String: [Double]] = [:]
    for _ in 0..<launches {
      let server = try ScenarioServer(try ServedLaunches(plan, scenario, seed: 1, quiet: .max))
      let fixed = flow.services.filter { if case .byEnvironment = $0.baseURL { true } else { false } }
      configuration.environment = RequestEnvironment(
        flow.environments.last, isRelease: false,
        addresses: Dictionary(uniqueKeysWithValues: fixed.map { ($0.name, server.address) }))
      let engine = try FlowEngine(flow, actions: actions, configuration: configuration)
      let run = try engine.start(inputs: inputs(scenario))
      let real = settled(await run.finished)
      server.stop()
      for (step, time) in simulated {
        guard let other = real[step] else { continue }
        let milliseconds = Double(other - time) / 1e6
        distances.append(milliseconds)
        byStep[step, default: []].append(milliseconds)
      }
    }
    print("| step | simulated ms | real run later by, median ms | at most |")
    print("| --- | --: | --: | --: |")
    for step in plan.stepNames {
      guard let time = simulated[step], let found = byStep[step]?.sorted(), let most = found.last else {
        continue
      }
      let median = String(format: "%.1f", found[found.count / 2])
      print("| \(step) | \(time / 1_000_000) | \(median) | \(String(format: "%.1f", most)) |")
    }
    distances.sort()
    if distances.isEmpty { print("\nno step settled in both, so nothing was compared") }
    if let most = distances.last {
      print(
        "\nall: median \(String(format: "%.1f", distances[distances.count / 2])) ms, "
          + "at most \(String(format: "%.1f", most)) ms"
      )
    }
  }

  /// When each step settled, in nanoseconds since the start.
  private static func settled(_ trace: Trace) -> [String: Int64] {
    var times: [String: Int64] = [:]
    for event in trace.events {
      if case .settled(let step, let settlement) = event.kind, settlement.status != .cancelled {
        times[trace.steps[step].name] = event.time
      }
    }
    return times
  }

  private static func inputs(_ scenario: Scenario) -> [String: JSONValue] {
    Dictionary(scenario.inputs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }
}
