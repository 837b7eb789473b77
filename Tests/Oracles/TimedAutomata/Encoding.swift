import LaunchFlowModel

/// A flow as a network of timed automata, written from the format's rules.
///
/// Each step with a duration is an automaton of its own, and so is a group with a deadline. The automaton `run` takes
/// the turn after each event (rule 2) in committed locations. Facts are bounded variables that all automata share:
///
/// | variable | content |
/// | --- | --- |
/// | `v3` | how step 3 settled: the number of its outcome, 0 while it is open |
/// | `s3` | 0 before step 3 has started, 1 while it runs, 2 during its late work, 3 afterwards |
/// | `o3` | the outcome of its own work, while a remote fallback runs |
/// | `h3`, `j3` | whether a request over HTTP is under way; of a fallback beside the own work |
/// | `c0`, `i0`, `g0` | the content of a cache, the value of an input, whether a signal was given (1 without a result, then its results in order) |
/// | `e0` | whether it was given before the landing |
/// | `off`, `d0`, `was` | whether the app or a domain is offline, and whether one of them was at the start |
/// | `page`, `rule`, `gone` | the page of the landing, the rule, whether the run was cancelled |
/// | `next` | what the turn does next |
struct Encoding {
  let flow: Flow
  let graph: StepGraph
  let services: [Flow.Service]
  let outcomes: [Outcomes]
  let caches: [CacheContents]
  let inputs: [InputValues]
  let domains: [String]
  /// Nanoseconds of one unit of the automata's time.
  let unit: Int64
  /// Skips and ends of groups, each after those that it depends on.
  let settling: [Settling]
  /// Registers for conditions.
  let depth: Int
  let usesSwitch: Bool
  private(set) var claims: [Claim] = []
  var network: Network
  /// The fixed timers of each automaton.
  var timers: [Int: [FixedTimer]] = [:]

  init(_ flow: Flow, _ verification: JSONValue?) {
    self.flow = flow
    let graph = flow.graph
    self.graph = graph
    let services = flow.resolvedServices()
    self.services = services
    let conditions = flow.conditions(graph)
    var questions: [String: [Question]] = [:]
    for condition in conditions { condition.collect(into: &questions) }
    outcomes = graph.steps.map { step in
      Outcomes(Self.outcomes(of: step, in: flow, services), questions: questions[step.name] ?? [])
    }
    caches = flow.caches.map { CacheContents($0.name, graph) }
    inputs = flow.inputs.map { InputValues($0, conditions) }
    domains = services.compactMap(\.domain).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    unit = Self.unit(of: flow, graph)
    settling = Settling.order(graph)
    depth = (conditions.map(\.depth).max() ?? 0) + 2
    usesSwitch =
      conditions.contains { $0.subjects.contains("offline") }
      || graph.steps.contains { step in
        step.work.request != nil || step.awaited == .online
          || step.fallback.contains { $0.work.request != nil }
      }
    network = Network(name: "flow")
    claims = verification.map { Claim.all(in: $0, self) } ?? []
    build()
  }

  private mutating func build() {
    network.clocks = ["now"]
    for step in graph.steps.indices {
      network.variables += [
        .init(name: "v\(step)", most: outcomes[step].examples.count), .init(name: "s\(step)", most: 3),
      ]
      if hasAutomaton(step) {
        network.variables += [
          .init(name: "o\(step)", most: outcomes[step].examples.count),
          .init(name: "h\(step)", most: 1 + domains.count),
        ]
        network.clocks += ["x\(step)"] + (startClock(step) == "y\(step)" ? ["y\(step)"] : [])
        if graph.steps[step].racesFallbacks {
          network.clocks += ["u\(step)", "m\(step)"]
          network.variables.append(.init(name: "j\(step)", most: 1 + domains.count))
        }
        var automaton = StepAutomaton(self, step)
        automaton.build()
        network.automata.append(automaton.automaton)
        timers[step] = automaton.timers
      }
    }
    for cache in caches.indices {
      network.variables.append(.init(name: "c\(cache)", most: caches[cache].contents.count))
    }
    for input in inputs.indices {
      network.variables.append(.init(name: "i\(input)", most: inputs[input].values.count))
    }
    for signal in flow.signals.indices {
      network.variables += [
        .init(name: "g\(signal)", most: results(ofSignal: signal).count), .init(name: "e\(signal)", most: 1),
      ]
    }
    for domain in domains.indices { network.variables.append(.init(name: "d\(domain)", most: 1)) }
    for promise in flow.promises.indices { network.variables.append(.init(name: "p\(promise)", most: 1)) }
    network.variables += ["off", "was", "gone"].map { .init(name: $0, most: 1) }
    network.variables += [
      .init(name: "page", most: flow.pages.count), .init(name: "rule", most: flow.landings.count),
      .init(name: "next", most: Turn.finish(self)),
    ]
    network.variables += registers.map { .init(name: $0, most: 1_000) }
    addRun()
    addOrderOfInstants()
  }

