import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlow

/// The switch in time that is moved by hand, over a network that a test answers.
@Suite struct OfflineSwitchTests {
  /// Keeps requests until the test answers them.
  final class HeldTransport: HTTPTransport {
    struct Held: Sendable {
      var url: String
      var completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    }

    let held = Locked<[Held]>([])
    let cancelled = Locked(0)

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> HTTPExchange {
      held.withLock { $0.append(Held(url: request.url, completion: completion)) }
      return HTTPExchange { [cancelled] in cancelled.withLock { $0 += 1 } }
    }

    /// Answers the oldest request; its address.
    @discardableResult
    func answer(_ status: Int, _ body: String = "") -> String? {
      guard let held = held.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
      held.completion(.success(HTTPResponse(status: status, body: Array(body.utf8))))
      return held.url
    }
  }

  /// Fails at whatever it is asked.
  struct BrokenStore: CacheStore {
    struct Broken: Error {}

    func entry(for key: CacheKey) async throws -> CacheEntry? { throw Broken() }
    func store(_ entry: CacheEntry, for key: CacheKey) async throws { throw Broken() }
    func removeEntry(for key: CacheKey) async throws { throw Broken() }
    func removeEntries(in scope: String?) async throws { throw Broken() }
  }

  private static let second: Int64 = 1_000_000_000
  private let loop = ManualEventLoop()
  private let transport = HeldTransport()

