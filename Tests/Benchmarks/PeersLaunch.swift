import Foundation
import LaunchFlowAuthoring

/// A launch that every simulator can play: three calls side by side, then three in a row. A call takes a log-normal
/// time of median 0.4 s, 5 % fail and 5 % hang until the time-out of 10 s. What fails is replaced.
enum PeersLaunch {
  static let flow: Flow = {
    let first = ["a", "b", "c"].map { call($0) }
    let last = ["d", "e", "f"].enumerated().map { place, name in
      var step = call(name)
      step.fallback = [.value(1)]
      if place == 0 { step.after = first.map(\.name) } else { step.needs = [["d", "e", "f"][place - 1]] }
      return step
    }
    return Flow(
      name: "peers", deadline: .seconds(120), pages: [Flow.Page("home")], steps: first + last,
      landings: [Flow.Landing("home", after: ["f"])])
  }()

  static let scenario: Scenario = {
    var scenario = Scenario(name: "day")
    let odds = [("ok", 0.9), ("error", 0.05), ("hang", 0.05)].map { Scenario.Odds($0.0, $0.1) }
    scenario.steps = [
      Scenario.StepBehaviours(
        "*",
        [
          Scenario.Behaviour(
            takes: .logNormal(median: .milliseconds(400), p99: .microseconds(4_096_740)), outcome: .odds(odds)
          )
        ])
    ]
    return scenario
  }()

  /// The exact mean of the landing in seconds, by numerical integration.
  static let mean = 5.868252

  private static func call(_ name: String) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action("call")))
    step.timeout = .seconds(10)
    return step
  }

  /// The same launch as somebody would write it by hand, without a flow; the mean of the landings in seconds.
  static func byHand(runs: Int, seed: UInt64) -> Double {
    var random = SplitMix(state: seed)
    var sum = 0.0
    for _ in 0..<runs {
      let first = max(random.call(), random.call(), random.call())
      sum += first + random.call() + random.call() + random.call()
    }
    return sum / Double(runs)
  }

  private struct SplitMix {
    var state: UInt64
    private var spare: Double?

    init(state: UInt64) { self.state = state }

    private mutating func unit() -> Double {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
      return Double((z ^ z >> 31) >> 11) * 0x1p-53
    }

    /// By Box and Muller, two at a time.
    private mutating func normal() -> Double {
      if let known = spare {
        spare = nil
        return known
      }
      let radius = (-2 * log(1 - unit())).squareRoot()
      let angle = 2 * Double.pi * unit()
      spare = radius * sin(angle)
      return radius * cos(angle)
    }

    /// The seconds of one call.
    mutating func call() -> Double {
      unit() < 0.05 ? 10 : min(10, 0.4 * exp(normal()))
    }
  }
}
