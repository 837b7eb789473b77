import Foundation
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlow

/// Handlers that never return, launch after launch.
@Suite struct StuckHandlersTests {
  /// A store of an app's own, as plain as can be.
  private actor PlainStore: CacheStore {
    private var entries: [CacheKey: CacheEntry] = [:]
    func entry(for key: CacheKey) -> CacheEntry? { entries[key] }
    func store(_ entry: CacheEntry, for key: CacheKey) { entries[key] = entry }
    func removeEntry(for key: CacheKey) { entries[key] = nil }
    func removeEntries(in scope: String?) { entries = entries.filter { $0.key.scope != scope } }
  }

  enum Kind: CaseIterable {
    case memory, file, plain
  }

  /// Lands on `home` as soon as the cache has been read, and leaves its action behind.
  private static var flow: Flow {
    FlowEngineTests.flow { flow in
      flow.caches = [Flow.Cache("saved")]
      flow.steps.append(Flow.Step("saved", .cache("saved")))
      flow.landings[0] = Flow.Landing("home", when: Condition("saved", is: "available"))
    }
  }

  private static func threads(_ most: Int, _ mostStuck: Int, _ isOld: Bool) -> HandlerThreads {
    let size = ThreadPool.Size(first: 1, most: most, mostStuck: mostStuck)
    return HandlerThreads(ThreadPool("test", size), avoidsTaskExecutors: isOld)
  }

  /// All threads for handlers are taken for good by the third launch, with task executors and without.
  @Test(arguments: Kind.allCases, [false, true])
  func `stuck handlers do not take the caches away`(_ kind: Kind, _ isOld: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let gate = Gate()
    defer { gate.open() }
    let store: any CacheStore =
      switch kind {
      case .memory: MemoryCacheStore()
      case .file: FileCacheStore(folder: folder)
      case .plain: PlainStore()
      }
    try await store.store(CacheEntry("value", storedAt: Date()), for: CacheKey("saved"))
    var configuration = FlowEngine.Configuration()
    configuration.store = store
    configuration.cacheShare = 1
    let actions = FlowEngineTests.actions { _ in
      gate.block()
      return 1
    }
    let threads = Self.threads(2, 1, isOld)
    let engine = try FlowEngine(
      Self.flow, actions: actions, configuration: configuration,
      host: SystemHost(handlers: threads))
    for _ in 0..<10 {
      let landing = try await engine.start().landing
      #expect(landing.page == "home")
      #expect(landing["saved"]?.value == "value")
    }
  }

  @Test(arguments: [false, true])
  func `quick actions get past stuck ones, which are named after the run`(_ isOld: Bool) async throws {
    let gate = Gate()
    defer { gate.open() }
    let sink = FlowEngineOfflineTests.EngineEvents()
    var configuration = FlowEngine.Configuration()
    configuration.sinks = [TraceSink(sink)]
    let calls = Locked(0)
    let actions = FlowEngineTests.actions { _ in
      let number = calls.withLock {
        $0 += 1
        return $0
      }
      if number <= 2 { gate.block() }
      return 1
    }
    let engine = try FlowEngine(
      FlowEngineTests.flow(), actions: actions, configuration: configuration,
      host: SystemHost(handlers: Self.threads(2, 2, isOld)))
    let stuck = [try engine.start(), try engine.start()]
    #expect(await eventually { calls.withLock { $0 } == 2 })
    #expect(try await engine.start().landing.page == "home")
    for run in stuck { run.cancel() }
    let names = [1, 2].map { EngineEvent.handlerAbandoned(run: $0, step: "work") }
    #expect(await eventually { sink.events.withLock { Set($0).isSuperset(of: names) } })
  }
}
