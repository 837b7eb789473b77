import Foundation
import LaunchFlow

/// What a command line asks to be run: all is known to be there before anything starts.
struct RunRequest {
  let engine: FlowEngine
  let inputs: [String: JSONValue]

  /// Starts the run.
  func start() throws -> FlowRun {
    do throws(StartError) {
      return try engine.start(inputs: inputs)
    } catch {
      // What the command line gives has been checked by now.
      throw UsageError("the run cannot start: \(error)", command: "run")
    }
  }

  /// What a command line asks for; nil when the flow has errors, which are then reported.
  ///
  /// - Parameter signals: Hears of damaged caches.
  /// - Throws: A `UsageError` that tells all that is wrong with the command line, or a `FileError`.
  static func read(
    _ given: Given, in world: World, telling signals: AsyncStream<RunSession.Signal>.Continuation
  ) async throws -> RunRequest? {
    let loader = DocumentLoader(given, for: "run", in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else { return nil }
    var problems: [String] = []
    let inputs = inputs(given, flow, &problems)
    let actions = StandIns(given.all(RunCommand.action), for: flow, &problems).actions
    var configuration = FlowEngine.Configuration()
    configuration.environment = EnvironmentRequest(given, flow).environment(&problems)
    guard problems.isEmpty else {
      throw UsageError(problems.joined(separator: "\nerror: "), command: "run")
    }
    if let folder = given[RunCommand.store] {
      configuration.store = try await store(folder) { signals.yield(.damaged($0)) }
    }
    let engine = try FlowEngine(flow, actions: actions, configuration: configuration)
    return RunRequest(engine: engine, inputs: inputs)
  }

  private static func inputs(
    _ given: Given, _ flow: Flow, _ problems: inout [String]
  ) -> [String: JSONValue] {
    var inputs: [String: JSONValue] = [:]
    var named: Set<String> = []
    for text in given.all(RunCommand.input) {
      do throws(UsageError) {
        let input = try InputSetting.read(text, for: flow, command: "run")
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
        "nobody gives the input '\(input.name)'; say '--input \(input.name)=\(values.isEmpty ? kind : values)'"
      )
    }
    return inputs
  }

  /// A store in a folder, which must be one that can be made and read.
  private static func store(
    _ path: String, onDamage: @escaping @Sendable (DamagedEntry) -> Void
  ) async throws -> FileCacheStore {
    let store = FileCacheStore(folder: URL(filePath: path), onDamage: onDamage)
    do {
      // Any name does: what is asked is whether the folder can be used.
      _ = try await store.entry(for: CacheKey("any"))
      return store
    } catch CacheStoreError.system(_, let number) {
      throw FileError(path: path, reason: SystemFiles.reason(number))
    }
  }
}

/// Where services stand, as a command line has it.
private struct EnvironmentRequest {
  let given: Given
  let flow: Flow

  init(_ given: Given, _ flow: Flow) {
    self.given = given
    self.flow = flow
  }

  /// The environment; what is wrong with it is added to the problems.
  func environment(_ problems: inout [String]) -> RequestEnvironment {
    let names = flow.environments
    let name = given[RunCommand.environment]
    if let name, !names.contains(name) {
      problems.append(
        names.isEmpty
          ? "the flow declares no environments, so there is no '\(name)'"
          : UsageError.unknown("environment", name, suggestion: Suggester.nearest(to: name, among: names)))
    } else if name == nil, names.count > 1 {
      // The first is the release build's: nobody shall call its servers by accident.
      problems.append("say which environment is meant: '--environment \(names.joined(separator: "|"))'")
    }
    let addresses = addresses(&problems)
    let choice = EnvironmentChoice(
      environments: names, buildDefault: name, manual: .init(addresses: addresses))
    let isKnown = names.count <= 1 || name.map(names.contains) ?? false
    if isKnown, choice.isRelease, !addresses.isEmpty {
      let which = choice.name.map { ", and '\($0)' is that" } ?? ", and the flow declares no other"
      problems.append("'--base-url' counts outside the release environment only\(which)")
    } else if isKnown {
      for service in servicesWithoutAddress(in: choice) {
        problems.append(
          "the service '\(service)' has no address in '\(choice.name ?? "")'; say '--base-url \(service)=URL'"
        )
      }
    }
    return choice.environment
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
        let suggestion = Suggester.nearest(to: service, among: names)
        problems.append(UsageError.unknown("service", service, suggestion: suggestion))
      } else if WebAddress(address) == nil {
        problems.append("'\(address)' is no web address; one begins with 'https://' or 'http://'")
      }
      addresses[service] = address
    }
    return addresses
  }

  /// The services that steps call, in file order, for which the environment has no address.
  private func servicesWithoutAddress(in choice: EnvironmentChoice) -> [String] {
    let called = Set(
      flow.allSteps.flatMap { step -> [String?] in
        var services: [String?] = []
        if case .http(let request) = step.work { services.append(request.service) }
        for case .http(let request, _) in step.fallback { services.append(request.service) }
        return services
      })
    return flow.resolvedServices().filter { service in
      guard called.contains(service.name), choice.manual.addresses[service.name] == nil,
        case .byEnvironment(let addresses) = service.baseURL
      else { return false }
      return !addresses.contains { $0.environment == choice.name }
    }.map(\.name)
  }
}
