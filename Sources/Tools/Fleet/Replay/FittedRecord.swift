/// A record fitted to a plan, which may be of a changed flow: what is known of the world, by the plan's numbers.
///
/// A step is known by its name, an attempt by its number. So a step of a new name, or one more attempt, is unknown.
struct FittedRecord {
  /// What is known of one attempt: how it ended and after how many nanoseconds; without an outcome, it had no answer before.
  typealias Known = (outcome: FlowMachine.AttemptOutcome?, time: Int64)

  /// What a run may have known at its start: each is possible. Empty if these are too many to try.
  private(set) var snapshots: [RunSnapshot] = []
  /// What came into the run besides answers.
  private(set) var events: [ReplayState.Pending] = []
  /// By step: its attempts.
  private var attempts: [[LaunchRecord.Attempt]]
  let plan: FlowPlan
  /// The unit of its times. Beyond a nanosecond, it does not tell the order of an instant's events.
  let precision: Int64

  /// The most starts that are tried.
  private static let mostSnapshots = 32

  init(_ record: LaunchRecord, _ plan: FlowPlan) {
    // The times that inputs gave are those of the recorded launch, in a changed flow as well.
    let plan = plan.given(
      plan.flow.inputs.map { input -> JSONValue in
        for case .input(input.name, let value) in record.facts { return value }
        return .null
      })
    self.plan = plan
    precision = max(1, record.precision ?? LaunchRecord.standardPrecision)
    attempts = plan.steps.map { _ in [] }
    for step in record.steps {
      if let index = plan.index(of: step.name) { attempts[index] = step.attempts }
    }
    if let time = record.cancelled { add(.cancelled, .cancellation, at: time) }
    for change in record.switches {
      guard let domain = change.domain.map({ plan.domains.firstIndex(of: $0) }) ?? -1 else { continue }
      add(
        change.isOffline ? .wentOffline(domain: domain) : .cameOnline(domain: domain),
        .connectivity(domain: domain), at: change.time)
    }
    // What comes from outside comes first at its instant. So a signal at the record's end would be in it, unless the
    // record ends by such an event.
    let isEndedFromOutside =
      record.cancelled == record.end || record.switches.last?.time == record.end
      || record.signals.contains { $0.time == record.end }
    for (signal, name) in plan.signals.enumerated() {
      let signalled = record.signals.first { $0.name == name }
      let (given, namer) = (signalled?.time, Int(plan.signalNamers[signal]))
      let result = namer < 0 ? nil : signalled?.result.flatMap { plan.nameNumber($0, of: namer) }
      add(
        .signalled(signal, name: result ?? -1), .signal(signal),
        at: given ?? record.end + (isEndedFromOutside ? 0 : 1), isKnown: given != nil)
    }
    fitStart(record.facts)
  }

  /// - Parameter isKnown: Whether it comes at that time; otherwise at any time from then on, or never.
  private mutating func add(
    _ input: FlowMachine.Input, _ order: EventOrder, at time: Int64, isKnown: Bool = true
  ) {
    let rounding = isKnown && precision > 1 && time > 0 ? events.count + 1 : 0
    let moment = Moment(symbol: 0, offset: time, rounding: rounding)
    events.append(.init(kind: .input(input), order: order.key, time: moment, span: isKnown ? 0 : nil))
  }

