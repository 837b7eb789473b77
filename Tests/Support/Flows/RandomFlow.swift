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
    /// Groups within groups.
    public static let nesting = Features(rawValue: 8)
    /// Tails of several steps and groups, with all that steps may have.
    public static let tails = Features(rawValue: 16)
    /// Caches of an age, readers that want valid values or name them differently, remote fallbacks of readers.
    public static let caches = Features(rawValue: 32)
    /// Conditions of several facts on steps, an input with more than two values, notices.
    public static let conditions = Features(rawValue: 64)
    /// Conditions that ask for error classes, and notices with conditions.
    public static let errors = Features(rawValue: 128)
    /// Steps that compete for lanes by priority, or wait until these are idle, and conditions that count.
    public static let lanes = Features(rawValue: 256)
    /// Steps that wait for a signal, for the switch or for a time.
    public static let waits = Features(rawValue: 512)
    /// Times of steps that inputs give.
    public static let givenTimes = Features(rawValue: 1024)
    /// Calls over HTTP that are retried where a server may ask for a wait.
    public static let serverWaits = Features(rawValue: 2048)
    /// A signal whose values have names.
    public static let signalValues = Features(rawValue: 4096)
    /// Fallbacks that begin beside the own work of their steps.
    public static let hedges = Features(rawValue: 8192)
    /// All that need no services.
    public static let plain: Features = [.polls, .nesting, .tails, .caches, .conditions, .errors]
  }

  /// A step that later ones may wait for.
  struct Known {
    var name: String
    /// What conditions may compare it with.
    var words: [String]
    var isTail = false
    /// Whether it has an error class when it fails.
    var isCall = false
    /// What it stands in, from the outside.
    var groups: [String] = []
  }

  var random: SeededRandom
  let unit: Duration
  private var names: [String] = []
  var known: [Known] = []
  var groups: Set<String> = []
  private var inputs: [Flow.Input] = []
  let features: Features
  private var caches = [Flow.Cache("c0"), Flow.Cache("c1")]

  init(seed: UInt64, unit: Duration, features: Features) {
    self.features = features
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
    var maker = RandomFlow(seed: seed, unit: unit, features: features)
    var flow = maker.flow(steps, seed)
    if features.contains(.domains) { maker.addDomains(to: &flow) }
    if features.contains(.references) { maker.addReferences(to: &flow) }
    if features.contains(.lanes) { maker.addLaneOrders(to: &flow) }
    if features.contains(.waits) { maker.addWaits(to: &flow) }
    if features.contains(.signalValues) { maker.addSignalValues(to: &flow) }
    if features.contains(.serverWaits) { maker.addServerWaits(to: &flow.steps) }
    if features.contains(.hedges) { maker.addHedges(to: &flow.steps) }
    if features.contains(.givenTimes) { maker.addGivenTimes(to: &flow) }
    return flow
  }

  private mutating func flow(_ most: Int, _ seed: UInt64) -> Flow {
    if random.chance(40) { inputs.append(Flow.Input("flag", .boolean)) }
    if features.contains(.conditions), random.chance(50) { inputs.append(Flow.Input("mode", .string)) }
    if features.contains(.caches), random.chance(60) { caches[1].maxAge = time(1...9) }
    var count = random.number(2...max(2, most))
    var steps: [Flow.Step] = []
    while count > 0 { steps.append(step(&count, in: [])) }
    steps += tail()
    var flow = Flow(
      name: "random-\(seed)", deadline: time(4...14), pages: ["home", "login", "help"], steps: steps,
      landings: landings())
    flow.inputs = inputs
    flow.caches = caches
    flow.lanes = [Flow.Lane("pair", capacity: 2)]
    flow.promises = promises()
    return flow
  }

  mutating func time(_ multiples: ClosedRange<Int>) -> Duration {
    unit * random.number(multiples)
  }

  mutating func name() -> String {
    names.append("s\(names.count)")
    return names[names.count - 1]
  }

  private mutating func step(_ left: inout Int, in groups: [String]) -> Flow.Step {
    left -= 1
    if groups.isEmpty {
      if left >= 2, random.chance(features.contains(.polls) ? 70 : 30) { return group(&left, in: []) }
    } else if features.contains(.nesting), groups.count < 3, left >= 1, random.chance(50) {
      return group(&left, in: groups)
    }
    let name = name()
    var step = Flow.Step(name, work(name))
    waits(of: &step)
    let words = details(of: &step)
    known.append(Known(name: name, words: words, isCall: step.isCall, groups: groups))
    return step
  }

  /// Gives a step what its kind may have; gives the words that conditions may compare it with.
  mutating func details(of step: inout Flow.Step) -> [String] {
    var words = ["available", "unavailable", "failed", "skipped", "timed-out", "succeeded"]
    switch step.work {
    case .action, .http: rules(of: &step, &words)
    case .cache, .value:
      if random.chance(30) { words += results(of: &step) }
      guard case .cache = step.work else { break }
      if random.chance(30) { step.fallback = [localFallback()] }
      guard features.contains(.caches) else { break }
      if random.chance(40) { step.valid = validity() }
      if random.chance(40) { step.fallback.insert(remoteFallback(), at: 0) }
    case .group, .wait: break
    }
    return words
  }

  mutating func work(_ name: String) -> Flow.Step.Work {
    switch random.number(1...10) {
    case 1: .cache(random.pick(caches).name)
    case 2: .value(.string(random.pick(["good", "other"])))
    case 3...4: .http(Flow.Request(.url("https://example.com/\(name)")))
    default: .action(Flow.Action(name))
    }
  }

  mutating func group(_ left: inout Int, in groups: [String]) -> Flow.Step {
    let name = name()
    var members: [Flow.Step] = []
    var inside = random.number(1...min(3, left))
    left -= inside
    var group = Flow.Step(name, .group([]))
    waits(of: &group)
    while inside > 0 { members.append(step(&inside, in: groups + [name])) }
    group.work = .group(members)
    self.groups.insert(name)
    if random.chance(40) { group.deadline = time(1...6) }
    group.failFast = random.chance(40)
    if random.chance(20) { group.afterLanding = .continue }
    var words = ["available", "unavailable", "failed", "timed-out"]
    if features.contains(.polls) { poll(&group, members, &words) }
    known.append(Known(name: name, words: words, groups: groups))
    return group
  }

  /// Names what becomes of a group's members, and mostly has it go through them in rounds: then nobody
  /// outside may ask for them.
  private mutating func poll(_ group: inout Flow.Step, _ members: [Flow.Step], _ words: inout [String]) {
    let facts = known.filter { $0.groups.contains(group.name) }
    group.outcomes = [
      Flow.GroupOutcome("over", condition(facts)), Flow.GroupOutcome("left", condition(facts)),
    ]
    words += ["over", "left"]
    guard random.chance(80) else { return }
    group.poll = Flow.Poll(every: time(1...2), until: [random.pick(["over", "left"])])
    group.deadline = time(2...9)
    if let poll = group.poll, let deadline = group.deadline, deadline >= poll.every * 5 {
      group.poll?.factor = 2
      group.poll?.maxEvery = poll.every * 3
    }
    known.removeAll { $0.groups.contains(group.name) }
    group.work = .group(members.map(Self.memberOfRounds))
  }

  private static func memberOfRounds(_ member: Flow.Step) -> Flow.Step {
    var member = member
    member.afterLanding = .cancel
    // A scenario says only once what a remote fallback does.
    member.fallback.removeAll { !$0.isLocal }
    if member.fallback.isEmpty { member.useFallbackAfter = nil }
    if let members = member.members { member.work = .group(members.map(memberOfRounds)) }
    return member
  }

  /// Waits for steps that stand before; within a group for those outside or beside it.
  mutating func waits(of step: inout Flow.Step) {
    let candidates = known.filter { !$0.isTail }
    for candidate in candidates where random.chance(35) {
      if random.chance(60) { step.needs.append(candidate.name) } else { step.after.append(candidate.name) }
    }
    if features.contains(.conditions), !candidates.isEmpty, random.chance(30) {
      step.when = condition(candidates)
    } else if random.chance(20), let candidate = candidates.last {
      step.when = Condition(candidate.name, is: .string(random.pick(candidate.words)))
    } else if !inputs.isEmpty, random.chance(20) {
      step.when = Condition([input()])
    }
  }

  private mutating func rules(of step: inout Flow.Step, _ words: inout [String]) {
    step.timeout = time(1...4)
    if random.chance(35) { words += results(of: &step) }
    if features.contains(.caches), random.chance(25) { step.valid = validity() }
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

  private mutating func results(of step: inout Flow.Step) -> [String] {
    step.results = [Flow.NamedResult("good", Predicate([.equals(.string("good"))]))]
    guard features.contains(.caches), random.chance(50) else { return ["good"] }
    let fine = Predicate([.isIn([.string("good"), .string("other")])])
    step.results.append(Flow.NamedResult("fine", fine))
    if random.chance(30) { step.results.reverse() }
    return ["good", "fine"]
  }

  /// What a value must be to count; so are all constants.
  private mutating func validity() -> Predicate {
    random.chance(50)
      ? Predicate([.nonEmpty(true)]) : Predicate([.isIn([.string("good"), .string("other")])])
  }

  mutating func localFallback() -> Flow.Fallback {
    random.chance(50)
      ? .cache(random.pick(caches).name) : .value(.string(random.pick(["good", "other"])))
  }

  mutating func remoteFallback() -> Flow.Fallback {
    .action(Flow.Action("spare"), timeout: time(1...3))
  }

  private mutating func tail() -> [Flow.Step] {
    if features.contains(.tails), random.chance(70) { return longTail() }
    return random.chance(30) ? [tailStep()] : []
  }

  private mutating func tailStep() -> Flow.Step {
    let name = name()
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.after = ["landing"]
    if random.chance(50) { step.when = Condition("landing", is: .string(random.pick(["home", "login"]))) }
    step.timeout = time(1...3)
    known.append(Known(name: name, words: ["available", "failed", "skipped"], isTail: true))
    return step
  }

  private mutating func landings() -> [Flow.Landing] {
    let facts = known.filter { !$0.isTail }
    var rules: [Flow.Landing] = []
    for _ in 0..<random.number(0...3) {
      var rule = Flow.Landing(random.pick(["home", "login", "help"]))
      rule.when = condition(facts)
      if features.contains(.conditions) { rule.notices = notices(facts) }
      if random.chance(25) { rule.after = [random.pick(facts).name] }
      rules.append(rule)
    }
    var last = Flow.Landing(random.pick(["home", "login"]))
    for fact in facts where random.chance(60) { last.after.append(fact.name) }
    return rules + [last]
  }

  /// What an input is compared with.
  private mutating func input() -> Condition.Term {
    guard inputs.count > 1 ? random.chance(50) : inputs.first?.name == "mode" else {
      return .fact("flag", isAnyOf: [.bool(random.chance(50))])
    }
    return .fact("mode", isAnyOf: [.string(random.pick(["a", "b"]))])
  }

  /// What conditions ask of a failed call.
  private static let errors: [[ErrorClass]] = [
    [.network, .timeout], [.business], [.network, .server, .offline], [.error, .malformed], [.timeout],
    [.client],
  ]

  mutating func condition(_ facts: [Known]) -> Condition {
    var terms = (0..<random.number(1...2)).map { _ -> Condition.Term in
      if !inputs.isEmpty, random.chance(20) { return input() }
      let fact = random.pick(facts)
      if features.contains(.errors), fact.isCall, random.chance(30) {
        return .error(fact.name, isAnyOf: random.pick(Self.errors))
      }
      return .fact(fact.name, isAnyOf: [.string(random.pick(fact.words))])
    }
    if random.chance(25) { terms = [.any(terms.map { Condition([$0]) })] }
    if random.chance(15) { terms = [.not(Condition(terms))] }
    return Condition(terms)
  }

  private mutating func promises() -> [Flow.Promise] {
    let facts = known
    let page = Condition("landing", is: .string(random.pick(["home", "login", "help"])))
    return [
      .within(time(1...14)), .never(Condition(page.terms + condition(facts).terms)),
      .implies(condition(facts), page), .always(condition(facts)),
      .within(time(1...9), landing: random.pick(["home", "login", "help"])),
    ]
  }
}
