import LaunchFlowModel

/// A timer that is due at one instant while its automaton is in a location.
struct FixedTimer {
  /// Rule 1: the order of what happens at one instant, before file order.
  enum Kind: Int {
    case wakeUp, useFallbackAfter, stepDeadline, groupDeadline, flowDeadline
  }

  var kind: Kind
  var step: Int
  var location: String
  var clock: String
  var due: Int64

  static func isBefore(_ left: (Kind, Int), _ right: (Kind, Int)) -> Bool {
    (left.0.rawValue, left.1) < (right.0.rawValue, right.1)
  }
}

/// The automaton of one step: its attempts, waits, fallbacks and late work.
///
/// Locations of a call without fallbacks beside it: `w` before the start, `r1` the first attempt, `q1` the wait after it, `z1` the same wait if the server asks
/// for it, `p` the wait of a poll, `f0` the first fallback, `l` late work, `d` done. With an `h` behind, `useFallbackAfter` finds no value.
struct StepAutomaton {
  enum Walk {
    case settled(String)
    case remote(Int)
  }

  let encoding: Encoding
  let index: Int
  let step: Flow.Step
  var automaton: Network.Automaton
  var timers: [FixedTimer] = []

  var attempt: String { "x\(index)" }
  var start: String { encoding.startClock(index) }
  var outcomes: Outcomes { encoding.outcomes[index] }
  var deadline: Int64? { step.deadline.map(encoding.units) }
  /// How long one attempt takes at the most.
  var timeout: Int64 {
    encoding.units(
      step.maxTimeout ?? step.timeout ?? encoding.flow.defaults.timeout ?? encoding.flow.deadline)
  }

  init(_ encoding: Encoding, _ index: Int) {
    self.encoding = encoding
    self.index = index
    step = encoding.graph.steps[index]
    automaton = Network.Automaton(name: "step\(index)")
  }

  mutating func build() {
    automaton.locations = [.init(name: "w")]
    switch step.work {
    case .group: buildGroup()
    case .wait(let awaited): buildWait(awaited)
    case .cache(let cache): buildReading(cache)
    case .http, .action: buildCall()
    case .value: break
    }
    if !step.racesFallbacks {
      for place in step.fallback.indices where !step.fallback[place].isLocal { buildRemote(place) }
    }
    automaton.locations.append(.init(name: "d"))
    for location in automaton.locations where location.name != "d" {
      add(location.name, "d", "end\(index)", [], ["s\(index)=3"] + cleared)
    }
  }

  mutating func add(
    _ source: String, _ target: String, _ event: String, _ provided: [String], _ statements: [Statement]
  ) {
    // An edge without its partner in the automaton of the run would be taken alone.
    if event == "offline\(index)", encoding.network(of: index).isEmpty { return }
    automaton.edges.append(
      .init(source: source, target: target, event: event, provided: provided, statements: statements))
  }

  mutating func settle(_ source: String, _ event: String, _ provided: [String], _ code: String) {
    add(source, "d", event, provided, ["v\(index)=\(code)", "s\(index)=3"] + cleared)
  }

  private var cleared: [Statement] {
    ["h\(index)=0", "o\(index)=0"] + (step.racesFallbacks ? ["j\(index)=0"] : [])
  }

  // MARK: Groups and waits

  private mutating func buildGroup() {
    guard let deadline else { return }
    automaton.locations.append(
      .init(name: "r1", invariant: ["\(attempt) <= \(deadline)"], labels: encoding.startLabels(index)))
    add("w", "r1", "start\(index)", [], ["s\(index)=1", "\(attempt)=0"])
    timers.append(.init(kind: .groupDeadline, step: index, location: "r1", clock: attempt, due: deadline))
    add("r1", "d", "cut\(index)", ["\(attempt) == \(deadline)"], [])
  }

