import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

/// What holds whatever happens, tried over random sequences of events. A failure names its seed.
@Suite("SwitchMachine: what always holds")
struct SwitchMachinePropertyTests {
  /// An independent reading of the state: what has begun and not ended.
  private struct Ledger {
    var causes: [SwitchCause] = []

    mutating func apply(_ effects: [SwitchMachine.Effect], _ seed: UInt64) {
      for effect in effects {
        switch effect {
        case .began(let cause):
          #expect(!causes.contains(cause), "\(cause) begins twice, seed \(seed)")
          causes.append(cause)
        case .ended(let cause):
          #expect(causes.contains(cause), "\(cause) ends and did not hold, seed \(seed)")
          causes.removeAll { $0 == cause }
        default: break
        }
      }
    }
  }

  @Test(arguments: seeds(30))
  func holds(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bench = try SwitchBench(.sample(failures: Int.random(in: 1...4, using: &random)))
    bench.jitter = Double.random(in: 0...1, using: &random)
    var ledger = Ledger()
    bench.handle(.started(isMarked: Bool.random(using: &random), path: .medium(.wifi)))
    ledger.apply(bench.machine.effects, seed)
    for _ in 0..<400 {
      let before = bench.machine
      // Most of the time the next thing is a timer, so that every kind gets its turn.
      if let next = bench.nextTimer(), Int.random(in: 0..<3, using: &random) > 0 {
        bench.advance(to: next.due, including: false)
        bench.fire(next.timer)
      } else {
        let input = Self.randomInput(bench, &random)
        bench.handle(input)
        checkUnbelieved(input, before, bench.machine, seed)
      }
      ledger.apply(bench.machine.effects, seed)
      checkState(bench.machine, ledger, seed)
    }
    try checkRecovery(&bench, seed)
  }

  /// The state is the disjunction of its factors.
  private func checkState(_ machine: SwitchMachine, _ ledger: Ledger, _ seed: UInt64) {
    #expect(Set(machine.causes) == Set(ledger.causes), "seed \(seed)")
    #expect(machine.isOffline == !ledger.causes.isEmpty, "seed \(seed)")
    let isAppOffline = ledger.causes.contains {
      if case .domain = $0 { false } else { true }
    }
    #expect(machine.isAppOffline == isAppOffline, "seed \(seed)")
    for domain in 0..<2 {
      let expected = isAppOffline || ledger.causes.contains(.domain(domain))
      #expect(machine.isOffline(domain: domain) == expected, "seed \(seed)")
    }
  }

  /// Nothing inside a window changes what is believed of the network, and a stale answer changes nothing.
  private func checkUnbelieved(
    _ input: SwitchMachine.Input, _ before: SwitchMachine, _ after: SwitchMachine, _ seed: UInt64
  ) {
    switch input {
    case .probeEnded(let number, _):
      guard before.isStale(probe: number) else { return }
      #expect(
        after.state == before.state && after.effects.isEmpty, "a stale probe's answer counted, seed \(seed)")
    case .questionEnded(let domain, let number, _):
      guard before.isStale(question: number, domain: domain) else { return }
      #expect(after.state == before.state && after.effects.isEmpty, "a stale verdict counted, seed \(seed)")
    case .callSucceeded, .pathChanged, .callFailed:
      guard before.isInsideWindow else { return }
      #expect(after.isInsideWindow, "something ended the window, seed \(seed)")
      let touchesNetwork = after.effects.contains {
        switch $0 {
        case .began(.network), .ended(.network), .startProbe, .windowOpened, .decided: true
        case .arm(let timer, _, _), .disarm(let timer): timer.kind == .window
        default: false
        }
      }
      #expect(!touchesNetwork, "the window was not left alone, seed \(seed)")
    default: break
    }
  }

  /// A fault that ends is always left: with everything answering well, nothing but the mark stays.
  private func checkRecovery(_ bench: inout SwitchBench, _ seed: UInt64) throws {
    bench.handle(.returned)
    bench.handle(.pathChanged(.medium(.wifi)))
    for _ in 0..<400 {
      if bench.probe != nil {
        bench.take(["good"])
      } else if let domain = bench.questions.keys.min() {
        bench.take([bench.machine.plan.domains[domain], "fine"])
      } else if let next = bench.nextTimer() {
        bench.advance(to: next.due, including: false)
        bench.fire(next.timer)
      }
    }
    #expect(bench.machine.causes.allSatisfy { $0 == .marked }, "seed \(seed)")
    bench.handle(.markRequested(false))
    bench.handle(.markStored(number: bench.unstoredPresses.last ?? 0))
    #expect(!bench.machine.isOffline, "seed \(seed)")
  }

  private static func randomInput(
    _ bench: SwitchBench, _ random: inout SeededRandom
  ) -> SwitchMachine.Input {
    let domain = Int.random(in: 0..<2, using: &random)
    let isGood = Bool.random(using: &random)
    let classes = ErrorClass.allCases
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1, 2:
      // The probe under way, or one of before.
      let number = bench.probe ?? 0
      return .probeEnded(
        number: Int.random(in: 0..<4, using: &random) == 0 ? number - 1 : number, isGood: isGood)
    case 3, 4, 5:
      let verdicts: [SwitchMachine.QuestionEnd] = [.faulty, .fine, .unreachable]
      let number = (bench.questions[domain] ?? 0) - (Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0)
      return .questionEnded(domain: domain, number: number, verdicts.randomElement(using: &random) ?? .fine)
    case 6, 7:
      let paths: [SwitchMachine.Path] = [.none, .medium(.wifi), .medium(.cellular)]
      return .pathChanged(paths.randomElement(using: &random) ?? .none)
    case 8, 9, 10:
      return .callFailed(
        domain: Int.random(in: -1..<2, using: &random), classes.randomElement(using: &random) ?? .server)
    case 11: return .callSucceeded
    case 12:
      if let press = bench.unstoredPresses.randomElement(using: &random), isGood {
        return .markStored(number: press)
      }
      return .markRequested(Bool.random(using: &random))
    case 13: return .verdictReported(domain: domain, isGood ? .fine : .faulty)
    default: return isGood ? .enteredBackground : .returned
    }
  }
}

extension SwitchMachine {
  /// The machine without the effects of its last input.
  fileprivate var state: SwitchMachine {
    var machine = self
    machine.effects = []
    return machine
  }

  fileprivate var isInsideWindow: Bool { network.phase == .window }

  fileprivate func isStale(probe number: Int) -> Bool {
    number != network.probe || network.phase != .probing && network.phase != .deciding
  }

  fileprivate func isStale(question number: Int, domain: Int) -> Bool {
    number != domains[domain].question || domains[domain].phase != .asking
  }
}
