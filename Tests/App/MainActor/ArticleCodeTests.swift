import Foundation
import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowSimulator
import LaunchFlowTelemetry
import LaunchFlowTesting
import LaunchFlowUI
import Testing

// This module isolates to the main actor by default, as a new project of Xcode does. What the articles show must compile in
// it. Code that threads of the engine call says `nonisolated`.

/// A value of a step: decoded on threads of the engine.
nonisolated struct Order: Codable, Sendable, Equatable { var number: Int }

nonisolated struct Receipt: Codable, Sendable { var paid: Bool }

/// Something of the app's on the main actor.
final class Router {
  private(set) var pages: [String] = []

  func show(_ page: String) { pages.append(page) }
}

final class PaymentScreen {
  private let runs = RunOwner()
  private let router: Router
  private let engine: FlowEngine

  init(_ engine: FlowEngine, _ router: Router) {
    self.engine = engine
    self.router = router
  }

  func pay() throws {
    let run = try engine.start(inputs: ["signed-in": true], owner: runs)
    Task { [weak self] in
      let landing = await run.landing
      self?.router.show(landing.page)
    }
  }
}

actor Keychain: CacheStore {
  private var entries: [CacheKey: CacheEntry] = [:]

  func entry(for key: CacheKey) async throws -> CacheEntry? { entries[key] }
  func store(_ entry: CacheEntry, for key: CacheKey) async throws { entries[key] = entry }
  func removeEntry(for key: CacheKey) async throws { entries[key] = nil }
  func removeEntries(in scope: String?) async throws { entries = entries.filter { $0.key.scope != scope } }
}

nonisolated struct Answers: HTTPTransport {
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    completion(.success(HTTPResponse(status: 200, body: Array("{}".utf8))))
    return {}
  }
}

nonisolated struct EventCounter: EventSink {
  let count = Locked(0)
  let cancelled = AsyncStream.makeStream(of: Void.self)

  func take(_ event: Trace.Event, run: Int, trace: Trace) {
    count.withLock { $0 += 1 }
    if event.kind == .cancelled { cancelled.continuation.finish() }
  }
}

@Suite struct ArticleCodeTests {
  private static let text = #"""
    { "flow": "shop", "deadline": "2h", "pages": ["home", "login"], "inputs": { "signed-in": { "type": "boolean" } },
      "caches": { "order": {} },
      "steps": {
        "get-order": { "action": "get-order", "timeout": "1h", "store": "order", "fallback": [{ "cache": "order" }] },
        "ask": { "lane": "main", "action": "ask", "timeout": "1h" },
        "pay": { "needs": ["get-order"], "action": "pay", "with": { "number": "${get-order/number}" }, "timeout": "1h" },
        "greet": { "http": { "url": "https://api.example.com/greet" }, "timeout": "1h" }
      },
      "landings": [{ "page": "home", "when": { "pay": "available" }, "after": ["ask", "greet"] }, { "page": "login" }] }
    """#

  private static func permission() async -> String { "granted" }

  private static func actions() -> FlowActions {
    var actions = FlowActions()
    actions.register("get-order") { context in
      try await context.clock.sleep(for: .milliseconds(5))
      context.report(progress: 1)
      return ["number": 7]
    }
    actions.register("ask") { context in .string(await permission()) }
    actions.register("pay", Order.self) { order, context in Receipt(paid: order.number == 7) }
    return actions
  }

  private static func engine(_ actions: FlowActions = actions()) throws -> (FlowEngine, EventCounter) {
    let counter = EventCounter()
    var configuration = FlowEngine.Configuration()
    configuration.store = Keychain()
    configuration.transport = Answers()
    configuration.sinks = [
      .lines { line in _ = line }, .spans(service: "shop", version: "1") { body in _ = body },
      TraceSink(counter),
    ]
    configuration.prepare["api"] = { request in
      var signed = request
      signed[header: "Authorization"] = await permission()
      return signed
    }
    let flow = try Flow(data: Data(text.utf8))
    return (try FlowEngine(flow, actions: actions, configuration: configuration), counter)
  }

  @Test func `a launch, its pages and its values`() async throws {
    let (engine, counter) = try Self.engine()
    let landing = try await engine.land(inputs: ["signed-in": true])
    #expect(landing.page == "home")
    #expect(try landing.value(of: "get-order", as: Order.self) == Order(number: 7))
    let router = Router()
    let run = try engine.start(
      inputs: ["signed-in": true],
      pages: ["home": { landing in router.show(landing.page) }, "login": { _ in router.show("login") }])
    for await fresh in run.refreshedSteps { router.show(fresh.name) }
    _ = await run.finished
    #expect(router.pages == ["home"])
    let screen = PaymentScreen(engine, router)
    try screen.pay()
    while router.pages.count < 2 { await Task.yield() }
    #expect(router.pages == ["home", "home"])
    #expect(counter.count.withLock { $0 } > 0)
    try await engine.clearCaches(inScope: nil)
  }

  @Test func `a released screen cancels its run`() async throws {
    var actions = Self.actions()
    actions.register("ask") { context in
      try await context.clock.sleep(for: .seconds(36_000))
      return .null
    }
    let (engine, counter) = try Self.engine(actions)
    let router = Router()
    var screen: PaymentScreen? = PaymentScreen(engine, router)
    try screen?.pay()
    screen = nil
    for await _ in counter.cancelled.stream {}
    #expect(router.pages == [])
  }

  @Test func `a launch that views observe`() async throws {
    let launch = Launch { try Self.engine().0 }
    await launch.run(inputs: ["signed-in": true])
    #expect(launch.landing?.page == "home")
    #expect(launch.value(of: "ask") == "granted")
  }

  @Test func `a delivery`() async throws {
    var settings = DeliverySettings()
    settings.appVersion = "1"
    settings.onEvent = { event in _ = "\(event)" }
    let folder = FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let delivery = Delivery(
      try BundledFlow(data: Data(Self.text.utf8)), actions: Self.actions(), folder: folder,
      keys: ["a": "none"],
      source: PackageSource { _ in .unchanged }, settings: settings)
    let engine = try delivery.makeEngine()
    #expect(try await engine.land(inputs: ["signed-in": true]).page == "home")
    delivery.leftForeground()
    await delivery.finished()
  }

  @Test func `the launch in virtual time`() async throws {
    var test = try LaunchTest(Flow(data: Data(Self.text.utf8)), actions: Self.actions())
    test.store = Keychain()
    test.answer("greet") { request, context in
      try await context.clock.sleep(for: .milliseconds(900))
      return .json("Hello")
    }
    let report = try await test.play(Scenario().with(input: "signed-in", true))
    #expect(report.page == "home")
    #expect(report.time == .milliseconds(900))
    #expect(report.problems == [])
    #expect(report.caches["order"] == ["number": 7])
  }
}