  private mutating func buildWait(_ awaited: Flow.Step.Awaited) {
    let succeeded = "\(outcomes[Outcome(.succeeded)])"
    let begin: [Statement] = ["s\(index)=1", "\(attempt)=0"]
    var limit = timeout
    var location = Network.Location(name: "r1", labels: encoding.startLabels(index))
    switch awaited {
    case .time(let time, _):
      limit = encoding.units(time)
      add("w", "r1", "start\(index)", [], begin)
      add("r1", "d", "wake\(index)", ["\(attempt) == \(limit)"], ["v\(index)=\(succeeded)", "s\(index)=3"])
      timers.append(.init(kind: .wakeUp, step: index, location: "r1", clock: attempt, due: limit))
    case .signal, .online:
      let (given, open) = encoding.isGiven(awaited)
      // A wait of no time only asks.
      if limit == 0 {
        settle("w", "start\(index)", [open], "\(outcomes[.timedOut])")
      } else {
        add("w", "r1", "start\(index)", [open], begin)
      }
      for (guards, result) in given {
        settle("w", "start\(index)", [guards], "\(encoding.settled(index, with: result))")
      }
      settle("r1", "answer\(index)", ["\(attempt) == \(limit)"], "\(outcomes[.timedOut])")
    }
    location.invariant = ["\(attempt) <= \(limit)"]
    automaton.locations.append(location)
  }

  private mutating func buildReading(_ cache: String) {
    guard let place = encoding.caches.firstIndex(where: { $0.name == cache }) else { return }
    for (content, names) in encoding.caches[place].contents.enumerated() {
      let guards = ["c\(place) == \(content)"]
      if let name = names[index] {
        settle("w", "start\(index)", guards, "\(outcomes[Outcome(.succeeded, name)])")
      } else {
        walk("w", "start\(index)", guards, 0, own: "\(outcomes[Outcome(.failed)])", extra: ["s\(index)=1"])
      }
    }
  }

  // MARK: Fallbacks

  /// Where the fallbacks from one on lead, with what the caches must contain for it.
  private func walk(from place: Int, own: String, _ guards: [String]) -> [([String], Walk)] {
    guard place < step.fallback.count else { return [(guards, .settled(own))] }
    switch step.fallback[place].work {
    case .group, .wait: return []
    case .value(let value):
      return [(guards, .settled("\(outcomes[Outcome(.recovered, step.name(of: value))])"))]
    case .http, .action: return [(guards, .remote(place))]
    case .cache(let name):
      guard let cache = encoding.caches.firstIndex(where: { $0.name == name }) else { return [] }
      return encoding.caches[cache].contents.enumerated().flatMap { content, names -> [([String], Walk)] in
        let guards = guards + ["c\(cache) == \(content)"]
        guard let name = names[index] else { return walk(from: place + 1, own: own, guards) }
        return [(guards, .settled("\(outcomes[Outcome(.recovered, name)])"))]
      }
    }
  }

  private mutating func walk(
    _ source: String, _ event: String, _ guards: [String], _ place: Int, own: String, extra: [Statement] = []
  ) {
    for (guards, end) in walk(from: place, own: own, guards) {
      switch end {
      case .settled(let code): settle(source, event, guards, code)
      case .remote(let place):
        add(
          source, "f\(place)", event, guards,
          extra + [
            "o\(index)=\(own)", "\(attempt)=0", "h\(index)=\(encoding.network(of: index, fallback: place))",
          ])
      }
    }
  }

  private mutating func buildRemote(_ place: Int) {
    let own = step.fallback[place].timeout ?? encoding.flow.defaults.timeout
    let limit = own.map(encoding.units) ?? timeout
    let location = "f\(place)"
    automaton.locations.append(.init(name: location, invariant: ["\(attempt) <= \(limit)"]))
    let names: [String?] = [nil] + step.results.map(\.name)
    for code in Set(names.map { outcomes[Outcome(.recovered, $0)] }).sorted() {
      settle(location, "answer\(index)", [], "\(code)")
    }
    for failure in encoding.flow.failures(of: step, encoding.services) where !failure.allowFallback {
      settle(location, "answer\(index)", [], "\(outcomes[Outcome(.failed, failure.name)])")
    }
    for event in ["answer\(index)", "offline\(index)"] {
      walk(location, event, [], place + 1, own: "o\(index)")
    }
  }

