import LaunchFlowModel

/// What the world may do to a flow, at random and with a liking for edges: answers at once, at the very end
/// of a time-out, a hair beside it, or whenever another step's time is up.
public struct RandomWorld {
  private var random: SeededRandom
  private let flow: Flow
  private let moments: [Duration]

  private init(_ flow: Flow, seed: UInt64) {
    random = SeededRandom(seed: seed)
    self.flow = flow
    var times: [Duration] = [.zero, flow.deadline]
    Self.collect(flow.steps, &times)
    moments = Array(Set(times)).sorted()
  }

  /// One run's world.
  public static func scenario(for flow: Flow, seed: UInt64) -> Scenario {
    var world = RandomWorld(flow, seed: seed)
    return world.scenario()
  }

  private static func collect(_ steps: [Flow.Step], _ times: inout [Duration]) {
    for step in steps {
      times += [step.timeout, step.deadline, step.useFallbackAfter, step.poll?.every, step.retry?.delay]
        .compactMap(\.self)
      collect(step.members ?? [], &times)
    }
  }

  private mutating func scenario() -> Scenario {
    var scenario = Scenario(name: "random")
    scenario.inputs = flow.inputs.map { input in
      Flow.NamedValue(input.name, input.kind == .boolean ? .bool(random.chance(50)) : .string("x"))
    }
    for cache in flow.caches where random.chance(60) {
      scenario.caches.append(
        Scenario.CachedValue(cache.name, .string(random.chance(50) ? "good" : "other")))
    }
    addSteps(flow.steps, to: &scenario)
    return scenario
  }

  private mutating func addSteps(_ steps: [Flow.Step], to scenario: inout Scenario) {
    for step in steps {
      switch step.work {
      case .group(let members): addSteps(members, to: &scenario)
      case .http, .action:
        let own = (0..<random.number(1...4)).map { _ in behaviour(of: step) }
        scenario.steps.append(Scenario.StepBehaviours(step.name, own))
      case .cache, .value: break
      }
      let remote = step.fallback.filter { !$0.isLocal }
      if !remote.isEmpty {
        scenario.steps.append(
          Scenario.StepBehaviours(step.name + ".fallback", remote.map { _ in behaviour(of: step) }))
      }
    }
  }

  private mutating func behaviour(of step: Flow.Step) -> Scenario.Behaviour {
    var outcomes: [Scenario.Outcome] = [
      .opaque, .opaque, .hang, .error(.network), .error(.timeout), .error(.malformed),
    ]
    outcomes += step.results.map { .named($0.name) } + step.failures.map { .named($0.name) }
    var takes = random.pick(moments)
    switch random.number(1...6) {
    case 1: takes += .nanoseconds(1)
    case 2: takes = max(.zero, takes - .nanoseconds(1))
    case 3: takes = .nanoseconds(random.number(0...Int(flow.deadline.nanoseconds)))
    case 4: takes = max(.zero, takes - random.pick(moments))
    default: break
    }
    return Scenario.Behaviour(takes: .fixed(takes), outcome: random.pick(outcomes))
  }
}