  /// Variables of single statements; 0 between them.
  var registers: [String] {
    (0...depth).map { "k\($0)" } + (0...Statement.depth).map { "b\($0)" } + [
      "noted", "read", "first", "count",
    ]
  }

  /// Statements that clear them.
  var clearing: [Statement] { registers.map { "\($0)=0" } }

  /// The results that the value of a signal may have; nil for none.
  func results(ofSignal signal: Int) -> [String?] {
    let named = graph.steps.first { $0.awaited == .signal(flow.signals[signal]) && !$0.results.isEmpty }
    return [nil] + (named?.results.map(\.name) ?? [])
  }

  /// How a step settles that awaits a signal with a result.
  func settled(_ step: Int, with result: String?) -> Int {
    outcomes[step][Outcome(.succeeded, graph.steps[step].results.isEmpty ? nil : result)]
  }

  /// A duration in the automata's time.
  func units(_ duration: Duration) -> Int64 { duration.nanoseconds / unit }

  private static func unit(of flow: Flow, _ graph: StepGraph) -> Int64 {
    var durations =
      [flow.deadline] + flow.promises.compactMap { if case .within(let limit, _) = $0 { limit } else { nil } }
    for step in graph.steps {
      durations +=
        [
          step.timeout ?? flow.defaults.timeout, step.maxTimeout, step.deadline, step.useFallbackAfter,
        ].compactMap(\.self) + step.fallback.compactMap(\.after)
      if let poll = step.poll { durations.append(poll.every) }
      if let retry = flow.retry(of: step) {
        durations +=
          (1..<max(2, retry.attempts)).map(retry.wait(after:)) + [retry.maxDelay].compactMap(\.self)
      }
      if case .wait(.time(let time, _)) = step.work { durations.append(time) }
      durations += step.fallback.compactMap(\.timeout)
    }
    return max(1, durations.map(\.nanoseconds).reduce(0, greatestCommonDivisor))
  }

  private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (abs(a), abs(b))
    while b > 0 { (a, b) = (b, a % b) }
    return a
  }

  private static func outcomes(of step: Flow.Step, in flow: Flow, _ services: [Flow.Service]) -> [Outcome] {
    let names: [String?] = [nil] + step.results.map(\.name)
    return names.map { Outcome(.succeeded, $0) } + names.map { Outcome(.recovered, $0) } + [Outcome(.failed)]
      + flow.failures(of: step, services).map { Outcome(.failed, $0.name) }
      + ErrorClass.allCases.map { Outcome(.failed, error: $0) }
      + [.timedOut, Outcome(.skipped), Outcome(.cancelled)]
  }
}

extension Flow.Retry {
  /// The wait after an attempt, counted from 1.
  func wait(after attempt: Int) -> Duration {
    var wait = Double(delay.nanoseconds)
    for _ in 1..<attempt { wait *= factor }
    let longest = maxDelay.map { Double($0.nanoseconds) } ?? .infinity
    return .nanoseconds(Int64(min(min(wait, longest), 9e18)))
  }
}

/// The values of an input that conditions distinguish; the last one, nil, is any other value.
struct InputValues {
  let name: String
  private(set) var values: [JSONValue?]

  init(_ input: Flow.Input, _ conditions: [Condition]) {
    name = input.name
    let asked = conditions.flatMap { $0.literals(of: input.name) }
    let all: [JSONValue] = input.kind == .boolean ? [false, true] : input.values
    let known = all.isEmpty ? asked : all.filter(asked.contains)
    values = known.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    if all.isEmpty || all.contains(where: { !asked.contains($0) }) { values.append(nil) }
  }

  /// The number of a value.
  func code(of value: JSONValue) -> Int {
    values.firstIndex(of: value) ?? values.firstIndex(of: nil) ?? 0
  }
}

extension Condition {
  fileprivate func literals(of subject: String) -> [JSONValue] {
    terms.flatMap { term -> [JSONValue] in
      switch term {
      case .fact(subject, let words): words
      case .fact, .error, .cached, .given: []
      case .any(let parts), .all(let parts), .atLeast(_, let parts):
        parts.flatMap { $0.literals(of: subject) }
      case .not(let part): part.literals(of: subject)
      }
    }
  }

  /// How many registers its reading takes.
  fileprivate var depth: Int {
    1
      + (terms.map { term in
        switch term {
        case .fact, .error, .cached, .given: 1
        case .any(let parts), .all(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .atLeast(_, let parts): 3 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): 1 + part.depth
        }
      }.max() ?? 0)
  }
}
