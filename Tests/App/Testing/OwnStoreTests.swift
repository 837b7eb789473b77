import Foundation
import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTestHandlers
import LaunchFlowTesting
import Testing

/// A store of the app's own in virtual time.
@Suite struct OwnStoreTests {
  private static let flow = #"""
    { "flow": "launch", "deadline": "10s", "pages": ["home"], "caches": { "token": { "scope": "user" }, "city": {} },
      "steps": {
        "old": { "cache": "token" },
        "ask": { "action": "ask", "timeout": "5s", "store": "token" }
      },
      "landings": [{ "page": "home", "after": ["old", "ask"] }] }
    """#

  private static func test(_ store: KeychainLikeStore) throws -> LaunchTest {
    var test = try LaunchTest(Flow(data: Data(flow.utf8)))
    test.store = store
    test.actions.register("ask") { context in
      try await context.clock.sleep(for: .seconds(2))
      return "new"
    }
    return test
  }

  @Test func `a store gets the scenario's caches, and the report has its content at the end`() async throws {
    let store = KeychainLikeStore(delay: .zero)
    try await store.store(CacheEntry("left over", storedAt: Date()), for: CacheKey("city"))
    let report = try await Self.test(store).play(Scenario().with(cache: "token", "old", age: .seconds(60)))
    #expect(try report.landing?.value(of: "old", as: String.self) == "old")
    #expect(report.caches == ["token": "new"])
    #expect(report.problems == [])
    #expect(
      await store.calls == [
        "store city", "store token", "remove city", "read token", "store token", "read token", "read city",
      ])
  }

  @Test func `a store's waits are virtual`() async throws {
    let report = try await Self.test(KeychainLikeStore(delay: .milliseconds(300)))
      .play(Scenario().with(cache: "token", "old"))
    // The caches are read first, within a tenth of the deadline.
    #expect(report["old"]?.source == .cache)
    #expect(report["ask"]?.time == .milliseconds(2300))
    #expect(report.problems == [])
  }

  @Test func `a store that is too slow counts as empty`() async throws {
    let report = try await Self.test(KeychainLikeStore(delay: .seconds(4)))
      .play(Scenario().with(cache: "token", "old"))
    #expect(report["old"]?.status == .failed)
    #expect(report.problems == [])
  }

  @Test func `a store that leaves virtual time is named`() async throws {
    let store = KeychainLikeStore(delay: .zero)
    let test = try Self.test(store)
    let gate = Gate()
    await store.waitFor(gate)
    let report = try await test.play()
    gate.open()
    #expect(report.page == "home")
    let problem =
      "A store waits for something outside of virtual time, such as the network or Task.sleep. "
      + "The run continued without it. Let it wait by the context's clock or by LaunchTest.clock, "
      + "and answer its requests by closures of the test."
    #expect(report.problems == [problem, problem])
    #expect(report.caches == [:])
  }

  @Test func `an error of its own ends the test`() async throws {
    let store = KeychainLikeStore(delay: .zero)
    await store.lock()
    await #expect(throws: KeychainLikeStore.Locked()) { try await Self.test(store).play() }
  }
}

/// A store as an app might write it.
private actor KeychainLikeStore: CacheStore {
  struct Locked: Error, Equatable {}

  private(set) var calls: [String] = []
  private var entries: [CacheKey: CacheEntry] = [:]
  private var isLocked = false
  private var gate: Gate?
  private let delay: Duration

  init(delay: Duration) { self.delay = delay }

  func lock() { isLocked = true }

  /// Reads wait for a gate, in real time.
  func waitFor(_ gate: Gate) { self.gate = gate }

  func entry(for key: CacheKey) async throws -> CacheEntry? {
    try await LaunchTest.clock.sleep(for: delay)
    await gate?.wait()
    calls.append("read \(key.name)")
    return entries[key]
  }

  func store(_ entry: CacheEntry, for key: CacheKey) async throws {
    calls.append("store \(key.name)")
    entries[key] = entry
  }

  func removeEntry(for key: CacheKey) async throws {
    if isLocked { throw Locked() }
    calls.append("remove \(key.name)")
    entries[key] = nil
  }

  func removeEntries(in scope: String?) async throws {
    entries = entries.filter { $0.key.scope != scope }
  }
}