  static var document: OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    document.marked = OfflineSwitchDocument.Mark(cache: "offline-marked")
    var probe = Flow.Request(.url("https://probe.example.com/204"))
    probe.expect = .none
    var network = OfflineSwitchDocument.Network(probe: probe, timeout: .seconds(3), every: .seconds(60))
    network.everyWhileDown = .seconds(5)
    document.network = network
    var question = Flow.Request(.url("https://qos.example.com/decide"))
    question.query = [Flow.NamedValue("domain", "${domain}")]
    document.service = OfflineSwitchDocument.Service(
      watch: [OfflineSwitchDocument.Domain("trade", [Endpoint("POST /trade/*")].compactMap(\.self))],
      confirm: question, timeout: .seconds(3),
      results: [Flow.NamedResult("faulty", Predicate(at: JSONPointer(tokens: ["fault"]), [.equals(true)]))])
    document.service?.poll.jitter = .none
    return document
  }

  private func make(
    store: any CacheStore = MemoryCacheStore(), paths: (any PathSource)? = nil,
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws -> OfflineSwitch {
    let world = SwitchWorld(
      plan: try SwitchPlan(Self.document), transport: transport, store: store,
      environment: RequestEnvironment(), onProblem: onProblem, place: .eventLoop)
    let made = await OfflineSwitch(world, loop: loop, paths: paths, records: true)
    loop.settle()
    return made
  }

  private func pass(seconds: Int64) {
    let end = loop.now + seconds * Self.second
    while loop.step(through: end) {}
    loop.settle()
  }

  private func causes(_ offlineSwitch: OfflineSwitch) -> [OfflineState.Cause] {
    offlineSwitch.state.causes.map(\.cause)
  }

  @Test func theNetworkGoesAndComesBack() async throws {
    let paths = PathFeed(.cellular)
    let offlineSwitch = try await make(paths: paths)
    #expect(transport.answer(503) == "https://probe.example.com/204")
    loop.settle()
    #expect(!offlineSwitch.state.isOffline, "a sign alone is not believed")
    pass(seconds: 2)
    transport.answer(500)
    loop.settle()
    #expect(causes(offlineSwitch) == [.cellular])
    #expect(offlineSwitch.state.isOffline(domain: "trade"))
    pass(seconds: 5)
    transport.answer(204)
    pass(seconds: 1)
    transport.answer(200)
    loop.settle()
    #expect(offlineSwitch.state == .online)
  }

  @Test func aProbeWithoutAnAnswerIsGivenUp() async throws {
    let offlineSwitch = try await make()
    pass(seconds: 3)
    #expect(transport.cancelled.withLock { $0 } == 1)
    pass(seconds: 5)
    #expect(causes(offlineSwitch) == [.wifi])
    // Answers to probes that were given up change nothing.
    while transport.answer(204) != nil {}
    loop.settle()
    #expect(causes(offlineSwitch) == [.wifi])
  }

  @Test func aFailedCallLeadsToAQuestionAndTheDomainGoesOffline() async throws {
    let offlineSwitch = try await make()
    transport.answer(204)
    loop.settle()
    offlineSwitch.report(
      failure: NetworkCall(method: "POST", url: "https://a.example.com/trade/pay?x=1"), .server)
    loop.settle()
    #expect(transport.answer(200, #"{"fault":true}"#) == "https://qos.example.com/decide?domain=trade")
    loop.settle()
    #expect(causes(offlineSwitch) == [.domain("trade")])
    #expect(!offlineSwitch.state.isAppOffline)
    #expect(offlineSwitch.state.isOffline(domain: "trade"))
    #expect(!offlineSwitch.state.isOffline(domain: "member"))
    pass(seconds: 15)
    transport.answer(200, #"{"fault":false}"#)
    loop.settle()
    #expect(offlineSwitch.state == .online)
  }

  @Test func aRefusalOrAnUnwatchedCallLeadsToNone() async throws {
    let offlineSwitch = try await make()
    transport.answer(204)
    loop.settle()
    offlineSwitch.report(failure: NetworkCall(method: "POST", path: "/trade/pay"), .client)
    offlineSwitch.report(failure: NetworkCall(method: "POST", path: "/other"), .server)
    loop.settle()
    #expect(transport.answer(200) == nil)
  }

  @Test func inTheBackgroundNothingIsProbed() async throws {
    let offlineSwitch = try await make()
    transport.answer(204)
    loop.settle()
    offlineSwitch.enterBackground()
    pass(seconds: 600)
    #expect(transport.held.withLock { $0.isEmpty })
    offlineSwitch.returnToForeground()
    pass(seconds: 5)
    #expect(transport.answer(204) != nil, "the grace is over")
  }

  @Test func aStopEndsAllAndNobodyWaitsInVain() async throws {
    let offlineSwitch = try await make()
    offlineSwitch.stop()
    loop.settle()
    #expect(transport.cancelled.withLock { $0 } == 1)
    pass(seconds: 600)
    #expect(transport.held.withLock { $0.count } == 1)
    let loop = loop
    await #expect(throws: CancellationError.self) {
      async let pressed: Void = offlineSwitch.mark()
      while !Task.isCancelled, loop.pendingWork == 0 { await Task.yield() }
      loop.settle()
      try await pressed
    }
  }
}

/// The button, in real time.
@Suite struct OfflineMarkTests {
  private let transport = OfflineSwitchTests.HeldTransport()