  /// What is known of an attempt.
  func known(_ number: Int, of step: Int, _ origin: AttemptOrigin) -> Known {
    // Records number the remote fallbacks that were tried.
    var remote: Int?
    if case .fallback(let place) = origin { remote = plan.remoteFallbacks(of: step).firstIndex(of: place) }
    guard number <= attempts[step].count, attempts[step][number - 1].fallback == remote else {
      return (nil, 0)
    }
    let attempt = attempts[step][number - 1]
    switch attempt.end {
    case .succeeded(nil): return (.succeeded(name: -1), attempt.took)
    case .succeeded(let name?), .refused(let name):
      let isFailure = attempt.end == .refused(failure: name)
      guard let number = plan.nameNumber(name, of: step),
        plan.names[Int(plan.steps[step].names.lowerBound + number)].isFailure == isFailure
      else { return (nil, attempt.took) }
      return (isFailure ? .refused(name: number) : .succeeded(name: number), attempt.took)
    case .failed(let errorClass):
      let deferred = attempt.codes?.retryAfter.map {
        FlowMachine.AttemptOutcome.deferred(errorClass, nanoseconds: $0)
      }
      return (deferred ?? .failed(errorClass), attempt.took)
    case .timedOut where attempt.fallback != nil:
      // No trace says what time-out a fallback has, so this may also be an answer that says so.
      return (attempt.took == plan.timeout(of: step, origin: origin) ? .failed(.timeout) : nil, attempt.took)
    case .timedOut, .cut, .cancelled, .switchedOff:
      return (nil, attempt.took == 0 ? 0 : attempt.took + 1)
    }
  }

  /// How long a wait with jitter takes after an attempt: the drawn share of the longest wait.
  func wait(after number: Int, of step: Int, atMost longest: Int64) -> ClosedRange<Int64> {
    guard number >= 1, number <= attempts[step].count, let wait = attempts[step][number - 1].wait,
      wait.drawn <= wait.longest
    else { return 0...longest }
    if wait.longest == longest { return wait.drawn...(wait.isCut ? longest : wait.drawn) }
    // The draw is any number that gives this wait, so the other wait is known to a rounding.
    let scale = (Double(longest) + 1) / (Double(wait.longest) + 1)
    let least = min(longest, max(0, Int64(Double(wait.drawn) * scale) - 1))
    if wait.isCut { return least...longest }
    return least...min(longest, max(least, Int64((Double(wait.drawn) + 1) * scale) + 1))
  }
}

extension FlowPlan {
  /// The places of a step's fallbacks that call a server or the app. Records number them from 0.
  func remoteFallbacks(of step: Int) -> [Int] {
    (0..<steps[step].fallbacks.count).filter { place in
      let kind = fallback(place, of: step).kind
      return kind == .http || kind == .action
    }
  }
}

// The start.
extension FittedRecord {
  private mutating func fitStart(_ facts: [StartFact]) {
    var inputs: [[Int32]] = []
    for (input, literals) in zip(plan.flow.inputs, plan.inputLiterals) {
      inputs.append(self.inputs(input.name, literals, facts))
    }
    let reads = plan.readers.map { self.reads(Int($0.step), plan.flow.caches[Int($0.cache)].name, facts) }
    var rows: [[Int32]] = [[]]
    for options in inputs + reads {
      guard rows.count * options.count <= Self.mostSnapshots else { return }
      rows = rows.flatMap { row in options.map { row + [$0] } }
    }
    let domains = plan.domains.map { facts.contains(.offline(domain: $0)) }
    snapshots = rows.map { row in
      RunSnapshot(
        inputs: Array(row[..<inputs.count]), reads: Array(row[inputs.count...]),
        isOffline: facts.contains(.offline(domain: nil)), offlineDomains: domains)
    }
  }

  private func inputs(_ name: String, _ literals: [JSONValue], _ facts: [StartFact]) -> [Int32] {
    var possible = Array(literals.indices)
    for case .input(name, let literal) in facts {
      guard let place = literals.firstIndex(of: literal) else { return [-1] }
      return [Int32(place)]
    }
    for case .otherInput(name, let others) in facts { possible.removeAll { others.contains(literals[$0]) } }
    return possible.map { Int32($0) } + [-1]
  }

  private func reads(_ step: Int, _ cache: String, _ facts: [StartFact]) -> [Int32] {
    let name = plan.stepNames[step]
    for case .cache(cache, step: name, let find) in facts {
      switch find {
      case .nothing: return [RunSnapshot.absent]
      case .value(nil): return [-1]
      case .value(let result?):
        if let number = plan.nameNumber(result, of: step) { return [number] }
      }
    }
    let results = plan.steps[step].names.indices.filter { !plan.names[Int($0)].isFailure }
    return [RunSnapshot.absent, -1] + results.map { $0 - plan.steps[step].names.lowerBound }
  }
}
