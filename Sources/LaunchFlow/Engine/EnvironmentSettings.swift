import Foundation
import LaunchFlowMachine
import LaunchFlowModel

/// Reads, changes and saves what a person chose by hand: for an app's developer menu, and for whoever starts
/// a run.
public actor EnvironmentSettings {
  /// Why a choice is refused.
  public enum Refusal: Error, Hashable, Sendable {
    /// The flow declares no such environment.
    case unknownEnvironment(String)
    /// A release build's environment is fixed.
    case fixedByRelease
    /// It is no `http` or `https` address.
    case noWebAddress(String)
  }

  private static let key = CacheKey("environment", scope: "launchflow.settings")

  private let store: any CacheStore
  private let base: EnvironmentChoice
  private let now: @Sendable () -> Date

  /// Takes a flow's environments and a store.
  ///
  /// - Parameters:
  ///   - flow: The flow whose environments can be chosen from.
  ///   - releaseConstant: To be given in release builds, and only there.
  ///   - buildDefault: What the build uses unless told otherwise.
  ///   - store: Where the choice is saved.
  ///   - now: The calendar's clock, by which a saved choice is dated.
  public init(
    for flow: Flow, releaseConstant: String? = nil, buildDefault: String? = nil, store: any CacheStore,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    base = EnvironmentChoice(
      environments: flow.environments, releaseConstant: releaseConstant, buildDefault: buildDefault)
    self.store = store
    self.now = now
  }

  /// The choice as it stands. What cannot be read counts as not chosen.
  public func current() async -> EnvironmentChoice {
    var choice = base
    // A release build does not even look: what a test left on the device must not matter.
    guard base.canChoose else { return choice }
    let value = (try? await store.entry(for: Self.key))?.value.object
    choice.manual.environment = value?["environment"]?.string
    for member in value?["addresses"]?.object?.members ?? [] {
      choice.manual.addresses[member.name] = member.value.string
    }
    return choice
  }

  /// Saves the choice of an environment; nil leaves it to the build again.
  ///
  /// - Throws: `Refusal`, or what the store throws.
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

  /// Saves an address, typed in by hand, for a service; nil takes it back. It counts outside the release
  /// environment only.
  ///
  /// - Throws: `Refusal`, or what the store throws.
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
