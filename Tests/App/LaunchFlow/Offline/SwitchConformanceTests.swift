import Foundation
import LaunchFlowSimulator
import LaunchFlowSwitch
import LaunchFlowTesting
import Testing

@testable import LaunchFlow
@testable import LaunchFlowOffline

/// The switch that runs, in time that is moved by hand, records what the simulator records.
@Suite struct SwitchConformanceTests {
  /// Answers after a latency, but for requests that meet a silence.
  final class SilencedTransport: HTTPTransport {
    let loop: ManualEventLoop
    let latency: Int64
    let silences: [Range<Int64>]
    /// Alarms stay set for as long as somebody holds them.
    let alarms = Locked<[any Alarm]>([])

    init(_ loop: ManualEventLoop, latency: Int64, silences: [Range<Int64>]) {
      self.loop = loop
      self.latency = latency
      self.silences = silences
    }

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      let (sent, arrival) = (loop.now, loop.now + latency)
      guard !silences.contains(where: { $0.lowerBound <= arrival && sent < $0.upperBound }) else {
        return {}
      }
      let alarm = loop.makeAlarm { completion(.success(HTTPResponse(status: 204))) }
      alarm.set(at: arrival)
      alarms.withLock { $0.append(alarm) }
      return { alarm.set(at: nil) }
    }
  }

  private static let millisecond: Int64 = 1_000_000
  private static let end: Int64 = 600_000 * millisecond

  private static var document: OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    var probe = Flow.Request(.url("https://probe.example.com/204"))
    probe.expect = .none
    var network = OfflineSwitchDocument.Network(probe: probe, timeout: .seconds(3), every: .seconds(20))
    network.everyWhileDown = .seconds(5)
    document.network = network
    return document
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `records what the simulator records`(_ seed: UInt64) async throws {
    var state = seed &* 0x9e37_79b9_7f4a_7c15
    func random(_ bound: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % bound
    }
    let latency = (1 + random(2_500)) * Self.millisecond
    var silences: [Range<Int64>] = []
    var time: Int64 = 0
    while time < Self.end {
      let from = time + (1 + random(60_000)) * Self.millisecond
      time = from + (1 + random(30_000)) * Self.millisecond
      silences.append(from..<time)
    }
    let expected = try simulated(latency, silences)
    #expect(try await run(latency, silences) == expected, "seed \(seed)")
    #expect(expected.count > 40)
  }

  /// What both tell alike: the simulator knows the path from the start.
  private func comparable(_ trace: SwitchTrace) -> [SwitchTrace.Event] {
    trace.events.filter { event in
      switch event.kind {
      case .input(.started), .input(.pathChanged): false
      default: event.time <= Self.end
      }
    }
  }

  private func simulated(_ latency: Int64, _ silences: [Range<Int64>]) throws -> [SwitchTrace.Event] {
    var scenario = SwitchScenario()
    scenario.length = .nanoseconds(Self.end)
    scenario.probeTakes = .fixed(.nanoseconds(latency))
    scenario.network = silences.map {
      Scenario.Outage(from: .nanoseconds($0.lowerBound), to: .nanoseconds($0.upperBound), .silent)
    }
    return comparable(try SwitchSimulation(SwitchPlan(Self.document), scenario).run().trace)
  }

  private func run(_ latency: Int64, _ silences: [Range<Int64>]) async throws -> [SwitchTrace.Event] {
    let loop = ManualEventLoop()
    let transport = SilencedTransport(loop, latency: latency, silences: silences)
    let world = SwitchWorld(
      plan: SwitchPlan(Self.document), transport: transport, store: MemoryCacheStore(),
      environment: RequestEnvironment(), onProblem: { _ in }, queue: nil)
    let trace = Locked(SwitchTrace(world.plan))
    let offlineSwitch = await OfflineSwitch(world, loop: loop) { input, effects, time in
      trace.withLock { $0.record(input, effects, at: time) }
    }
    offlineSwitch.report(path: .medium(.wifi))
    while loop.step(through: Self.end) {}
    withExtendedLifetime(offlineSwitch) {}
    return comparable(trace.withLock { $0 })
  }
}
