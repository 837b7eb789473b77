import LaunchFlowModel

/// Sound flows at random, with everything that a flow may have.
public struct RandomFlow {
  /// What a flow may have besides what every one may.
  public struct Features: OptionSet, Sendable {
    /// One bit each.
    public let rawValue: Int

    /// Takes bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Services with domains, remote fallbacks over HTTP, and conditions that ask for the offline switch.
    public static let domains = Features(rawValue: 1)
    /// References to what steps that are needed give, some of which their constants lack.
    public static let references = Features(rawValue: 2)
    /// Groups with results of their own, most of which are polled.
    public static let polls = Features(rawValue: 4)
  }

  private var random: SeededRandom
  private let unit: Duration
  private var names: [String] = []
  /// Steps that later ones may wait for, with the words that conditions may compare them with.
  private var known: [(name: String, words: [String], isTail: Bool, group: String?)] = []
  private var groups: Set<String> = []
  private var inputs: [Flow.Input] = []
  private let polls: Bool
  private let caches = [Flow.Cache("c0"), Flow.Cache("c1")]

  private init(seed: UInt64, unit: Duration, polls: Bool) {
    self.polls = polls
    random = SeededRandom(seed: seed)
    self.unit = unit
  }

  /// Makes a flow.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same flow.
  ///   - steps: How many steps there are at the most, groups and members included.
  ///   - unit: What all times are small multiples of.
  ///   - features: What it may have besides; without any, a seed's flow is as it always was.
  public static func make(
    seed: UInt64, steps: Int = 6, unit: Duration = .milliseconds(100), features: Features = []
  ) -> Flow {
    var maker = RandomFlow(seed: seed, unit: unit, polls: features.contains(.polls))
    var flow = maker.flow(steps, seed)
    if features.contains(.domains) { maker.addDomains(to: &flow) }
    if features.contains(.references) { maker.addReferences(to: &flow) }
    return flow
  }

  private mutating func flow(_ most: Int, _ seed: UInt64) -> Flow {
    if random.chance(40) { inputs.append(Flow.Input("flag", .boolean)) }
    var count = random.number(2...max(2, most))
    var steps: [Flow.Step] = []
    while count > 0 { steps.append(step(&count, group: nil)) }
    if random.chance(30) { steps.append(tailStep()) }
    var flow = Flow(
      name: "random-\(seed)", deadline: time(4...14), pages: ["home", "login", "help"], steps: steps,
      landings: landings())
    flow.inputs = inputs
    flow.caches = caches
    flow.lanes = [Flow.Lane("pair", capacity: 2)]
    flow.promises = promises()
    return flow
  }

  private mutating func time(_ multiples: ClosedRange<Int>) -> Duration {
    unit * random.number(multiples)
  }

  private mutating func name() -> String {
    names.append("s\(names.count)")
    return names[names.count - 1]
  }

  private mutating func step(_ left: inout Int, group: String?) -> Flow.Step {
    left -= 1
    if group == nil, left >= 2, random.chance(polls ? 70 : 30) { return self.group(&left) }
    let name = name()
    var step = Flow.Step(name, work(name))
    waits(of: &step, group: group)
    var words = ["available", "unavailable", "failed", "skipped", "timed-out", "succeeded"]
    switch step.work {
    case .action, .http: rules(of: &step, &words)
    case .cache, .value:
      if random.chance(30) { words.append(result(of: &step)) }
      if case .cache = step.work, random.chance(30) { step.fallback = [localFallback()] }
    case .group: break
    }
    known.append((name, words, false, group))
    return step
  }

  private mutating func work(_ name: String) -> Flow.Step.Work {
    switch random.number(1...10) {
    case 1: .cache(random.pick(caches).name)
    case 2: .value(.string(random.pick(["good", "other"])))
    case 3...4: .http(Flow.Request(.url("https://example.com/\(name)")))
    default: .action(Flow.Action(name))
    }
  }

  private mutating func group(_ left: inout Int) -> Flow.Step {
    let name = name()
    var members: [Flow.Step] = []
    var inside = random.number(1...min(3, left))
    left -= inside
    var group = Flow.Step(name, .group([]))
    waits(of: &group, group: nil)
    while inside > 0 { members.append(step(&inside, group: name)) }
    group.work = .group(members)
    groups.insert(name)
    if random.chance(40) { group.deadline = time(1...6) }
    group.failFast = random.chance(40)
    if random.chance(20) { group.afterLanding = .continue }
    var words = ["available", "unavailable", "failed", "timed-out"]
    if polls { poll(&group, members, &words) }
    known.append((name, words, false, nil))
    return group
  }

