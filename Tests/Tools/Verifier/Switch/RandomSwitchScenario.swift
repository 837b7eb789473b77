import LaunchFlowSimulator

@testable import LaunchFlowAuthoring
@testable import LaunchFlowSwitch

/// Draws small switches and scripts of faults, with times that often meet.
struct RandomSwitchScenario {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func draw(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  private mutating func seconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(500 * (2 * range.lowerBound + draw(2 * (range.upperBound - range.lowerBound) + 1)))
  }

  mutating func document() -> OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    var probe = Flow.Request(.url("https://probe.example.com/204"))
    probe.expect = .none
    var network = OfflineSwitchDocument.Network(
      probe: probe, timeout: seconds(1...3), every: seconds(10...20))
    network.everyWhileDown = seconds(4...6)
    network.debounce = .init(down: seconds(0...3), up: seconds(0...2))
    network.grace = seconds(0...4)
    document.network = network
    document.marked = .init(cache: "offline-marked")
    if draw(2) == 0 {
      var question = Flow.Request(.url("https://qos.example.com/decide"))
      question.query = [Flow.NamedValue("domain", .string("${domain}"))]
      let names = ["trade", "member"].prefix(1 + draw(2))
      var service = OfflineSwitchDocument.Service(
        watch: names.compactMap { name in
          Endpoint("GET /\(name)/*").map { OfflineSwitchDocument.Domain(name, [$0]) }
        },
        confirm: question, timeout: seconds(1...3),
        results: [.init("faulty", Predicate(at: JSONPointer(tokens: ["fault"]), [.equals(.bool(true))]))])
      service.trigger = .init(failures: 1 + draw(2), within: seconds(5...9))
      service.poll = .init(
        every: seconds(2...4), factor: draw(2) == 0 ? 1 : 1.5, maxEvery: .seconds(8),
        jitter: draw(3) == 0 ? .none : .full)
      service.keep = seconds(15...40)
      document.service = service
    }
    return document
  }

  mutating func scenario(for document: OfflineSwitchDocument) -> SwitchScenario {
    var scenario = SwitchScenario(name: "random")
    scenario.length = .seconds(70)
    for _ in 0..<draw(3) {
      let from = seconds(5...30)
      scenario.network.append(
        .init(from: from, to: from + seconds(1...15), draw(2) == 0 ? .silent : .refused))
    }
    if scenario.network.count == 1, draw(2) == 0 {
      scenario.network[0].window = .milliseconds(500 * (1 + draw(20)))
      scenario.network[0].to? += .seconds(10)
    }
    let hasWindow = scenario.network.contains { $0.window > .zero }
    if !hasWindow, draw(3) == 0 {
      scenario.path = [
        .init(from: seconds(5...20), paths: [.none]), .init(from: seconds(21...30), paths: [.cellular]),
      ]
    } else if !hasWindow, draw(4) == 0 {
      scenario.path = [
        .init(from: seconds(5...10), to: seconds(11...16), every: .seconds(1), paths: [.none, .wifi])
      ]
    }
    if draw(2) == 0 { scenario.calls.append(.init(every: seconds(3...8))) }
    if draw(5) == 0 {
      let from = seconds(5...20)
      scenario.background = [.init(from: from, to: from + seconds(2...9))]
    }
    if draw(6) == 0 {
      scenario.marks = [
        .init(time: .seconds(12), isMarked: true), .init(time: .seconds(22), isMarked: false),
      ]
    }
    if draw(6) == 0 { scenario.kills = [.init(time: .seconds(18), restart: .seconds(20))] }
    for domain in document.service?.watch ?? [] {
      if draw(2) == 0 {
        let from = seconds(4...20)
        scenario.incidents.append(.init(domain: domain.name, from: from, to: from + seconds(3...20)))
        if draw(3) == 0 { scenario.incidents[scenario.incidents.count - 1].window = .seconds(2) }
      }
      scenario.calls.append(.init(domain.name, every: seconds(2...5)))
      // No scenario can say how long the random wait after a pushed verdict is.
      if document.service?.poll.jitter == Flow.Retry.Jitter.none, draw(4) == 0 {
        scenario.verdicts.append(
          .init(
            time: seconds(5...30), domain: domain.name, verdict: draw(2) == 0 ? .faulty : .fine))
      }
    }
    if document.service != nil, draw(3) == 0 {
      let from = seconds(8...20)
      scenario.qos = [.init(from: from, to: from + seconds(2...9), draw(2) == 0 ? .silent : .refused)]
    }
    return scenario
  }
}
