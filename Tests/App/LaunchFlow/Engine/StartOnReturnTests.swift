import Foundation
import LaunchFlowModel
import LaunchFlowTestHandlers
import LaunchFlowTesting
import Testing

@testable import LaunchFlow

/// A flow that starts when the app comes back online.
@Suite struct StartOnReturnTests {
  private static let offline = OfflineState(causes: [.wifi])
  private static let tradeIsDown = OfflineState(causes: [.domain("trade")])

  /// The sales that are kept, and what was sent of them.
  private actor Till {
    private(set) var sent: [JSONValue] = []
    func send(_ sale: JSONValue) { sent.append(sale) }
  }

  private static func engine(_ body: @escaping FlowActions.Body) throws -> FlowEngine {
    let flow = FlowEngineTests.flow { flow in
      flow.inputs = [Flow.Input("sale", .string)]
      flow.steps[0].work = .action(Flow.Action("work", with: "${sale}"))
    }
    return try FlowEngine(flow, actions: FlowEngineTests.actions(body))
  }

  @Test func `a kept sale is sent on return`() async throws {
    let till = Till()
    let engine = try Self.engine { context in
      await till.send(context.input ?? .null)
      return 1
    }
    let feed = OfflineFeed(Self.offline)
    let (runs, source) = AsyncStream.makeStream(of: FlowRun.self)
    let kept = Locked(["s-1", "s-2"])
    let observation = engine.startOnReturn(to: feed) {
      kept.withLock { $0.isEmpty ? nil : ["sale": .string($0.removeFirst())] }
    } onRun: { result in
      if case .success(let run) = result { source.yield(run) }
    }
    var iterator = runs.makeAsyncIterator()
    feed.send(.online)
    #expect(await iterator.next()?.landing.page == "home")
    #expect(await till.sent == ["s-1"])
    // A domain that fails is no return of the app.
    feed.send(Self.tradeIsDown)
    feed.send(.online)
    feed.send(Self.offline)
    feed.send(.online)
    #expect(await iterator.next()?.landing.page == "home")
    #expect(await till.sent == ["s-1", "s-2"])
    observation.cancel()
  }

  @Test func `a return during a run starts another one after it`() async throws {
    let gate = Gate()
    let running = Locked((now: 0, most: 0))
    let engine = try Self.engine { _ in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      await gate.wait()
      running.withLock { $0.now -= 1 }
      return 1
    }
    let feed = OfflineFeed()
    let (runs, source) = AsyncStream.makeStream(of: FlowRun.self)
    let observation = engine.startOnReturn(to: feed, domain: "trade") {
      ["sale": "s"]
    } onRun: { result in
      if case .success(let run) = result { source.yield(run) }
    }
    var iterator = runs.makeAsyncIterator()
    let first = await iterator.next()
    for _ in 0..<3 {
      feed.send(Self.tradeIsDown)
      feed.send(.online)
    }
    gate.open()
    #expect(await first?.landing.page == "home")
    #expect(await iterator.next()?.landing.page == "home")
    #expect(running.withLock { $0.most } == 1)
    observation.cancel()
  }

  @Test func `a mark that is not known counts as offline`() async throws {
    let engine = try Self.engine { _ in 1 }
    let feed = OfflineFeed(OfflineState(isMarkKnown: false))
    let (states, source) = AsyncStream.makeStream(of: Bool.self)
    let observation = engine.startOnReturn(to: feed) {
      source.yield(feed.state.isMarkKnown)
      return nil
    }
    feed.send(OfflineState(causes: [], isMarkKnown: false))
    feed.send(.online)
    var iterator = states.makeAsyncIterator()
    #expect(await iterator.next() == true)
    observation.cancel()
  }

  @Test func `a missing input is reported`() async throws {
    let engine = try Self.engine { _ in 1 }
    let (errors, source) = AsyncStream.makeStream(of: StartError.self)
    let observation = engine.startOnReturn(to: OfflineFeed()) {
      [:]
    } onRun: { result in
      if case .failure(let error) = result { source.yield(error) }
    }
    var iterator = errors.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    observation.cancel()
  }
}