  /// Names what becomes of a group's members, and mostly has it go through them in rounds: then nobody
  /// outside may ask for them.
  private mutating func poll(_ group: inout Flow.Step, _ members: [Flow.Step], _ words: inout [String]) {
    let facts = known.filter { $0.group == group.name }.map { ($0.name, $0.words) }
    group.outcomes = [
      Flow.GroupOutcome("over", condition(facts)), Flow.GroupOutcome("left", condition(facts)),
    ]
    words += ["over", "left"]
    guard random.chance(80) else { return }
    group.poll = Flow.Poll(every: time(1...2), until: [random.pick(["over", "left"])])
    group.deadline = time(2...9)
    known.removeAll { $0.group == group.name }
    group.work = .group(
      members.map { member in
        var member = member
        member.afterLanding = .cancel
        // A scenario says only once what a remote fallback does.
        member.fallback.removeAll { !$0.isLocal }
        if member.fallback.isEmpty { member.useFallbackAfter = nil }
        return member
      })
  }

  /// Waits for steps that stand before; within a group for those outside or beside it.
  private mutating func waits(of step: inout Flow.Step, group: String?) {
    let candidates = known.filter { !$0.isTail && $0.name != group }
    for candidate in candidates where random.chance(35) {
      if random.chance(60) { step.needs.append(candidate.name) } else { step.after.append(candidate.name) }
    }
    if random.chance(20), let candidate = candidates.last {
      step.when = Condition(candidate.name, is: .string(random.pick(candidate.words)))
    } else if !inputs.isEmpty, random.chance(20) {
      step.when = Condition("flag", is: .bool(random.chance(50)))
    }
  }

  private mutating func rules(of step: inout Flow.Step, _ words: inout [String]) {
    step.timeout = time(1...4)
    if random.chance(35) { words.append(result(of: &step)) }
    if random.chance(25) {
      var told: Predicate?
      if case .http = step.work { told = Predicate([.equals(.string("no"))]) }
      step.failures = [Flow.Failure("refused", told, allowFallback: random.chance(40))]
      words.append("refused")
    }
    if random.chance(30) {
      var retry = Flow.Retry(attempts: random.number(2...3))
      retry.delay = time(0...2)
      retry.jitter = random.chance(50) ? .full : .none
      retry.on = random.chance(50) ? [.network, .timeout] : [.network]
      step.retry = retry
    }
    if random.chance(30) { step.deadline = time(1...6) }
    if random.chance(10), let final = step.results.first?.name {
      step.poll = Flow.Poll(every: time(1...2), until: [final])
      step.deadline = time(2...6)
    }
    if random.chance(40) {
      step.fallback = (0..<random.number(1...2)).map { _ in
        random.chance(30) ? remoteFallback() : localFallback()
      }
      if random.chance(50), step.fallback.contains(where: \.isLocal) { step.useFallbackAfter = time(1...3) }
    }
    if random.chance(20) { step.lane = random.pick(["main", "pair"]) }
    if random.chance(20) { step.afterLanding = .continue }
    if random.chance(20) { step.store = "c1" }
  }

  private mutating func result(of step: inout Flow.Step) -> String {
    step.results = [Flow.NamedResult("good", Predicate([.equals(.string("good"))]))]
    return "good"
  }

  private mutating func localFallback() -> Flow.Fallback {
    random.chance(50)
      ? .cache(random.pick(caches).name) : .value(.string(random.pick(["good", "other"])))
  }

  private mutating func remoteFallback() -> Flow.Fallback {
    .action(Flow.Action("spare"), timeout: time(1...3))
  }

  private mutating func tailStep() -> Flow.Step {
    let name = name()
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.after = ["landing"]
    if random.chance(50) { step.when = Condition("landing", is: .string(random.pick(["home", "login"]))) }
    step.timeout = time(1...3)
    known.append((name, ["available", "failed", "skipped"], true, nil))
    return step
  }

