import Foundation
import LaunchFlow

/// The run for a command line, with everything checked before it starts.
struct RunRequest {
  let engine: FlowEngine
  let inputs: [String: JSONValue]
  let signals: [SignalSetting]

  func start() throws -> FlowRun {
    do throws(StartError) {
      let run = try engine.start(inputs: inputs)
      for signal in signals { signal.give(to: run) }
      return run
    } catch {
      // The command line has been checked before.
      throw UsageError("the run cannot start: \(error)")
    }
  }

  /// Reads a command line; nil when the flow has errors, which are then reported.
  ///
  /// - Parameter source: Receives the events of the run and the damaged cache entries.
  /// - Throws: A `UsageError` with all mistakes of the command line, or a `FileError`.
  static func read(
    _ given: Given, in world: World, source: AsyncStream<RunSession.Signal>.Continuation
  ) async throws -> RunRequest? {
    let loader = DocumentLoader(given, in: world)
    guard let flow = try loader.flow(at: given.arguments[0]) else { return nil }
    var problems: [String] = []
    let inputs = inputs(given, flow, &problems)
    let signals = given.all(RunCommand.signal).compactMap { text -> SignalSetting? in
      do throws(UsageError) {
        return try SignalSetting(text, for: flow)
      } catch {
        problems.append(error.message)
        return nil
      }
    }
    let actions = ActionStubs.actions(given.all(RunCommand.action), for: flow, &problems)
    var configuration = FlowEngine.Configuration()
    configuration.environment = EnvironmentRequest(given: given, flow: flow).environment(&problems)
    guard problems.isEmpty else {
      throw UsageError(problems)
    }
    if let folder = given[RunCommand.store] {
      configuration.store = try await store(folder) { key, _ in source.yield(.damaged(key)) }
    }
    configuration.sinks = [TraceSink(SessionSink(signals: source))]
    let engine = try FlowEngine(flow, actions: actions, configuration: configuration)
    return RunRequest(engine: engine, inputs: inputs, signals: signals)
  }

  private static func inputs(
    _ given: Given, _ flow: Flow, _ problems: inout [String]
  ) -> [String: JSONValue] {
    var inputs: [String: JSONValue] = [:]
    var named: Set<String> = []
    for text in given.all(PlayOptions.input) {
      do throws(UsageError) {
        let input = try InputSetting.read(text, for: flow)
        inputs[input.name] = input.value
      } catch {
        problems.append(error.message)
        if let (name, _) = text.splitAtEqualsSign { named.insert(name) }
      }
    }
    let missing = flow.inputs.filter {
      $0.defaultValue == nil && inputs[$0.name] == nil && !named.contains($0.name)
    }
    for input in missing {
      let values = input.values.map(InputSetting.text).joined(separator: "|")
      let kind = input.kind == .boolean ? "true|false" : input.kind.rawValue
      problems.append(
        "the input '\(input.name)' has no value and no default; "
          + "add '--input \(input.name)=\(values.isEmpty ? kind : values)'"
      )
    }
    return inputs
  }

  /// - Throws: A `FileError` when the folder cannot be created or read.
  private static func store(
    _ path: String, onDamage: @escaping @Sendable (CacheKey, String) -> Void
  ) async throws -> FileCacheStore {
    let store = FileCacheStore(folder: URL(filePath: path), onDamage: onDamage)
    do {
      try await store.makeFolder()
      return store
    } catch let failure as SystemFailure {
      throw FileError(path: path, reason: failure.reason)
    }
  }
}

/// The environment and addresses of a command line.
private struct EnvironmentRequest {
  let given: Given
  let flow: Flow

  /// Mistakes are added to the problems.
  func environment(_ problems: inout [String]) -> RequestEnvironment {
    let names = flow.environments
    let name = given[RunCommand.environment]
    if let name, !names.contains(name) {
      problems.append(
        names.isEmpty
          ? "the flow declares no environments; leave '--environment' out"
          : UsageError.unknown("environment", name, among: names).message)
    } else if name == nil, names.count > 1 {
      // The first one is the release build's. Its servers must not be called by accident.
      problems.append(
        "the flow declares several environments; add '--environment \(names.joined(separator: "|"))'")
    }
    let addresses = addresses(&problems)
    let chosen = name.flatMap { names.contains($0) ? $0 : nil } ?? names.first
    let environment = RequestEnvironment(chosen, isRelease: chosen == names.first, addresses: addresses)
    if names.isEmpty, addresses.values.allSatisfy({ WebAddress($0)?.isLoopback ?? true }) {
      // A server of this machine is never a release server.
      return RequestEnvironment(nil, isRelease: addresses.isEmpty, addresses: addresses)
    }
    let isKnown = names.count <= 1 || name.map(names.contains) ?? false
    if isKnown, environment.isRelease, !addresses.isEmpty {
      let which =
        chosen.map { ", '\($0)'" }
        ?? "; declare a second one, such as \"environments\": [\"release\", \"develop\"], or name a server of this machine"
      problems.append("'--base-url' is not allowed in the release environment\(which)")
    } else if isKnown {
      for service in servicesWithoutAddress(in: environment) {
        problems.append(
          "the service '\(service)' has no address in '\(chosen ?? "")'; add '--base-url \(service)=URL'"
        )
      }
    }
    return environment
  }

  private func addresses(_ problems: inout [String]) -> [String: String] {
    var addresses: [String: String] = [:]
    let names = flow.services.map(\.name)
    for text in given.all(RunCommand.baseURL) {
      guard let (service, address) = text.splitAtEqualsSign, !service.isEmpty else {
        problems.append("'--base-url' must be SERVICE=URL, not '\(text)'")
        continue
      }
      if !names.contains(service) {
        problems.append(UsageError.unknown("service", service, among: names).message)
      } else if WebAddress(address) == nil {
        problems.append("'\(address)' is not a web address; it must begin with 'https://' or 'http://'")
      }
      addresses[service] = address
    }
    return addresses
  }

  /// The called services without an address in the environment, in file order.
  private func servicesWithoutAddress(in environment: RequestEnvironment) -> [String] {
    let called = Set(
      flow.allSteps.flatMap { step -> [String?] in
        var services: [String?] = []
        if case .http(let request) = step.work { services.append(request.service) }
        for case .http(let request, _) in step.fallback { services.append(request.service) }
        return services
      })
    return flow.resolvedServices().filter { service in
      guard called.contains(service.name), environment.addresses[service.name] == nil,
        case .byEnvironment(let addresses) = service.baseURL
      else { return false }
      return !addresses.contains { $0.environment == environment.name }
    }.map(\.name)
  }
}