  /// Whether a local fallback has a value, and the outcome then: the first that has one counts.
  private func localValues() -> (values: [([String], String)], none: [[String]]) {
    var values: [([String], String)] = []
    var none: [[String]] = [[]]
    for fallback in step.fallback where fallback.isLocal {
      switch fallback.work {
      case .value(let value):
        values += none.map { ($0, "\(outcomes[Outcome(.recovered, step.name(of: value))])") }
        none = []
      case .cache(let name):
        guard let cache = encoding.caches.firstIndex(where: { $0.name == name }) else { continue }
        var left: [[String]] = []
        for guards in none {
          for (content, names) in encoding.caches[cache].contents.enumerated() {
            let guards = guards + ["c\(cache) == \(content)"]
            if let name = names[index] {
              values.append((guards, "\(outcomes[Outcome(.recovered, name)])"))
            } else {
              left.append(guards)
            }
          }
        }
        none = left
      case .http, .action, .group, .wait: break
      }
    }
    return (values, none)
  }

  // MARK: Calls

  private mutating func buildCall() {
    guard !step.racesFallbacks else { return buildRacingCall() }
    let soft = step.useFallbackAfter.map(encoding.units)
    let local = localValues()
    let isLate = step.lane != nil && soft != nil
    let begin: [Statement] =
      ["s\(index)=1", "\(attempt)=0"] + (start == attempt ? [] : ["\(start)=0"]) + [call]
    if soft != nil, !local.values.isEmpty {
      for (guards, _) in local.values { add("w", "r1", "start\(index)", guards, begin) }
      for guards in local.none { add("w", "r1h", "start\(index)", guards, begin) }
      buildAttempts("", soft: soft, local.values)
      if !local.none.isEmpty { buildAttempts("h", soft: nil, []) }
      if isLate { buildLateWork() }
    } else {
      add("w", "r1", "start\(index)", [], begin)
      buildAttempts("", soft: nil, [])
    }
  }

  var call: Statement { "h\(index)=\(encoding.network(of: index, fallback: nil))" }
  var retry: Flow.Retry? { encoding.flow.retry(of: step) }
  var attempts: Int { max(1, retry?.attempts ?? 1) }

  private mutating func buildAttempts(_ variant: String, soft: Int64?, _ values: [([String], String)]) {
    // A value that is due sooner leaves the deadline nothing to cut.
    let cut = soft == nil ? deadline : deadline.flatMap { $0 < soft ?? 0 ? $0 : nil }
    let limits = [soft, cut].compactMap(\.self).map { "\(start) <= \($0)" }
    for number in 1...attempts {
      let location = "r\(number)\(variant)"
      automaton.locations.append(
        .init(
          name: location, invariant: ["\(attempt) <= \(timeout)"] + limits,
          labels: encoding.startLabels(index)))
      buildAnswers(location, number, variant)
      addCuts(location, soft, cut, values, before: [])
      guard number < attempts, let retry else { continue }
      let wait = encoding.units(retry.wait(after: number))
      let isFixed = retry.jitter == .none
      addWait("q\(number)\(variant)", "r\(number + 1)\(variant)", wait, isFixed, limits)
      addCuts("q\(number)\(variant)", soft, cut, values, before: isFixed ? ["\(attempt) < \(wait)"] : [])
    }
    for number in 1..<max(1, attempts) { addServerWait(number, variant, soft, cut, values, limits) }
    guard let poll = step.poll else { return }
    let wait = encoding.units(poll.every)
    addWait("p\(variant)", "r1\(variant)", wait, true, limits)
    addCuts("p\(variant)", soft, cut, values, before: ["\(attempt) < \(wait)"])
  }

