import LaunchFlowSimulator
import LaunchFlowSwitch

/// Applies the events of runs, whatever their times.
struct SwitchTransitions {
  let plan: SwitchPlan
  let timetable: SwitchTimetable
  /// The number of poll answers that make a difference.
  private let mostAnswers: Int

  init(_ plan: SwitchPlan, _ timetable: SwitchTimetable) {
    self.plan = plan
    self.timetable = timetable
    let longest = plan.pollWait(after: .max)
    mostAnswers = (1...200).first { plan.pollWait(after: $0) >= longest } ?? .max
  }

  func slot(of pending: SwitchRunState.Pending) -> Int {
    switch pending {
    case .timer(let timer): plan.slot(of: timer)
    case .answer(let answer): plan.slot(of: answer)
    case .fault(let window, _): plan.pendingSlots + window
    }
  }

  /// The slot in which the beginning of a fault is pending; nil for a known beginning.
  func slot(ofFault fault: Int) -> Int? {
    timetable.windows.firstIndex { $0.fault == fault }.map { plan.pendingSlots + $0 }
  }

  /// The order of what is pending among the events of one time.
  func order(of pending: SwitchRunState.Pending) -> UInt64 {
    switch pending {
    case .timer(let timer): SwitchTimetable.order(.timer(timer))
    case .answer(let answer): SwitchTimetable.order(answer.order)
    case .fault(_, let stage): stage == .ahead ? 0 : .max
    }
  }

  /// The start of a run, before the timetable's first row.
  func start(_ choices: [Int]) -> Result {
    var result = Result(self, SwitchRunState(run: SwitchRun(plan)), .init(), choices, weatherSince: 0)
    for (window, fault) in timetable.windows.enumerated() {
      result.add(.fault(window: window, .ahead), fault.times)
    }
    var run = result.state.run
    run.launch(at: 0, &result)
    return finished(result, run)
  }

  /// Applies the timetable's row, after everything before it.
  func takeRow(
    _ row: Int, _ state: SwitchRunState, _ counts: SwitchWatch.Counts, _ choices: [Int]
  ) -> Result {
    var result = Result(self, state, counts, choices, weatherSince: timetable.weatherSince[row])
    var run = state.run
    switch timetable.rows[row].entry {
    case .change: break
    case .faultBegins(let fault):
      result.samples = result.state.watch.faultBegins(fault, timetable.faults)
    case .faultEnds(let fault):
      result.samples = result.state.watch.faultEnds(fault, timetable.faults, &result.counts)
    case .end:
      result.samples = result.state.watch.finish(&result.counts)
      result.isOver = true
    case .scripted(let event): run.take(event, at: timetable.rows[row].time, &result)
    }
    return finished(result, run)
  }

  /// Applies the event pending in a slot, before a row of the timetable.
  func firePending(
    _ slot: Int, before row: Int, _ state: SwitchRunState, _ counts: SwitchWatch.Counts, _ choices: [Int]
  ) -> Result {
    var result = Result(self, state, counts, choices, weatherSince: timetable.weatherSince[row])
    guard let pending = state.pending[slot] else { return result }
    result.remove(slot)
    var run = state.run
    switch pending {
    case .timer(let timer): run.fire(timer, &result)
    case .answer(let answer): run.take(answer, &result)
    case .fault(let window, .ahead): result.add(.fault(window: window, .beginning), 0...0)
    case .fault(let window, _):
      result.samples = result.state.watch.faultBegins(
        timetable.windows[window].fault, timetable.faults)
      result.add(.fault(window: window, .begun), 0...0)
    }
    return finished(result, run)
  }

  /// Forgets the numbers that only fence off stale answers, which are never kept here.
  private func finished(_ result: Result, _ run: SwitchRun) -> Result {
    var result = result
    result.state.run = run
    result.state.run.machine.effects = []
    result.state.run.machine.network.probe = 0
    result.state.run.machine.press = 0
    for domain in plan.domains.indices {
      result.state.run.machine.domains[domain].question = 0
      let answers = result.state.run.machine.domains[domain].answers
      result.state.run.machine.domains[domain].answers = min(answers, mostAnswers)
    }
    // The beginning of a noticed or past fault no longer counts.
    for (number, window) in timetable.windows.enumerated() {
      guard case .fault(_, .begun)? = result.state.pending[plan.pendingSlots + number],
        result.state.watch.active[window.fault] != false
      else { continue }
      result.remove(plan.pendingSlots + number)
    }
    return result
  }
}

