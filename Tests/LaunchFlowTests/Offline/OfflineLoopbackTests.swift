import Foundation
import LaunchFlowLoopback
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import Testing

@testable import LaunchFlow

/// A real run: a server that is stopped and started while the switch runs.
@Suite struct OfflineLoopbackTests {
  private static let windowDown = Duration.milliseconds(60)
  private static let windowUp = Duration.milliseconds(30)

  private func document(_ server: LoopbackServer) -> OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    var probe = Flow.Request(.url(server.address + "/204"))
    probe.expect = .none
    // So seldom that online only a failed call has it asked: on a busy machine a late answer would change the state.
    var network = OfflineSwitchDocument.Network(
      probe: probe, timeout: .milliseconds(1_900), every: .seconds(3_600))
    network.everyWhileDown = .milliseconds(1_950)
    network.debounce.down = Self.windowDown
    network.debounce.up = Self.windowUp
    document.network = network
    return document
  }

  @Test func `follows a server that is stopped and started`() async throws {
    let server = try LoopbackServer()
    server.script("/204", .status(204))
    let paths = PathFeed(.wifi)
    let world = SwitchWorld(
      plan: try SwitchPlan(document(server)), transport: URLSessionTransport(), store: MemoryCacheStore(),
      environment: RequestEnvironment(), onProblem: { _ in })
    let offlineSwitch = await OfflineSwitch(world, loop: DispatchEventLoop(), paths: paths, records: true)
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    for _ in 0..<3 {
      server.stop()
      // A call that found no answer, so that no test waits for the slow pace.
      offlineSwitch.report(failure: NetworkCall(method: "GET", path: "/"), .network)
      #expect(await states.next()?.causes.map(\.cause) == [.wifi])
      try server.start()
      #expect(await states.next() == .online)
    }
    let trace = try #require(await offlineSwitch.trace())
    check(trace)
  }

  @Test func `asks about a service whose calls fail and lets it back when it has recovered`() async throws {
    let server = try LoopbackServer()
    server.script("/trade/pay", .status(503))
    let faulty = Behaviour(.answer(.json(#"{"fault":true}"#)))
    server.script("/decide", faulty, .status(500), faulty)
    var question = Flow.Request(.url(server.address + "/decide"))
    question.query = [Flow.NamedValue("domain", "${domain}")]
    var document = OfflineSwitchDocument(name: "offline")
    document.service = OfflineSwitchDocument.Service(
      watch: [OfflineSwitchDocument.Domain("trade", [Endpoint("POST /trade/*")].compactMap(\.self))],
      confirm: question, timeout: .seconds(20),
      results: [Flow.NamedResult("faulty", Predicate(at: JSONPointer(tokens: ["fault"]), [.equals(true)]))])
    document.service?.poll = OfflineSwitchDocument.Poll(
      every: .milliseconds(20), factor: 1, maxEvery: nil, jitter: .none)
    let transport = URLSessionTransport()
    let offlineSwitch = try await OfflineSwitch(document, transport: transport, store: MemoryCacheStore())
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    let reporting = ReportingTransport(transport, reportingTo: offlineSwitch)
    let call = HTTPRequest(method: "POST", url: server.address + "/trade/pay")
    #expect(try await reporting.response(to: call, timeout: .seconds(30)).status == 503)
    #expect(await states.next()?.causes.map(\.cause) == [.domain("trade")])
    // Only now, or a slow reader would miss that it was faulty at all.
    server.script("/decide", Behaviour(.answer(.json(#"{"fault":false}"#))))
    #expect(await states.next() == .online)
    #expect(server.requests(for: "/decide").count >= 2)
    #expect(server.requests(for: "/decide").allSatisfy { $0.query == "domain=trade" })
  }

  /// Each change of the state came by a window of the file's length and a probe that decided; no wait was
  /// shorter than the file says. How much longer one was is the machine's load.
  private func check(_ trace: SwitchTrace) {
    var window: (opened: Int64, length: Int64)?
    var changes = 0
    for event in trace.events {
      switch event.kind {
      case .windowOpened(let direction, let length, _):
        #expect(length == (direction == .down ? Self.windowDown : Self.windowUp).nanoseconds)
        window = (event.time, length)
      case .probeStarted(_, isDeciding: true):
        if let window { #expect(event.time - window.opened >= window.length) }
      case .began, .ended:
        changes += 1
        #expect(window != nil)
        window = nil
      default: break
      }
    }
    #expect(changes == 6)
    #expect(trace.periods.map(\.cause) == Array(repeating: .network(.wifi), count: 3))
  }
}