  /// The classes whose server may ask for a wait before a retry.
  var askingClasses: [ErrorClass] {
    guard case .http = step.work else { return [] }
    return [ErrorClass.server, .throttled].filter(retryClasses.contains)
  }

  /// The server may ask for any wait up to `maxDelay`, or else up to the retry's own. It lasts at least as long as the
  /// retry's own, and ends before the step's deadline.
  private mutating func addServerWait(
    _ number: Int, _ variant: String, _ soft: Int64?, _ cut: Int64?, _ values: [([String], String)],
    _ limits: [String]
  ) {
    guard let retry, !askingClasses.isEmpty else { return }
    let own = retry.wait(after: number)
    let (least, most) = (encoding.units(own), encoding.units(retry.maxDelay ?? own))
    let location = "z\(number)\(variant)"
    automaton.locations.append(.init(name: location, invariant: ["\(attempt) <= \(most)"] + limits))
    let inTime = deadline.map { ["\(start) < \($0)"] } ?? []
    add(
      location, "r\(number + 1)\(variant)", "answer\(index)", ["\(attempt) >= \(least)"] + inTime,
      ["\(attempt)=0", call])
    addCuts(location, soft, nil, values, before: [])
  }

  private mutating func addWait(
    _ location: String, _ next: String, _ wait: Int64, _ isFixed: Bool, _ limits: [String]
  ) {
    automaton.locations.append(.init(name: location, invariant: ["\(attempt) <= \(wait)"] + limits))
    add(
      location, next, isFixed ? "wake\(index)" : "answer\(index)", isFixed ? ["\(attempt) == \(wait)"] : [],
      ["\(attempt)=0", call])
    guard isFixed else { return }
    timers.append(.init(kind: .wakeUp, step: index, location: location, clock: attempt, due: wait))
  }

  /// What `useFallbackAfter` and the step's deadline do in a location.
  private mutating func addCuts(
    _ location: String, _ soft: Int64?, _ cut: Int64?, _ values: [([String], String)], before: [String]
  ) {
    if let soft {
      timers.append(.init(kind: .useFallbackAfter, step: index, location: location, clock: start, due: soft))
      for (guards, code) in values {
        let provided = guards + before + ["\(start) == \(soft)"]
        if step.lane != nil, location.hasPrefix("r") {
          add(location, "l", "soft\(index)", provided, ["v\(index)=\(code)", "s\(index)=2"])
        } else {
          settle(location, "soft\(index)", provided, code)
        }
      }
    }
    if let cut {
      timers.append(.init(kind: .stepDeadline, step: index, location: location, clock: start, due: cut))
      walk(
        location, "cut\(index)", before + ["\(start) == \(cut)"], 0, own: "\(outcomes[.timedOut])")
    }
  }

  mutating func buildLateWork() {
    let limits = ["\(attempt) <= \(timeout)"] + (deadline.map { ["\(start) <= \($0)"] } ?? [])
    automaton.locations.append(.init(name: "l", invariant: limits))
    for event in ["answer\(index)", "offline\(index)"] {
      add("l", "d", event, [], ["s\(index)=3", "h\(index)=0"])
    }
  }

