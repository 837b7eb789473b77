import Foundation
import LaunchFlowMachine
import LaunchFlowTestHandlers
import LaunchFlowTesting
import Testing

@testable import LaunchFlow
@testable import LaunchFlowOffline
@testable import LaunchFlowSwitch

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
    ) -> @Sendable () -> Void {
      held.withLock { $0.append(Held(url: request.url, completion: completion)) }
      return { [cancelled] in cancelled.withLock { $0 += 1 } }
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
    enum Broken: Error { case reading, writing }

    func entry(for key: CacheKey) async throws -> CacheEntry? { throw Broken.reading }
    func store(_ entry: CacheEntry, for key: CacheKey) async throws { throw Broken.writing }
    func removeEntry(for key: CacheKey) async throws { throw Broken.writing }
    func removeEntries(in scope: String?) async throws { throw Broken.writing }
  }

  /// Cannot be read, or does not answer, until the test says so: as a store whose files are protected until the
  /// device is unlocked.
  final class LockedStore: CacheStore {
    private typealias Completion = @Sendable (Result<CacheEntry?, any Error>) -> Void
    let hangs: Bool
    let readings = Locked(0)
    private let state = Locked((entry: CacheEntry?.none, isOpen: false, waiting: [Completion]()))
    let written = Locked<[CacheEntry]>([])

    init(hangs: Bool) {
      self.hangs = hangs
    }

    /// From now on it can be read; answers what waits.
    func open(with entry: CacheEntry?) {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        (state.entry, state.isOpen) = (entry, true)
        return state.waiting
      }
      for completion in waiting { completion(.success(entry)) }
    }

    func read(_ key: CacheKey, _ completion: @escaping @Sendable (Result<CacheEntry?, any Error>) -> Void) {
      readings.withLock { $0 += 1 }
      let result = state.withLock { state -> Result<CacheEntry?, any Error>? in
        if state.isOpen { return .success(state.entry) }
        guard hangs else { return .failure(BrokenStore.Broken.reading) }
        state.waiting.append(completion)
        return nil
      }
      if let result { completion(result) }
    }

    func entry(for key: CacheKey) async throws -> CacheEntry? { throw BrokenStore.Broken.reading }
    func store(_ entry: CacheEntry, for key: CacheKey) async throws { written.withLock { $0.append(entry) } }
    func removeEntry(for key: CacheKey) async throws {}
    func removeEntries(in scope: String?) async throws {}
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
    store: any CacheStore = MemoryCacheStore(),
    patience: Duration = .seconds(3_600), onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws -> OfflineSwitch {
    let world = SwitchWorld(
      plan: SwitchPlan(Self.document), transport: transport, store: store,
      environment: RequestEnvironment(), onProblem: onProblem, queue: nil)
    let made = await OfflineSwitch(world, loop: loop, markPatience: patience)
    loop.settle()
    return made
  }

  private func pass(seconds: Int64) {
    let end = loop.now + seconds * Self.second
    while loop.step(through: end) {}
    loop.settle()
  }

  private func causes(_ offlineSwitch: OfflineSwitch) -> [OfflineState.Cause] {
    offlineSwitch.state.causes
  }

  @Test func `a probe without an answer is cancelled`() async throws {
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

  @Test func `a failed call leads to a question and the domain goes offline`() async throws {
    let offlineSwitch = try await make()
    transport.answer(204)
    loop.settle()
    offlineSwitch.report(
      HTTPRequest(method: "POST", url: "https://a.example.com/trade/pay?x=1"), failure: .server)
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

  @Test func `there are no probes in the background`() async throws {
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

  /// What a store cannot tell yet is unknown, and asked for again; neither a hang nor an error is an "unmarked".
  @Test(arguments: [true, false], [true, false])
  func `a mark that cannot be read is unknown and read again`(_ hangs: Bool, _ isMarked: Bool) async throws {
    let store = LockedStore(hangs: hangs)
    let offlineSwitch = try await make(store: store, patience: hangs ? .milliseconds(1) : .seconds(3_600))
    #expect(!offlineSwitch.state.isMarkKnown)
    #expect(causes(offlineSwitch) == [])
    // The readings are made elsewhere, and their answers come back to the loop.
    let isReadAgain = await eventually {
      pass(seconds: 40)
      return store.readings.withLock { $0 } >= 3
    }
    #expect(isReadAgain)
    pass(seconds: 400)
    #expect(!offlineSwitch.state.isMarkKnown)
    if hangs { #expect(store.readings.withLock { $0 } == 3, "few hang at once") }
    store.open(with: isMarked ? CacheEntry(true, storedAt: Date(timeIntervalSince1970: 1)) : nil)
    let isKnown = await eventually {
      pass(seconds: 40)
      return offlineSwitch.state.isMarkKnown
    }
    #expect(isKnown)
    #expect(offlineSwitch.state.isMarked == isMarked)
    #expect(store.written.withLock { $0.isEmpty }, "it is stored already")
  }

  @Test func `the user's press counts more than a late reading`() async throws {
    let store = LockedStore(hangs: true)
    let offlineSwitch = try await make(store: store, patience: .milliseconds(1))
    let loop = loop
    async let pressed: Void = offlineSwitch.unmark()
    while !offlineSwitch.state.isMarkKnown {
      loop.settle()
      await Task.yield()
    }
    try await pressed
    store.open(with: CacheEntry(true, storedAt: Date(timeIntervalSince1970: 1)))
    #expect(await eventually { loop.pendingWork > 0 })
    loop.settle()
    #expect(!causes(offlineSwitch).contains(.marked))
  }

  @Test func `returning to the foreground reads an unknown mark at once`() async throws {
    let store = LockedStore(hangs: false)
    let offlineSwitch = try await make(store: store)
    offlineSwitch.enterBackground()
    store.open(with: CacheEntry(true, storedAt: Date(timeIntervalSince1970: 1)))
    offlineSwitch.returnToForeground()
    let isMarked = await eventually {
      loop.settle()
      return causes(offlineSwitch).contains(.marked)
    }
    #expect(isMarked)
  }

  @Test func `a stop ends all requests and answers all callers`() async throws {
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

  @Test func `a mark is stored before it is shown and survives`() async throws {
    let store = MemoryCacheStore()
    let first = await OfflineSwitch(Self.document, transport: transport, store: store)
    #expect(!first.state.isMarked)
    try await first.mark()
    #expect(first.state.causes == [.marked])
    let second = await OfflineSwitch(Self.document, transport: transport, store: store)
    #expect(second.state.causes == [.marked])
    try await second.unmark()
    #expect(second.state == .online)
    let third = await OfflineSwitch(Self.document, transport: transport, store: store)
    #expect(third.state == .online)
  }

  @Test func `the last of many presses is stored`() async throws {
    let store = MemoryCacheStore()
    let offlineSwitch = await OfflineSwitch(Self.document, transport: transport, store: store)
    for _ in 0..<10 {
      async let mark: Void = offlineSwitch.mark()
      async let unmark: Void = offlineSwitch.unmark()
      _ = try await (mark, unmark)
      let stored = await store.entry(for: CacheKey("offline-marked"))
      #expect((stored?.value == .bool(true)) == offlineSwitch.state.isMarked)
    }
  }

  @Test func `a mark that cannot be stored counts, and the error is reported`() async throws {
    typealias Broken = OfflineSwitchTests.BrokenStore.Broken
    let problems = Locked<[Broken]>([])
    let offlineSwitch = await OfflineSwitch(
      Self.document, transport: transport, store: OfflineSwitchTests.BrokenStore(),
      onProblem: { problem in problems.withLock { $0 += [problem as? Broken].compactMap(\.self) } })
    #expect(await eventually { problems.withLock { $0.first } == .reading })
    #expect(!offlineSwitch.state.isMarkKnown)
    await #expect(throws: Broken.writing) { try await offlineSwitch.mark() }
    #expect(offlineSwitch.state.isAppOffline)
    #expect(offlineSwitch.state.isMarkKnown)
    #expect(problems.withLock { $0.count { $0 == .writing } } == 1)
  }

  @Test func `the states begin with the current one and never lose the last`() async throws {
    let offlineSwitch = await OfflineSwitch(
      Self.document, transport: transport, store: MemoryCacheStore())
    try await offlineSwitch.mark()
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next()?.isMarked == true)
    for _ in 0..<20 {
      try await offlineSwitch.unmark()
      try await offlineSwitch.mark()
    }
    try await offlineSwitch.unmark()
    var last = await states.next()
    while last?.isMarked == true { last = await states.next() }
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
    ) -> @Sendable () -> Void {
      counts.withLock { $0.sent += 1 }
      if blocksSending { block() }
      return { [self] in
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
  @Test(arguments: [true, false])
  func `a transport that blocks does not delay the button`(_ blocksSending: Bool) async throws {
    let transport = BlockingTransport(blocksSending: blocksSending)
    defer { transport.gate.open() }
    var document = Self.document
    let probe = Flow.Request(.url("https://probe.example.com/204"))
    var network = OfflineSwitchDocument.Network(probe: probe, timeout: .milliseconds(20), every: .seconds(20))
    network.debounce.down = .milliseconds(1)
    document.network = network
    let offlineSwitch = await OfflineSwitch(document, transport: transport, store: MemoryCacheStore())
    offlineSwitch.report(path: .medium(.wifi))
    #expect(
      await eventually {
        transport.counts.withLock { blocksSending ? $0.sent > 0 : $0.cancelled > 0 }
      })
    try await offlineSwitch.mark()
    #expect(offlineSwitch.state.causes.first == .marked)
    #expect(await eventually { offlineSwitch.state.causes.count == 2 })
    #expect(transport.counts.withLock { $0.returned } == 0)
  }
}

@Suite struct RequestPlaceTests {
  @Test(arguments: [
    ("https://a.example.com/trade/pay?x=1#y", "/trade/pay"), ("https://a.example.com", "/"),
    ("/trade/pay?x=1", "/trade/pay"), ("http://127.0.0.1:8080/a/b", "/a/b"),
  ])
  func `finds the path of an address`(_ url: String, path: String) {
    #expect(HTTPRequest(url: url).path == path)
  }

  @Test(arguments: [
    ("https://A.example.com:8443/trade/pay?x=1#y", "a.example.com"), ("/trade/pay?x=1", nil),
    ("http://127.0.0.1:8080/a/b", "127.0.0.1"), ("https://user@evil.example.com/", nil),
  ])
  func `finds the host of an address`(_ url: String, host: String?) {
    #expect(HTTPRequest(url: url).host == host)
  }
}