  private mutating func landings() -> [Flow.Landing] {
    let facts = known.filter { !$0.isTail }
    var rules: [Flow.Landing] = []
    for _ in 0..<random.number(0...3) {
      var rule = Flow.Landing(random.pick(["home", "login", "help"]))
      rule.when = condition(facts.map { ($0.name, $0.words) })
      if random.chance(25) { rule.after = [random.pick(facts).name] }
      rules.append(rule)
    }
    var last = Flow.Landing(random.pick(["home", "login"]))
    for fact in facts where random.chance(60) { last.after.append(fact.name) }
    return rules + [last]
  }

  private mutating func condition(_ facts: [(name: String, words: [String])]) -> Condition {
    var terms = (0..<random.number(1...2)).map { _ -> Condition.Term in
      if !inputs.isEmpty, random.chance(20) { return .fact("flag", isAnyOf: [.bool(random.chance(50))]) }
      let fact = random.pick(facts)
      return .fact(fact.name, isAnyOf: [.string(random.pick(fact.words))])
    }
    if random.chance(25) { terms = [.any(terms.map { Condition([$0]) })] }
    if random.chance(15) { terms = [.not(Condition(terms))] }
    return Condition(terms)
  }

  private mutating func promises() -> [Flow.Promise] {
    let facts = known.map { ($0.name, $0.words) }
    let page = Condition("landing", is: .string(random.pick(["home", "login", "help"])))
    return [
      .within(time(1...14)), .never(Condition(page.terms + condition(facts).terms)),
      .implies(condition(facts), page), .always(condition(facts)),
    ]
  }
}

// Features.
extension RandomFlow {
  private static let services = ["plain", "trade", "member"]

  private mutating func addDomains(to flow: inout Flow) {
    flow.services = Self.services.map { name in
      var service = Flow.Service(name)
      service.baseURL = .address("https://\(name).example.com")
      if name != "plain" { service.domain = name }
      return service
    }
    addDomains(to: &flow.steps)
    if random.chance(30), flow.landings.count > 1 {
      let place = random.number(0...flow.landings.count - 2)
      let offline = Condition("offline", is: .bool(random.chance(70)))
      flow.landings[place].when = Condition(offline.terms + (flow.landings[place].when?.terms ?? []))
    }
  }

  private mutating func addDomains(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      switch steps[index].work {
      case .group(var members):
        addDomains(to: &members)
        steps[index].work = .group(members)
      case .http, .action:
        if random.chance(60) { steps[index].work = .http(request(steps[index].name)) }
        steps[index].failures = steps[index].failures.map { failure in
          Flow.Failure(
            failure.name, Predicate([.equals(.string("no"))]), allowFallback: failure.allowFallback)
        }
        steps[index].fallback = steps[index].fallback.map { fallback in
          guard !fallback.isLocal, random.chance(50) else { return fallback }
          return .http(request("spare"), timeout: time(1...3))
        }
      case .cache, .value: break
      }
      if steps[index].when == nil, random.chance(10) {
        steps[index].when = Condition("offline", is: .bool(random.chance(50)))
      }
    }
  }

  private mutating func request(_ name: String) -> Flow.Request {
    random.chance(15)
      ? Flow.Request(.url("https://example.com/\(name)"))
      : Flow.Request(.service(random.pick(Self.services), path: "/\(name)"))
  }

  private mutating func addReferences(to flow: inout Flow) {
    addReferences(to: &flow.steps)
  }

  private mutating func addReferences(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      if case .group(var members) = steps[index].work {
        addReferences(to: &members)
        steps[index].work = .group(members)
      }
      steps[index].fallback = steps[index].fallback.map { fallback in
        if case .value = fallback, random.chance(50) { return .value(["x": "here"]) }
        return fallback
      }
      // A group has no value of its own.
      let needed = steps[index].needs.filter { need in
        known.contains { $0.name == need && !groups.contains(need) }
      }
      guard !needed.isEmpty, random.chance(60) else { continue }
      let reference = "${\(random.pick(needed))/x}"
      switch steps[index].work {
      case .action(var action):
        action.input = ["x": .string(reference)]
        steps[index].work = .action(action)
      case .http(var request):
        request.query = [Flow.NamedValue("x", .string(reference))]
        steps[index].work = .http(request)
      case .cache, .value, .group: break
      }
    }
  }
}
