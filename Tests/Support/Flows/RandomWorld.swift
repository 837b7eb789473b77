import LaunchFlowAuthoring

/// What the world may do to a flow, at random and with a liking for edges: answers at once, at the very end
/// of a time-out, a hair beside it, or whenever another step's time is up.
public struct RandomWorld {
  private var random: SeededRandom
  private let flow: Flow
  private var moments: [Duration]

  /// What may befall a run besides what its steps do.
  public struct Disturbances: OptionSet, Sendable {
    /// One bit each.
    public let rawValue: Int

    /// Takes bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The app, or one of the flow's domains, goes offline and comes back.
    public static let offline = Disturbances(rawValue: 1)
    /// The run is cancelled.
    public static let cancel = Disturbances(rawValue: 2)
    /// No answer over HTTP arrives for a while, or every call fails at once, or the network is slow.
    public static let network = Disturbances(rawValue: 4)
  }

  private init(_ flow: Flow, seed: UInt64) {
    random = SeededRandom(seed: seed)
    self.flow = flow
    var times: [Duration] = [.zero, flow.deadline]
    Self.collect(flow.steps, &times)
    moments = Array(Set(times)).sorted()
  }

  /// One run's world.
  public static func scenario(
    for flow: Flow, seed: UInt64, disturbances: Disturbances = []
  ) -> Scenario {
    var world = RandomWorld(flow, seed: seed)
    var scenario = world.scenario()
    if disturbances.contains(.offline) { world.addOffline(to: &scenario) }
    if disturbances.contains(.cancel), world.random.chance(30) { scenario.cancel = world.moment() }
    if disturbances.contains(.network), world.random.chance(25) { world.addOutages(to: &scenario) }
    if disturbances.contains(.network), world.random.chance(20) {
      scenario.link = world.random.pick(Scenario.Link.allCases)
    }
    return scenario
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
      Flow.NamedValue(input.name, value(of: input))
    }
    addGivenMoments(scenario.inputs)
    for cache in flow.caches where random.chance(60) {
      var cached = Scenario.CachedValue(cache.name, .string(random.chance(50) ? "good" : "other"))
      if let maxAge = cache.maxAge {
        cached.age = random.pick([.zero, maxAge, maxAge + .nanoseconds(1)])
        // Values of which nobody thought.
        if random.chance(30) { cached.value = random.pick(["", "else", 1, ["x": "good"]]) }
      }
      scenario.caches.append(cached)
    }
    addSteps(flow.steps, to: &scenario)
    for signal in flow.signals where random.chance(85) {
      var given = Scenario.Signal(signal, at: random.chance(20) ? nil : .fixed(moment()))
      if flow.steps.contains(where: { $0.awaitedSignal == signal && !$0.results.isEmpty }) {
        given.outcome = random.pick([.named("good"), .named("other"), .opaque, .value("good"), .value("x")])
      }
      scenario.signals.append(given)
    }
    return scenario
  }

  private mutating func value(of input: Flow.Input) -> JSONValue {
    guard input.kind == .duration, let minimum = input.minimum, let maximum = input.maximum else {
      return input.kind == .boolean ? .bool(random.chance(50)) : .string(random.pick(["a", "b", "x"]))
    }
    let between = minimum + (maximum - minimum) * random.number(0...1000) / 1000
    let moment = min(max(moment(), minimum), maximum)
    return .duration(random.pick([minimum, maximum, between, moment]))
  }

  /// The times that a run's inputs give are edges of this run.
  private mutating func addGivenMoments(_ values: [Flow.NamedValue]) {
    let given = zip(flow.inputs, values).compactMap { input, given in input.time(of: given.value) }
    if !given.isEmpty { moments = Array(Set(moments + given)).sorted() }
  }

  private mutating func addSteps(_ steps: [Flow.Step], to scenario: inout Scenario) {
    for step in steps {
      switch step.work {
      case .group(let members): addSteps(members, to: &scenario)
      case .http, .action:
        let own = (0..<random.number(1...4)).map { _ in behaviour(of: step) }
        scenario.steps.append(Scenario.StepBehaviours(step.name, own))
      case .cache, .value, .wait: break
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
    if step.retry?.on?.contains(.throttled) ?? (step.retry?.maxDelay != nil) {
      outcomes += [.error(.throttled), .error(.server), .response(Scenario.Response(status: 429))]
    }
    var behaviour = Scenario.Behaviour(takes: .fixed(moment()), outcome: random.pick(outcomes))
    switch behaviour.outcome {
    case .error(.throttled), .error(.server), .response:
      if random.chance(80) {
        behaviour.retryAfter = random.chance(50) ? moment() : step.retry?.maxDelay ?? moment()
      }
    default: break
    }
    return behaviour
  }

  private mutating func moment() -> Duration {
    let moment = random.pick(moments)
    switch random.number(1...6) {
    case 1: return moment + .nanoseconds(1)
    case 2: return max(.zero, moment - .nanoseconds(1))
    case 3: return .nanoseconds(random.number(0...Int(flow.deadline.nanoseconds)))
    case 4: return max(.zero, moment - random.pick(moments))
    default: return moment
    }
  }

  private mutating func addOutages(to scenario: inout Scenario) {
    let times = Set((0..<random.number(1...4)).map { _ in moment() }).sorted()
    for start in stride(from: 0, to: times.count, by: 2) {
      let end = start + 1 < times.count ? times[start + 1] : nil
      scenario.network.append(
        Scenario.Outage(from: times[start], to: end, random.chance(50) ? .silent : .refused))
    }
  }

  private mutating func addOffline(to scenario: inout Scenario) {
    let domains = Set(flow.services.compactMap(\.domain)).sorted()
    for domain in [nil] + domains where random.chance(40) {
      // One domain's periods lie apart: what is at one instant has no order.
      let times = Set((0..<random.number(1...4)).map { _ in moment() }).sorted()
      for start in stride(from: 0, to: times.count, by: 2) {
        let end = start + 1 < times.count ? times[start + 1] : nil
        scenario.offline.append(Scenario.OfflinePeriod(from: times[start], to: end, domain: domain))
      }
    }
  }
}