  private static var document: OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    document.marked = OfflineSwitchDocument.Mark(cache: "offline-marked")
    return document
  }

  @Test func aMarkIsStoredBeforeItIsShownAndSurvives() async throws {
    let store = MemoryCacheStore()
    let first = try await OfflineSwitch(Self.document, transport: transport, store: store)
    #expect(!first.state.isOffline)
    try await first.mark()
    #expect(first.state.causes.map(\.cause) == [.marked])
    let since = try #require(first.state.causes.first?.since)
    let second = try await OfflineSwitch(Self.document, transport: transport, store: store)
    #expect(second.state.causes == [OfflineState.Holding(.marked, since: since)])
    try await second.unmark()
    #expect(second.state == .online)
    let third = try await OfflineSwitch(Self.document, transport: transport, store: store)
    #expect(third.state == .online)
  }

  @Test func theLastOfManyPressesIsWhatIsStored() async throws {
    let store = MemoryCacheStore()
    let offlineSwitch = try await OfflineSwitch(Self.document, transport: transport, store: store)
    for _ in 0..<50 {
      async let mark: Void = offlineSwitch.mark()
      async let unmark: Void = offlineSwitch.unmark()
      _ = try await (mark, unmark)
      let stored = await store.entry(for: CacheKey("offline-marked"))
      #expect((stored?.value == .bool(true)) == offlineSwitch.state.isOffline)
    }
  }

  @Test func aMarkThatCannotBeStoredHoldsAndIsTold() async throws {
    let problems = Locked(0)
    let offlineSwitch = try await OfflineSwitch(
      Self.document, transport: transport, store: OfflineSwitchTests.BrokenStore(),
      onProblem: { _ in problems.withLock { $0 += 1 } })
    #expect(problems.withLock { $0 } == 1, "it could not be read")
    await #expect(throws: OfflineSwitchTests.BrokenStore.Broken.self) { try await offlineSwitch.mark() }
    #expect(offlineSwitch.state.isAppOffline)
    #expect(problems.withLock { $0 } == 2)
  }

  @Test func theStatesBeginWithTheCurrentOneAndNeverLoseTheLast() async throws {
    let offlineSwitch = try await OfflineSwitch(
      Self.document, transport: transport, store: MemoryCacheStore())
    try await offlineSwitch.mark()
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next()?.isOffline == true)
    for _ in 0..<20 {
      try await offlineSwitch.unmark()
      try await offlineSwitch.mark()
    }
    try await offlineSwitch.unmark()
    var last = await states.next()
    while last?.isOffline == true { last = await states.next() }
    #expect(last == .online)
  }

  /// Its calls block until the test lets go of them.
  final class BlockingTransport: HTTPTransport {
    let blocksSending: Bool
    let gate = Gate()
    let counts = Locked((sent: 0, cancelled: 0, returned: 0))

    init(blocksSending: Bool) {
      self.blocksSending = blocksSending
    }

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> HTTPExchange {
      counts.withLock { $0.sent += 1 }
      if blocksSending { block() }
      return HTTPExchange { [self] in
        counts.withLock { $0.cancelled += 1 }
        block()
      }
    }

    private func block() {
      gate.block()
      counts.withLock { $0.returned += 1 }
    }
  }

  /// The button works, and the network is given up, while the app's transport blocks in a call or a cancellation.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func aTransportThatBlocksHoldsUpNoButton(_ blocksSending: Bool) async throws {
    let transport = BlockingTransport(blocksSending: blocksSending)
    defer { transport.gate.open() }
    var document = Self.document
    let probe = Flow.Request(.url("https://probe.example.com/204"))
    var network = OfflineSwitchDocument.Network(probe: probe, timeout: .milliseconds(20), every: .seconds(20))
    network.debounce.down = .milliseconds(1)
    document.network = network
    let offlineSwitch = try await OfflineSwitch(
      document, transport: transport, store: MemoryCacheStore(), paths: PathFeed(.wifi))
    #expect(
      await eventually {
        transport.counts.withLock { blocksSending ? $0.sent > 0 : $0.cancelled > 0 }
      })
    try await offlineSwitch.mark()
    #expect(offlineSwitch.state.causes.first?.cause == .marked)
    #expect(await eventually { offlineSwitch.state.causes.count == 2 })
    #expect(transport.counts.withLock { $0.returned } == 0)
  }

  @Test func aFileThatIsWrongIsRefused() async {
    let transport = transport
    await #expect(throws: InvalidSwitch.self) {
      _ = try await OfflineSwitch(
        OfflineSwitchDocument(name: "none"), transport: transport, store: MemoryCacheStore())
    }
  }
}

@Suite struct NetworkCallTests {
  @Test(arguments: [
    ("https://a.example.com/trade/pay?x=1#y", "/trade/pay"), ("https://a.example.com", "/"),
    ("/trade/pay?x=1", "/trade/pay"), ("http://127.0.0.1:8080/a/b", "/a/b"),
  ])
  func takesThePathOutOfAnAddress(_ url: String, path: String) {
    #expect(NetworkCall(method: "GET", url: url).path == path)
  }
}
