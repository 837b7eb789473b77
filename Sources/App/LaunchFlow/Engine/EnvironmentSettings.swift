import Foundation
import LaunchFlowMachine
import LaunchFlowModel

/// Reads, changes and saves a person's choice of environment: for an app's developer menu and the start of runs.
public actor EnvironmentSettings {
  /// A choice that is refused.
  public enum Refusal: Error, Hashable, Sendable {
    /// The flow declares no such environment.
    case unknownEnvironment(String)
    /// A release build's environment is fixed.
    case fixedByRelease
    /// The text is not an `http` or `https` address.
    case noWebAddress(String)
  }

  private static let key = CacheKey("environment", scope: "launchflow.settings")

  private let store: any CacheStore
  private let base: EnvironmentChoice
  private let now: @Sendable () -> Date

  /// Takes a flow's environments and a store.
  ///
  /// - Parameters:
  ///   - flow: The flow that declares the environments.
  ///   - releaseConstant: The environment of a release build; nil in all other builds.
  ///   - buildDefault: The build's default environment.
  ///   - store: The store for the choice.
  ///   - now: The calendar clock that dates a saved choice.
  public init(
    for flow: Flow, releaseConstant: String? = nil, buildDefault: String? = nil, store: any CacheStore,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    base = EnvironmentChoice(
      environments: flow.environments, releaseConstant: releaseConstant, buildDefault: buildDefault)
    self.store = store
    self.now = now
  }

  /// The current choice. A choice that cannot be read counts as none.
  public func current() async -> EnvironmentChoice {
    var choice = base
    // A release build does not read it: a leftover of a test must not matter.
    guard base.canChoose else { return choice }
    let value = (try? await store.entry(for: Self.key))?.value.object
    choice.manual.environment = value?["environment"]?.string
    for member in value?["addresses"]?.object?.members ?? [] {
      choice.manual.addresses[member.name] = member.value.string
    }
    return choice
  }

  /// Saves the choice of an environment; nil takes it back.
  ///
  /// - Throws: `Refusal`, or the store's error.
  @discardableResult
  public func choose(_ environment: String?) async throws -> EnvironmentChoice {
    guard base.canChoose else { throw Refusal.fixedByRelease }
    if let environment, !base.environments.contains(environment) {
      throw Refusal.unknownEnvironment(environment)
    }
    var choice = await current()
    choice.manual.environment = environment
    return try await save(choice)
  }

  /// Saves an address for a service; nil takes it back. It is used outside the release environment only.
  ///
  /// - Throws: `Refusal`, or the store's error.
  @discardableResult
  public func setAddress(_ address: String?, of service: String) async throws -> EnvironmentChoice {
    guard base.canChoose else { throw Refusal.fixedByRelease }
    if let address, WebAddress(address) == nil { throw Refusal.noWebAddress(address) }
    var choice = await current()
    choice.manual.addresses[service] = address
    return try await save(choice)
  }

  private func save(_ choice: EnvironmentChoice) async throws -> EnvironmentChoice {
    let addresses = choice.manual.addresses.sorted { $0.key < $1.key }
    let value: JSONValue = .object(
      JSONObject([
        .init(name: "environment", value: choice.manual.environment.map(JSONValue.string) ?? .null),
        .init(
          name: "addresses",
          value: .object(JSONObject(addresses.map { .init(name: $0.key, value: .string($0.value)) }))),
      ]))
    try await store.store(CacheEntry(value, storedAt: now()), for: Self.key)
    return choice
  }
}
