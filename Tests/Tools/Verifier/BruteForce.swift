import LaunchFlowMachine

@testable import LaunchFlowVerifier

/// Every run of a tiny flow, one by one, on an event queue: each attempt with each answer at each nanosecond
/// up to its time-out or none at all, each drawn wait, each cache content, each input. No zones, no merging.
struct BruteForce {
  /// What befalls each run besides, at each nanosecond up to the flow's deadline.
  enum Disturbance {
    case none
    /// It is cancelled.
    case cancel
    /// The app goes offline for good, or comes back for good.
    case offline
  }

  private struct Pending {
    var time: Int64
    var order: EventOrder
    /// Negative for timers' slots minus 1.
    var slot: Int
    var input: FlowMachine.Input
  }

  private struct Run {
    var machine: FlowMachine
    var pending: [Pending] = []
    var now: Int64 = 0
    var landedAt: Int64?
    var page: Int32 = -1
  }

  let plan: FlowPlan
  private let choices: WorldChoices
  private let disturbance: Disturbance
  /// By inputs and page: the latest landing.
  private(set) var landings: [Findings.LandingClass: Int64] = [:]
  /// By promise.
  private(set) var isBroken: [Bool]
  private(set) var hasStarted: [Bool]
  private(set) var isRuleUsed: [Bool]
  private(set) var runs = 0
  private let most: Int
  private var inputClass = 0

  /// Runs them all; nil where there are more than a bound.
  init?(_ plan: FlowPlan, _ disturbance: Disturbance = .none, atMost most: Int) {
    self.plan = plan
    self.most = most
    self.disturbance = disturbance
    choices = WorldChoices(plan)
    isBroken = plan.promises.map { _ in false }
    hasStarted = plan.steps.map { _ in false }
    isRuleUsed = plan.rules.map { _ in false }
    for inputClass in 0..<choices.inputClassCount {
      self.inputClass = inputClass
      for caches in Self.combinations(choices.caches.map(\.count)) { start(caches) }
    }
    if runs > most { return nil }
  }

  private static func combinations(_ counts: [Int]) -> [[Int]] {
    counts.reduce([[]]) { found, count in found.flatMap { known in (0..<count).map { known + [$0] } } }
  }

  private mutating func start(_ caches: [Int]) {
    var snapshot = plan.snapshot(inputs: choices.inputClass(inputClass).map(\.value), caches: [])
    for reader in snapshot.reads.indices {
      snapshot.reads[reader] = choices.read(reader, choice: caches[Int(plan.readers[reader].cache)])
    }
    let disturbances = disturbances
    for pending in disturbances {
      snapshot.isOffline = pending.map { $0.input == .cameOnline(domain: -1) } ?? false
      var run = Run(machine: FlowMachine(plan, snapshot))
      if let pending { run.pending.append(pending) }
      run.machine.handle(.started)
      for signals in signals {
        var run = run
        run.pending += signals
        follow(run)
      }
    }
  }

  /// When each signal may be given, in every combination.
  private var signals: [[Pending]] {
    plan.signals.indices.reduce([[]]) { found, signal in
      let given = (0...plan.deadline + Self.tailTime).flatMap { time in
        plan.names(ofSignal: signal).map { name in
          [Pending(time: time, order: .signal(signal), slot: .min, input: .signalled(signal, name: name))]
        }
      }
      return found.flatMap { known in ([[]] + given).map { known + $0 } }
    }
  }

  /// How long after the deadline a signal can still matter in the flows of these tests.
  private static let tailTime: Int64 = 5

  /// What may befall a run; nil is nothing.
  private var disturbances: [Pending?] {
    let order: EventOrder = disturbance == .cancel ? .cancellation : .connectivity(domain: -1)
    let inputs: [FlowMachine.Input]
    switch disturbance {
    case .none: return [nil]
    case .cancel: inputs = [.cancelled]
    case .offline: inputs = [.wentOffline(domain: -1), .cameOnline(domain: -1)]
    }
    return inputs.flatMap { input in
      // What is offline at the start itself is so before it.
      ((input == .cancelled ? 0 : 1)...plan.deadline).map { time in
        Pending(time: time, order: order, slot: .min, input: input)
      }
    }
  }

  /// Notes what the last event brought, and goes on in every way that the world may choose.
  private mutating func follow(_ run: Run) {
    guard runs <= most else { return }
    var run = run
    var open: [[Pending?]] = []
    for effect in run.machine.effects {
      switch effect {
      case .arm(let timer, let nanoseconds, let isSoft):
        let waits = isSoft ? Array(0...nanoseconds) : [nanoseconds]
        open.append(
          waits.map { wait in
            Pending(
              time: run.now + wait, order: .timer(timer), slot: -1 - timer.slot, input: .timerFired(timer))
          })
      case .disarm(let timer):
        run.pending.removeAll { $0.slot == -1 - timer.slot }
        open.removeAll { $0.first??.slot == -1 - timer.slot }
      case .startAttempt(let step, let attempt, let origin):
        open.append(answers(step, attempt, origin, run.now))
      case .cancelAttempt(let track, _):
        run.pending.removeAll { $0.slot == track }
        open.removeAll { $0.first(where: { $0 != nil })??.slot == track }
      case .stepStarted(let step): hasStarted[step] = true
      case .landed(let rule, _, _):
        isRuleUsed[rule] = true
        run.pending.removeAll { $0.input == .cancelled }
        run.landedAt = run.now
        run.page = plan.rules[rule].page
        let landing = Findings.LandingClass(inputClass: inputClass, page: Int(plan.rules[rule].page))
        landings[landing] = max(landings[landing] ?? 0, run.now)
      case .finished: finish(run)
      default: break
      }
    }
    choose(open[...], run)
  }

