import Foundation
import LaunchFlowMachine
import LaunchFlowModel

/// Keeps a person's choice of environment in a store, for an app's developer menu and the start of runs.
///
/// A release build's own constant wins over the saved choice, which wins over the build's default. Without any of them,
/// the environment is the flow's first one, that of release builds.
public actor EnvironmentSettings {
  /// A choice that is refused.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownEnvironment(String)
    /// A release build's environment is fixed.
    case fixedByRelease
    /// The text is not an `http` or `https` address.
    case noWebAddress(String)

    /// The refusal as one sentence.
    package var description: String {
      switch self {
      case .unknownEnvironment(let name): "the flow has no environment \"\(name)\""
      case .fixedByRelease: "the environment of a release build is fixed"
      case .noWebAddress(let text): "\"\(text)\" is not an http or https address"
      }
    }
  }

  /// A person's choice; without an environment the build decides.
  private struct Choice {
    var environment: String?
    /// The addresses that a person entered, by service.
    var addresses: [String: String] = [:]
  }

  private static let key = CacheKey("environment", scope: "launchflow.settings")

  /// The environments that the flow declares, the release build's first.
  public nonisolated let environments: [String]
  private let releaseConstant: String?
  private let buildDefault: String?
  private let store: any CacheStore
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
    environments = flow.environments
    self.releaseConstant = releaseConstant
    self.buildDefault = buildDefault
    self.store = store
    self.now = now
  }

  /// Whether this build uses a person's choice. A release build does not.
  public nonisolated var canChoose: Bool { releaseConstant == nil }

  /// The current environment. A choice that cannot be read, or that the flow no longer declares, counts as none.
  public func current() async -> RequestEnvironment { environment(by: await saved()) }

  /// Saves the choice of an environment; nil removes it. An unknown environment is refused, and any choice in a release
  /// build.
  ///
  /// - Throws: An error that describes itself, or the store's.
  @discardableResult
  public func choose(_ environment: String?) async throws -> RequestEnvironment {
    try await change { choice in
      if let environment, !environments.contains(environment) {
        throw Refusal.unknownEnvironment(environment)
      }
      choice.environment = environment
    }
  }

  /// Saves an address for a service; nil removes it. It is used only outside of the release environment. A text that is
  /// not a web address is refused, and any address in a release build.
  ///
  /// - Throws: An error that describes itself, or the store's.
  @discardableResult
  public func setAddress(_ address: String?, of service: String) async throws -> RequestEnvironment {
    try await change { choice in
      if let address, WebAddress(address) == nil { throw Refusal.noWebAddress(address) }
      choice.addresses[service] = address
    }
  }

  private func environment(by choice: Choice) -> RequestEnvironment {
    let candidates =
      [releaseConstant.map { environments.contains($0) ? $0 : environments.first ?? $0 }]
      + [choice.environment, buildDefault]
    let name = candidates.compactMap(\.self).first(where: environments.contains) ?? environments.first
    return RequestEnvironment(name, isRelease: name == environments.first, addresses: choice.addresses)
  }

  private func saved() async -> Choice {
    var choice = Choice()
    // A release build does not read the choice, so that remains of a test have no effect.
    guard canChoose else { return choice }
    let value = (try? await store.entry(for: Self.key))?.value.object
    choice.environment = value?["environment"]?.string
    for member in value?["addresses"]?.object?.members ?? [] {
      choice.addresses[member.name] = member.value.string
    }
    return choice
  }

  private func change(_ change: (inout Choice) throws -> Void) async throws -> RequestEnvironment {
    guard canChoose else { throw Refusal.fixedByRelease }
    var choice = await saved()
    try change(&choice)
    let addresses = choice.addresses.sorted { $0.key < $1.key }
    let value: JSONValue = .object(
      JSONObject([
        .init(name: "environment", value: choice.environment.map(JSONValue.string) ?? .null),
        .init(
          name: "addresses",
          value: .object(JSONObject(addresses.map { .init(name: $0.key, value: .string($0.value)) }))),
      ]))
    try await store.store(CacheEntry(value, storedAt: now()), for: Self.key)
    return environment(by: choice)
  }
}
