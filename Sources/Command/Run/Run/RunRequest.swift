import Foundation
import LaunchFlow

/// The run for a command line, with everything checked before it starts.
struct RunRequest {
  let engine: FlowEngine
  let inputs: [String: JSONValue]
  let signals: [SignalSetting]

  func start() throws(StartError) -> FlowRun {
    let run = try engine.start(inputs: inputs)
    for signal in signals { signal.give(to: run) }
    return run
  }

  /// - Parameter source: Receives the events of the run and the damaged cache entries.
  init(
    _ given: Given, in world: World, source: AsyncStream<RunSession.Signal>.Continuation
  ) async throws {
    let flow = try DocumentFile(given.arguments[0], in: world).flow()
    inputs = try Self.inputs(given, flow)
    signals = try given.all(RunCommand.signal).map { try SignalSetting($0, for: flow) }
    let actions = try ActionStubs.actions(given.all(RunCommand.action), for: flow)
    var configuration = FlowEngine.Configuration()
    configuration.environment = try Self.environment(given, flow)
    if let folder = given[RunCommand.store] {
      let store = FileCacheStore(folder: URL(filePath: folder)) { key, _ in source.yield(.damaged(key)) }
      do {
        try await store.makeFolder()
      } catch let failure as SystemFailure {
        throw FileError(path: folder, reason: failure.reason)
      }
      configuration.store = store
    }
    configuration.sinks = [TraceSink { event, _ in source.yield(.event(event)) }]
    engine = try FlowEngine(flow, actions: actions, configuration: configuration)
  }

  private static func inputs(_ given: Given, _ flow: Flow) throws(UsageError) -> [String: JSONValue] {
    var inputs: [String: JSONValue] = [:]
    for words in given.all(PlayOptions.input) {
      let input = try InputSetting.read(words, for: flow)
      inputs[input.name] = input.value
    }
    let missing = flow.inputs.filter { $0.defaultValue == nil && inputs[$0.name] == nil }
    guard missing.isEmpty else {
      let options = missing.map { input in
        let values = input.values.map(InputSetting.text).joined(separator: "|")
        let kind = input.kind == .boolean ? "true|false" : input.kind.rawValue
        return "'--input \(input.name)=\(values.isEmpty ? kind : values)'"
      }
      throw UsageError("an input without a default needs a value; add \(options.joined(separator: " "))")
    }
    return inputs
  }
}

// The environment and addresses.
extension RunRequest {
  private static func environment(
    _ given: Given, _ flow: Flow
  ) throws(UsageError) -> RequestEnvironment {
    let names = flow.environments
    let name = given[RunCommand.environment]
    if let name, !names.contains(name) {
      throw names.isEmpty
        ? UsageError("the flow declares no environments; leave '--environment' out")
        : .unknown("environment", name, among: names)
    }
    if name == nil, names.count > 1 {
      // The first one is the release build's. Its servers must not be called by accident.
      throw UsageError(
        "the flow declares several environments; add '--environment \(names.joined(separator: "|"))'")
    }
    let addresses = try addresses(given, flow)
    let chosen = name ?? names.first
    let environment = RequestEnvironment(chosen, isRelease: chosen == names.first, addresses: addresses)
    if names.isEmpty, addresses.values.allSatisfy({ WebAddress($0)?.isLoopback ?? true }) {
      // A server of this machine is never a release server.
      return RequestEnvironment(nil, isRelease: addresses.isEmpty, addresses: addresses)
    }
    if environment.isRelease, !addresses.isEmpty {
      let which =
        chosen.map { ", '\($0)'" }
        ?? "; declare a second one, such as \"environments\": [\"release\", \"develop\"], or name a server of this machine"
      throw UsageError("'--base-url' is not allowed in the release environment\(which)")
    }
    let missing = servicesWithoutAddress(in: environment, flow)
    guard missing.isEmpty else {
      let options = missing.map { "'--base-url \($0)=URL'" }.joined(separator: " ")
      throw UsageError("a called service has no address in '\(chosen ?? "")'; add \(options)")
    }
    return environment
  }

  private static func addresses(_ given: Given, _ flow: Flow) throws(UsageError) -> [String: String] {
    var addresses: [String: String] = [:]
    let names = flow.services.map(\.name)
    for setting in given.all(RunCommand.baseURL) {
      guard names.contains(setting.name) else { throw .unknown("service", setting.name, among: names) }
      guard WebAddress(setting.text) != nil else {
        throw UsageError(
          "'--base-url \(setting.name)=URL' needs a URL that begins with 'https://' or 'http://'")
      }
      addresses[setting.name] = setting.text
    }
    return addresses
  }

  /// The called services without an address in the environment, in file order.
  private static func servicesWithoutAddress(in environment: RequestEnvironment, _ flow: Flow) -> [String] {
    let called = Set(
      flow.graph.steps.flatMap { step in step.requests.map(\.request.service) })
    return flow.resolvedServices().filter { service in
      guard called.contains(service.name), environment.addresses[service.name] == nil,
        case .byEnvironment(let addresses) = service.baseURL
      else { return false }
      return !addresses.contains { $0.environment == environment.name }
    }.map(\.name)
  }
}
