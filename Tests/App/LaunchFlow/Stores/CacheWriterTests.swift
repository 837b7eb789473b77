import Foundation
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

@Suite struct CacheWriterTests {
  /// Holds up each write and each removal of one entry until its gate is open.
  actor SlowStore: CacheStore {
    private(set) var entries: [CacheKey: CacheEntry] = [:]
    private(set) var begun = 0
    let gate: Gate

    init(_ gate: Gate) {
      self.gate = gate
    }

    func entry(for key: CacheKey) -> CacheEntry? { entries[key] }
    func store(_ entry: CacheEntry, for key: CacheKey) async {
      begun += 1
      await gate.wait()
      entries[key] = entry
    }
    func removeEntry(for key: CacheKey) async {
      await gate.wait()
      entries[key] = nil
    }
    func removeEntries(in scope: String?) { entries = entries.filter { $0.key.scope != scope } }
  }

  private let key = CacheKey("kept", scope: "user")

  private func entry(_ value: JSONValue) -> CacheEntry {
    CacheEntry(value, storedAt: Date(timeIntervalSince1970: 0))
  }

  @Test func `a write from before a clearing is dropped`() async throws {
    let store = MemoryCacheStore()
    let writer = CacheWriter(store)
    let before = writer.generations
    try await writer.clear("user")
    writer.write(entry("old"), for: key, of: before)
    writer.write(entry("other"), for: CacheKey("kept"), of: before)
    await writer.settle()
    #expect(await store.entry(for: key) == nil)
    #expect(await store.entry(for: CacheKey("kept"))?.value == "other")
    writer.write(entry("new"), for: key, of: writer.generations)
    await writer.settle()
    #expect(await store.entry(for: key)?.value == "new")
  }

  @Test func `a write during a clearing leaves nothing behind`() async throws {
    let gate = Gate()
    let store = SlowStore(gate)
    let writer = CacheWriter(store)
    let before = writer.generations
    writer.write(entry("old"), for: key, of: before)
    #expect(await eventually { await store.begun == 1 })
    async let cleared: Void = writer.clear("user")
    #expect(await eventually { writer.generations.scopes["user"] == 1 })
    // Of the time after: it must survive the older one's cleaning up.
    writer.write(entry("new"), for: key, of: writer.generations)
    gate.open()
    try await cleared
    await writer.settle()
    #expect(await store.entry(for: key)?.value == "new")
  }

  @Test func `the newest write of a key counts`() async {
    let store = MemoryCacheStore()
    let writer = CacheWriter(store)
    for number in 0..<200 { writer.write(entry(.integer(Int64(number))), for: key, of: CacheGenerations()) }
    await writer.settle()
    #expect(await store.entry(for: key)?.value == 199)
  }

  @Test func `an entry that is being written can be read until its scope is cleared`() async throws {
    let gate = Gate()
    let store = SlowStore(gate)
    let writer = CacheWriter(store)
    writer.write(entry("old"), for: key, of: CacheGenerations())
    writer.write(entry("new"), for: key, of: CacheGenerations())
    #expect(writer.pending(for: key)??.value == "new")
    #expect(writer.pending(for: CacheKey("kept")) == nil)
    async let cleared: Void = writer.clear("user")
    #expect(await eventually { writer.generations.scopes["user"] == 1 })
    #expect(writer.pending(for: key) == nil)
    writer.write(entry("late"), for: key, of: CacheGenerations())
    #expect(writer.pending(for: key) == nil)
    writer.write(entry("newer"), for: key, of: writer.generations)
    #expect(writer.pending(for: key)??.value == "newer")
    gate.open()
    try await cleared
    await writer.settle()
    #expect(await store.entry(for: key)?.value == "newer")
    #expect(await eventually { writer.pending(for: key) == nil })
  }

  /// However slow the store is: what a run that began earlier still brings is not kept, what the clearing run brings
  /// is.
  @Test func `a removed entry is gone at once, and its own run may store another`() async throws {
    let gate = Gate()
    let store = SlowStore(gate)
    let writer = CacheWriter(store)
    let other = CacheKey("other", scope: "user")
    let earlier = writer.generations
    var own = writer.generations
    writer.write(entry("old"), for: key, of: own)
    writer.write(entry("untouched"), for: other, of: own)
    writer.remove(key, for: &own)
    #expect(writer.pending(for: key) == .some(nil))
    #expect(writer.pending(for: other)??.value == "untouched")
    writer.write(entry("late"), for: key, of: earlier)
    #expect(writer.pending(for: key) == .some(nil))
    gate.open()
    await writer.settle()
    #expect(await store.entry(for: key) == nil)
    #expect(await store.entry(for: other)?.value == "untouched")
    writer.write(entry("late"), for: key, of: earlier)
    await writer.settle()
    #expect(await store.entry(for: key) == nil)
    writer.write(entry("new"), for: key, of: own)
    await writer.settle()
    #expect(await store.entry(for: key)?.value == "new")
  }

  /// However slow the store is: an app that launches again right away has what the first launch stored.
  @Test func `the next run finds what the one before stored`() async throws {
    let gate = Gate()
    var configuration = FlowEngine.Configuration()
    configuration.store = SlowStore(gate)
    var flow = FlowEngineTests.flow()
    flow.caches = [Flow.Cache("kept", scope: "user")]
    flow.steps[0].store = "kept"
    flow.steps[0].fallback = [.cache("kept")]
    let calls = Locked(0)
    let engine = try FlowEngine(
      flow,
      actions: FlowEngineTests.actions { _ in
        let call = calls.withLock { count in
          count += 1
          return count
        }
        if call > 1 { throw ActionRefusal("gone") }
        return "token"
      }, configuration: configuration)
    let first = try engine.start()
    #expect(await first.landing.page == "home")
    _ = await first.finished
    let second = await (try engine.start()).landing
    #expect(second["work"]?.source == .cache)
    gate.open()
    await engine.storesWritten()
  }

  /// A logout in the middle of a launch: whoever answers later belongs to the user who has left.
  @Test(arguments: [true, false]) func `a run stores nothing into a scope that was cleared meanwhile`(
    isCleared: Bool
  ) async throws {
    let store = MemoryCacheStore()
    var configuration = FlowEngine.Configuration()
    configuration.store = store
    var flow = FlowEngineTests.flow()
    // Written only: no cache of the scope is read at the start.
    flow.caches = [Flow.Cache("kept", scope: "user")]
    flow.steps[0].store = "kept"
    let gate = Gate()
    let engine = try FlowEngine(
      flow,
      actions: FlowEngineTests.actions { _ in
        await gate.wait()
        return "token"
      }, configuration: configuration)
    let run = try engine.start()
    if isCleared { try await engine.clearCaches(inScope: "user") }
    gate.open()
    let trace = await run.finished
    #expect(trace.events.contains { $0.kind == .stored(step: 0, cache: "kept") })
    await engine.writer.settle()
    #expect(await store.entry(for: key)?.value == (isCleared ? nil : "token"))
  }
}