  private mutating func buildAnswers(_ location: String, _ number: Int, _ variant: String) {
    let event = "answer\(index)"
    var settled: Set<Int> = []
    for name in [nil] + step.results.map({ Optional($0.name) }) {
      if let poll = step.poll, !(name.map(poll.until.contains) ?? false) {
        if settled.insert(-1).inserted {
          add(location, "p\(variant)", event, [], ["\(attempt)=0", "h\(index)=0"])
        }
      } else if settled.insert(outcomes[Outcome(.succeeded, name)]).inserted {
        settle(location, event, [], "\(outcomes[Outcome(.succeeded, name)])")
      }
    }
    var walked: Set<Int> = []
    for failure in encoding.flow.failures(of: step, encoding.services) {
      let code = outcomes[Outcome(.failed, failure.name)]
      if failure.allowFallback {
        if walked.insert(code).inserted { walk(location, event, [], 0, own: "\(code)") }
      } else if settled.insert(code).inserted {
        settle(location, event, [], "\(code)")
      }
    }
    if number < attempts {
      for error in askingClasses {
        let code = outcomes[Outcome(.failed, error: error)]
        // Where the wait is too long, the fallbacks are next.
        if walked.insert(code).inserted { walk(location, event, [], 0, own: "\(code)") }
      }
      if !askingClasses.isEmpty {
        add(location, "z\(number)\(variant)", event, [], ["\(attempt)=0", "h\(index)=0"])
      }
    }
    var isRetried = false
    for error in ErrorClass.allCases {
      let events = error == .offline ? [event, "offline\(index)"] : [event]
      if number < attempts, retryClasses.contains(error) {
        for event in events where event != self.event || !isRetried {
          add(location, "q\(number)\(variant)", event, [], ["\(attempt)=0", "h\(index)=0"])
        }
        isRetried = true
      } else {
        let code = outcomes[error == .timeout ? .timedOut : Outcome(.failed, error: error)]
        if walked.insert(code).inserted { walk(location, event, [], 0, own: "\(code)") }
        if error == .offline { walk(location, "offline\(index)", [], 0, own: "\(code)") }
      }
    }
  }

  private var event: String { "answer\(index)" }

  var retryClasses: [ErrorClass] {
    guard case .http(let request) = step.work else { return retry?.classes(for: nil) ?? [] }
    return retry?.classes(for: request.method) ?? []
  }
}

extension Encoding {
  /// Whether a step is an automaton of its own: if it takes time, or its start has several ends.
  func hasAutomaton(_ step: Int) -> Bool {
    switch graph.steps[step].work {
    case .http, .action, .wait, .cache: true
    case .group: graph.steps[step].deadline != nil
    case .value: false
    }
  }

  /// The clock since the start of a step, where that of the attempt is not the same.
  func startClock(_ step: Int) -> String {
    let document = graph.steps[step]
    let isBounded = document.members == nil && (document.deadline != nil || document.useFallbackAfter != nil)
    if document.racesFallbacks { return "y\(step)" }
    return isBounded && (flow.retry(of: document)?.attempts ?? 1 > 1 || document.poll != nil)
      ? "y\(step)" : "x\(step)"
  }

  /// What going offline ends: 0 for no request over HTTP, 1 for one that only the app's state concerns, else the
  /// domain.
  func network(of step: Int, fallback: Int?) -> Int {
    let document = graph.steps[step]
    let work = fallback.map { document.fallback[$0].work } ?? document.work
    guard let called = work.request else { return 0 }
    let service = services.first { $0.name == called.service }
    return service?.domain.flatMap { domains.firstIndex(of: $0) }.map { $0 + 2 } ?? 1
  }

  /// All of them that a step may have.
  func network(of step: Int) -> [Int] {
    let all =
      [network(of: step, fallback: nil)]
      + graph.steps[step].fallback.indices.map { network(of: step, fallback: $0) }
    return Set(all).subtracting([0]).sorted()
  }

  /// What holds once something awaited is given, and what before.
  func isGiven(_ awaited: Flow.Step.Awaited) -> (given: [(String, result: String?)], open: String) {
    switch awaited {
    case .signal(let name):
      let signal = flow.signals.firstIndex(of: name) ?? 0
      let given = results(ofSignal: signal).enumerated().map { ("g\(signal) == \($0 + 1)", result: $1) }
      return (given, "g\(signal) == 0")
    case .online: return ([("off == 0", nil)], "off == 1")
    case .time: return ([("1 == 1", nil)], "1 == 0")
    }
  }
}
