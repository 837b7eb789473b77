import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

/// What drivers rely on, in random runs of random flows: no timer is armed twice, none is left at the end, each
/// attempt ends once, and the run finishes.
@Suite struct TimerPropertyTests {
  private struct Pending {
    var time: Int64
    var order: EventOrder
    var input: FlowMachine.Input
  }

  @Test(arguments: seeds(10)) func `timers are armed once and none is left`(block: UInt64) throws {
    for seed in block * 40..<block * 40 + 40 {
      let flow = RandomFlow.make(seed: seed, steps: 8, features: seed % 2 == 0 ? [.polls] : .plain)
      try run(try FlowPlan(flow), seed)
    }
  }

  private func run(_ plan: FlowPlan, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let inputs = plan.flow.inputs.map {
      $0.kind == .boolean ? .bool(random.chance(50)) : JSONValue.string("a")
    }
    let caches = plan.flow.caches.map { _ in random.chance(50) ? CachedValue(.known("good")) : nil }
    var machine = FlowMachine(plan, plan.snapshot(inputs: inputs, caches: caches))
    var pending: [Pending] = []
    var armed: Set<FlowTimer> = []
    var isFinished = false
    var next: Pending? = Pending(time: 0, order: .cancellation, input: .started)
    var events = 0
    while let event = next, events < 10_000 {
      events += 1
      machine.handle(event.input)
      if case .timerFired(let timer) = event.input { armed.remove(timer) }
      for effect in machine.effects {
        switch effect {
        case .arm(let timer, let wait, let jitter):
          #expect(armed.insert(timer).inserted, "seed \(seed): \(timer) is armed twice")
          let time = event.time + (jitter ? Int64(random.number(0...Int(wait))) : wait)
          pending.append(Pending(time: time, order: .timer(timer), input: .timerFired(timer)))
        case .disarm(let timer):
          armed.remove(timer)
          pending.removeAll { $0.input == .timerFired(timer) }
        case .startAttempt(let step, let attempt, let origin):
          guard random.chance(70) else { continue }
          let outcome = Self.outcome(of: step, plan, &random)
          let track = plan.track(of: step, origin)
          pending.append(
            Pending(
              time: event.time + Int64(random.number(0...4)) * 100_000_000, order: .answer(on: track),
              input: .attemptEnded(track: track, attempt: attempt, outcome)))
        case .cancelAttempt(let track, let attempt):
          pending.removeAll { pending in
            if case .attemptEnded(track, attempt, _) = pending.input { true } else { false }
          }
        case .finished: isFinished = true
        default: break
        }
      }
      let first = pending.indices.min { left, right in
        (pending[left].time, pending[left].order) < (pending[right].time, pending[right].order)
      }
      next = first.map { pending.remove(at: $0) }
    }
    #expect(isFinished, "seed \(seed)")
    #expect(armed.isEmpty, "seed \(seed): \(armed.count) timers are left")
  }

  private static func outcome(
    of step: Int, _ plan: FlowPlan, _ random: inout SeededRandom
  ) -> FlowMachine.AttemptOutcome {
    var outcomes: [FlowMachine.AttemptOutcome] = [
      .succeeded(name: -1), .failed(.network), .failed(.malformed),
    ]
    for (number, place) in plan.steps[step].names.enumerated() {
      let isFailure = plan.names[Int(place)].isFailure
      outcomes.append(isFailure ? .refused(name: Int32(number)) : .succeeded(name: Int32(number)))
    }
    return random.pick(outcomes)
  }
}
