import Foundation
import LaunchFlow
import LaunchFlowLoopback

/// Runs the flows in `flows/` as an app does, against a server of its own and with caches that outlive a run.
struct FlowBench {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../flows").standardizedFileURL

  let server: LoopbackServer
  let store = MemoryCacheStore()
  var actions = FlowActions()

  init() throws {
    server = try LoopbackServer()
  }

  /// An engine for a flow, with all services at the server.
  ///
  /// - Parameters:
  ///   - slack: What all of the flow's times are multiplied with, so that a busy machine changes no outcome.
  ///   - environment: Where services stand, unless the server is to serve for all that have an address.
  ///   - sinks: What takes the events.
  func engine(
    _ name: String, slack: Int = 100, environment: ((Flow) -> RequestEnvironment)? = nil,
    sinks: [any TraceSink] = []
  ) throws -> FlowEngine {
    var flow = try Flow(contentsOf: Self.folder.appending(path: "\(name).json"))
    flow.deadline *= slack
    flow.steps = flow.steps.map { $0.slowed(slack) }
    // What stands at a referenced address is found there, as in the app.
    let fixed = flow.services.filter { service in
      if case .byEnvironment = service.baseURL { true } else { false }
    }
    var configuration = FlowEngine.Configuration()
    configuration.store = store
    configuration.sinks = sinks
    configuration.environment =
      environment?(flow)
      ?? RequestEnvironment(
        "develop", isRelease: false,
        addresses: Dictionary(uniqueKeysWithValues: fixed.map { ($0.name, server.address) }))
    return try FlowEngine(flow, actions: actions, configuration: configuration)
  }

  /// Scripts a path with a value in the envelope.
  func answer(_ path: String, _ data: String) {
    server.script(path, [.json(#"{"code":200,"data":\#(data)}"#)])
  }
}

extension Flow.Step {
  /// The step with all its bounds made longer, and without long waits between questions.
  fileprivate func slowed(_ factor: Int) -> Flow.Step {
    var step = self
    step.timeout = timeout.map { $0 * factor }
    step.maxTimeout = maxTimeout.map { $0 * factor }
    step.deadline = deadline.map { $0 * factor }
    step.useFallbackAfter = useFallbackAfter.map { $0 * factor }
    // The deadlines are hours here, and a poll has at most 100,000 rounds.
    step.poll?.every = .milliseconds(300)
    step.poll?.factor = 1
    step.poll?.maxEvery = nil
    step.fallback = fallback.map { fallback in
      switch fallback {
      case .http(let request, let timeout): .http(request, timeout: timeout.map { $0 * factor })
      case .action(let action, let timeout): .action(action, timeout: timeout.map { $0 * factor })
      case .cache, .value: fallback
      }
    }
    if let members { step.work = .group(members.map { $0.slowed(factor) }) }
    return step
  }
}

/// Notes what actions are called with, for tests to read afterwards.
actor CallRecord {
  private(set) var calls: [String] = []
  private(set) var inputs: [JSONValue?] = []

  func note(_ call: String, _ input: JSONValue? = nil) {
    calls.append(call)
    inputs.append(input)
  }
}