  /// What an attempt may answer, and when; nil for never.
  private func answers(
    _ step: Int, _ attempt: Int, _ origin: AttemptOrigin, _ now: Int64
  ) -> [Pending?] {
    var timeout = plan.clocks[step].timeout
    var errors = ownErrors(step)
    if case .fallback(let index) = origin {
      timeout = plan.fallback(index, of: step).timeout
      errors = [.network]
    }
    let names = (0..<Int32(plan.steps[step].names.count)).map(AttemptChoice.named)
    var answers = ([.plain] + names + errors.map(AttemptChoice.failed)).map { $0.outcome(of: step, in: plan) }
    if case .own = origin { answers += deferrals(of: step) }
    return [nil]
      + answers.flatMap { answer in
        (0...timeout).map { takes in
          self.answer(answer, on: plan.track(of: step, origin), attempt, at: now + takes)
        }
      }
  }

  /// The answers whose server asks for a wait, up to the longest one that the step makes, and for a longer one.
  private func deferrals(of step: Int) -> [FlowMachine.AttemptOutcome] {
    let clocks = plan.clocks[step]
    guard plan.steps[step].kind == .http, clocks.attempts > 1 else { return [] }
    let retried = [ErrorClass.server, .throttled].filter { clocks.retryClasses & $0.bit != 0 }
    let longest = clocks.maxDelay == .max ? 0 : clocks.maxDelay
    return retried.flatMap { errorClass in
      ((0...longest) + [.max]).map { .deferred(errorClass, nanoseconds: $0) }
    }
  }

  /// One class for each of those that the machine treats alike, for there are too many runs.
  private func ownErrors(_ step: Int) -> [ErrorClass] {
    let clocks = plan.clocks[step]
    let names = Int32(plan.steps[step].names.count)
    var seen: Set<[Int32]> = []
    let all: [ErrorClass] = [
      .network, .server, .malformed, .client, .throttled, .business, .error, .timeout, .offline,
    ]
    return all.filter { errorClass in
      let isRetried = clocks.attempts > 1 && clocks.retryClasses & errorClass.bit != 0
      let asked = clocks.errors.number(of: errorClass, names: names)
      return seen.insert([isRetried ? 1 : 0, errorClass == .timeout ? 1 : 0, asked]).inserted
    }
  }

  private func answer(
    _ outcome: FlowMachine.AttemptOutcome, on track: Int, _ attempt: Int, at time: Int64
  ) -> Pending {
    Pending(
      time: time, order: .answer(on: track), slot: track,
      input: .attemptEnded(track: track, attempt: attempt, outcome))
  }

  /// An input at its time: a wait that would not end before the step's deadline is too long.
  private func limited(_ input: FlowMachine.Input, in run: Run) -> FlowMachine.Input {
    guard case .attemptEnded(let track, let attempt, let outcome) = input else { return input }
    let slot = -1 - FlowTimer(.stepDeadline, of: plan.step(ofTrack: track)).slot
    let deadline = run.pending.first { $0.slot == slot }?.time ?? .max
    return .attemptEnded(track: track, attempt: attempt, outcome.limited(to: deadline - run.now))
  }

  private mutating func choose(_ open: ArraySlice<[Pending?]>, _ run: Run) {
    guard let ways = open.first else { return next(run) }
    for way in ways {
      var run = run
      if let way { run.pending.append(way) }
      choose(open.dropFirst(), run)
    }
  }

  private mutating func next(_ run: Run) {
    guard
      let first = run.pending.indices.min(by: { left, right in
        let (a, b) = (run.pending[left], run.pending[right])
        return a.time != b.time ? a.time < b.time : a.order < b.order
      })
    else { return }
    var run = run
    let event = run.pending.remove(at: first)
    run.now = event.time
    run.machine.handle(limited(event.input, in: run))
    follow(run)
  }

  private mutating func finish(_ run: Run) {
    runs += 1
    for (index, promise) in plan.promises.enumerated() {
      let isKept: Bool
      switch promise {
      case .within(let limit, let page):
        isKept = run.landedAt ?? .max <= limit || page >= 0 && run.page != page
      case .never(let node): isKept = run.machine.state.truth(of: node, in: plan) != .yes
      case .always(let node): isKept = run.machine.state.truth(of: node, in: plan) == .yes
      case .implies(let premise, let conclusion):
        isKept =
          run.machine.state.truth(of: premise, in: plan) != .yes
          || run.machine.state.truth(of: conclusion, in: plan) == .yes
      }
      if !isKept { isBroken[index] = true }
    }
  }
}

extension FlowPlan {
  /// The results that the value of a signal may have, none included.
  func names(ofSignal signal: Int) -> [Int32] {
    let namer = Int(signalNamers[signal])
    return namer < 0 ? [-1] : [-1] + (0..<Int32(steps[namer].names.count))
  }
}