extension SwitchTransitions {
  struct Result {
    private let transitions: SwitchTransitions
    /// The choices to take; after their end, the first possible ones.
    private let given: [Int]
    let weatherSince: Int64
    var state: SwitchRunState
    var counts: SwitchWatch.Counts
    private(set) var orders: [SwitchRunState.Order] = []
    var samples: [SwitchWatch.Sample] = []
    /// By request, in order: which of its possible answers was taken, and the number of possible ones.
    private(set) var choices: [(taken: Int, of: Int)] = []
    var isOver = false

    init(
      _ transitions: SwitchTransitions, _ state: SwitchRunState, _ counts: SwitchWatch.Counts,
      _ given: [Int], weatherSince: Int64
    ) {
      (self.transitions, self.given, self.weatherSince) = (transitions, given, weatherSince)
      (self.state, self.counts) = (state, counts)
    }
  }
}

extension SwitchTransitions.Result: SwitchRunHost {
  private var timetable: SwitchTimetable { transitions.timetable }
  private var firstFault: Int { transitions.plan.pendingSlots }

  /// The slots of faults that are still ahead.
  private var ahead: [Int] {
    timetable.windows.indices.map { firstFault + $0 }.filter { slot in
      if case .fault(_, .ahead)? = state.pending[slot] { true } else { false }
    }
  }

  /// The slots of faults that lose answers when they begin.
  private var silencesAhead: [Int] { ahead.filter { timetable.windows[$0 - firstFault].isSilent } }

  var world: SwitchWorld {
    let ahead = ahead.reduce(0) { $0 | 1 << ($1 - firstFault) }
    return timetable.worlds[timetable.worlds.count - 1 - ahead]
  }

  mutating func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], flips: Bool) {
    if flips { counts.flips += 1 }
    for effect in effects {
      switch effect {
      case .began(let cause): samples += state.watch.begin(cause, timetable.faults)
      case .ended(let cause): samples += state.watch.end(cause, timetable.faults, &counts)
      default: break
      }
    }
  }

  mutating func killed(wasOffline: Bool) {
    if wasOffline { counts.flips += 1 }
    samples += state.watch.endAll(&counts)
    for slot in state.pending.keys.sorted() where slot < firstFault { remove(slot) }
  }

  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool) {
    add(.timer(timer), (hasJitter ? 0 : nanoseconds)...nanoseconds)
  }

  mutating func add(_ answer: SwitchRun.Answer, within timeout: Int64?, before end: Int64) {
    add(.answer(answer), 0...(timeout ?? 0), latest: timeout == nil ? .max : end - 1)
    if timeout != nil { orders += silencesAhead.map { .before(slot: $0) } }
  }

  mutating func add(
    _ pending: SwitchRunState.Pending, _ delay: ClosedRange<Int64>, latest: Int64 = .max
  ) {
    let slot = transitions.slot(of: pending)
    // A new press replaces a press that is being stored.
    remove(slot)
    state.pending[slot] = pending
    orders.append(.add(pending, delay, latest: latest))
  }

  mutating func remove(_ slot: Int) {
    guard state.pending.removeValue(forKey: slot) != nil else { return }
    orders.append(.remove(slot: slot))
  }

  /// Chooses whether an answer arrives, or which silence loses it.
  mutating func arrives(_ domain: Int?, _ isLost: Bool, nextLoss: Int64, within timeout: Int64) -> Bool {
    let ahead = silencesAhead
    let taken = choose([!isLost, isLost || nextLoss < .max] + ahead.map { _ in !isLost })
    if taken > 1 {
      orders.append(.soon(slot: ahead[taken - 2], within: timeout))
    } else if taken == 1, !isLost {
      orders.append(.notBefore(nextLoss - timeout))
    }
    return taken == 0
  }

  mutating func sent(domain: Int?, isLost: Bool) { orders.append(.sent(domain: domain, isLost: isLost)) }

  private mutating func choose(_ possible: [Bool]) -> Int {
    let options = possible.indices.filter { possible[$0] }
    let place = choices.count
    let taken = place < given.count ? given[place] : 0
    choices.append((taken, options.count))
    return options.indices.contains(taken) ? options[taken] : 0
  }
}
