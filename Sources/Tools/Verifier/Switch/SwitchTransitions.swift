import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowSwitch

/// Applies the events of runs, whatever their times.
struct SwitchTransitions {
  let plan: SwitchPlan
  let world: SwitchWorld
  let timetable: SwitchTimetable
  /// The number of poll answers that make a difference.
  private let mostAnswers: Int

  init(_ plan: SwitchPlan, _ world: SwitchWorld, _ timetable: SwitchTimetable) {
    self.plan = plan
    self.world = world
    self.timetable = timetable
    let longest = plan.pollWait(after: .max)
    mostAnswers = (1...200).first { plan.pollWait(after: $0) >= longest } ?? .max
  }

  /// The result of one event.
  struct Result {
    var state: SwitchRunState
    var counts: SwitchWatch.Counts
    var orders: [SwitchRunState.Order] = []
    var samples: [SwitchWatch.Sample] = []
    /// By request, in order: which of its possible answers was taken, and the number of possible ones.
    var choices: [(taken: Int, of: Int)] = []
    var isOver = false
  }

  func slot(of pending: SwitchRunState.Pending) -> Int {
    switch pending {
    case .timer(let timer): plan.slot(of: timer)
    case .answer(.markStored): plan.timerSlots
    case .answer(.probe): plan.timerSlots + 1
    case .answer(.verdict(let domain, _)): plan.timerSlots + 2 + domain
    case .fault(let window, _): faultSlots + window
    }
  }

  private var faultSlots: Int { plan.timerSlots + 2 + plan.domains.count }

  /// The slot in which the beginning of a fault is pending; nil for a known beginning.
  func slot(ofFault fault: Int) -> Int? {
    timetable.windows.firstIndex { $0.fault == fault }.map { faultSlots + $0 }
  }

  /// The slots of faults that are still ahead.
  private func ahead(_ state: SwitchRunState) -> [Int] {
    timetable.windows.indices.map { faultSlots + $0 }.filter { slot in
      if case .fault(_, .ahead)? = state.pending[slot] { true } else { false }
    }
  }

  /// The world with the faults that have begun.
  private func world(_ state: SwitchRunState) -> SwitchWorld {
    let ahead = ahead(state).reduce(0) { $0 | 1 << ($1 - faultSlots) }
    return timetable.worlds[timetable.worlds.count - 1 - ahead]
  }

  /// The slots of faults that lose answers when they begin.
  private func silencesAhead(_ state: SwitchRunState) -> [Int] {
    ahead(state).filter { timetable.windows[$0 - faultSlots].isSilent }
  }

  /// The order of what is pending among the events of one time.
  func order(of pending: SwitchRunState.Pending) -> UInt64 {
    switch pending {
    case .timer(let timer): SwitchTimetable.order(.timer(timer))
    case .answer(.markStored): SwitchTimetable.order(.mark)
    case .answer(.probe): SwitchTimetable.order(.probe)
    case .answer(.verdict(let domain, _)): SwitchTimetable.order(.question(domain: domain))
    case .fault(_, let stage): stage == .ahead ? 0 : .max
    }
  }

  /// The start of a run, before the timetable's first row.
  func start(_ choices: [Int]) -> Result {
    var result = Result(state: SwitchRunState(machine: SwitchMachine(plan)), counts: .init())
    for (window, fault) in timetable.windows.enumerated() {
      add(.fault(window: window, .ahead), fault.times, &result)
    }
    launch(at: 0, weather: 0, &result, choices)
    return normalized(result)
  }

  /// Applies the timetable's row, after everything before it.
  func takeRow(
    _ row: Int, _ state: SwitchRunState, _ counts: SwitchWatch.Counts, _ choices: [Int]
  ) -> Result {
    var result = Result(state: state, counts: counts)
    let time = timetable.rows[row].time
    switch timetable.rows[row].entry {
    case .change: break
    case .faultBegins(let fault):
      result.samples = result.state.watch.faultBegins(fault, timetable.faults)
    case .faultEnds(let fault):
      result.samples = result.state.watch.faultEnds(fault, timetable.faults, &result.counts)
    case .end:
      result.samples = result.state.watch.finish(&result.counts)
      result.isOver = true
    case .scripted(let event): take(event, at: time, timetable.weatherSince[row], &result, choices)
    }
    return normalized(result)
  }

  /// Applies the event pending in a slot, before a row of the timetable.
  func firePending(
    _ slot: Int, before row: Int, _ state: SwitchRunState, _ counts: SwitchWatch.Counts, _ choices: [Int]
  ) -> Result {
    var result = Result(state: state, counts: counts)
    guard let pending = result.state.pending.removeValue(forKey: slot) else { return result }
    result.orders.append(.remove(slot: slot))
    let weather = timetable.weatherSince[row]
    switch pending {
    case .timer(let timer): handle(.timerFired(timer), weather, &result, choices)
    case .answer(.markStored(let isMarked)):
      result.state.storedMark = isMarked
      handle(.markStored(number: state.machine.press), weather, &result, choices)
    case .answer(.probe(let isGood)):
      handle(.probeEnded(number: state.machine.network.probe, isGood: isGood), weather, &result, choices)
    case .answer(.verdict(let domain, let verdict)):
      let number = state.machine.domains[domain].question
      handle(.questionEnded(domain: domain, number: number, verdict), weather, &result, choices)
    case .fault(let window, .ahead): add(.fault(window: window, .beginning), 0...0, &result)
    case .fault(let window, _):
      result.samples = result.state.watch.faultBegins(
        timetable.windows[window].fault, timetable.faults)
      add(.fault(window: window, .begun), 0...0, &result)
    }
    return normalized(result)
  }

  private func launch(at time: Int64, weather: Int64, _ result: inout Result, _ choices: [Int]) {
    result.state.machine = SwitchMachine(plan)
    result.state.isRunning = true
    handle(
      .started(isMarked: result.state.storedMark, path: world.path(at: time)), weather, &result, choices)
    if result.state.isInBackground { handle(.enteredBackground, weather, &result, choices) }
  }

  private func take(
    _ event: SwitchScript.Event, at time: Int64, _ weather: Int64, _ result: inout Result, _ choices: [Int]
  ) {
    let isRunning = result.state.isRunning
    var input: SwitchMachine.Input?
    switch event {
    case .path(let index): input = .pathChanged(world.paths[index].path)
    case .background(let isEntered):
      result.state.isInBackground = isEntered
      input = isEntered ? .enteredBackground : .returned
    case .press(let isMarked): input = .markRequested(isMarked)
    case .kill: if isRunning { kill(&result) }
    case .restart: if !isRunning { launch(at: time, weather: weather, &result, choices) }
    case .call(let calls, let domain):
      guard isRunning, !result.state.isInBackground else { return }
      input = self.world(result.state).input(ofCall: calls, to: domain, at: time, result.state.machine)
    case .failedCall(let domain, let failure): input = failure.input(domain)
    case .pushedVerdict(let domain, let verdict): input = .verdictReported(domain: domain, verdict)
    }
    if isRunning, let input { handle(input, weather, &result, choices) }
  }

  private func kill(_ result: inout Result) {
    if result.state.machine.isOffline { result.counts.flips += 1 }
    result.samples += result.state.watch.endAll(&result.counts)
    result.state.isRunning = false
    for slot in result.state.pending.keys.sorted() where slot < faultSlots { remove(slot, &result) }
    result.state.machine = SwitchMachine(plan)
  }

  private func handle(
    _ input: SwitchMachine.Input, _ weather: Int64, _ result: inout Result, _ choices: [Int]
  ) {
    let wasOffline = result.state.machine.isOffline
    result.state.machine.handle(input)
    if result.state.machine.isOffline != wasOffline { result.counts.flips += 1 }
    for effect in result.state.machine.effects {
      switch effect {
      case .arm(let timer, let nanoseconds, let jitter):
        add(.timer(timer), (jitter ? 0 : nanoseconds)...nanoseconds, &result)
      case .disarm(let timer): remove(plan.slot(of: timer), &result)
      case .startProbe: startProbe(weather, &result, choices)
      case .cancelProbe: remove(plan.timerSlots + 1, &result)
      case .ask(let domain, _): ask(domain, weather, &result, choices)
      case .cancelQuestion(let domain, _): remove(plan.timerSlots + 2 + domain, &result)
      case .storeMark(let isMarked, _): add(.answer(.markStored(isMarked)), 0...0, &result)
      case .began(let cause): result.samples += result.state.watch.begin(cause, timetable.faults)
      case .ended(let cause):
        result.samples += result.state.watch.end(cause, timetable.faults, &result.counts)
      case .probeEnded: remove(plan.timerSlots + 1, &result)
      case .questionEnded(let domain, _, _): remove(plan.timerSlots + 2 + domain, &result)
      case .windowOpened, .decided, .suspected, .cleared, .lapsed: break
      }
    }
  }

  private func add(
    _ pending: SwitchRunState.Pending, _ delay: ClosedRange<Int64>, latest: Int64 = .max,
    _ result: inout Result
  ) {
    let slot = slot(of: pending)
    // A new press replaces a press that is being stored.
    remove(slot, &result)
    result.state.pending[slot] = pending
    result.orders.append(.add(pending, delay, latest: latest))
  }

  private func remove(_ slot: Int, _ result: inout Result) {
    guard result.state.pending.removeValue(forKey: slot) != nil else { return }
    result.orders.append(.remove(slot: slot))
  }

  /// An answer comes at any time up to the time-out. It is lost if the network is silent meanwhile.
  private func startProbe(_ since: Int64, _ result: inout Result, _ choices: [Int]) {
    let weather = world(result.state).networkWeather(at: since)
    if weather.isRefused {
      add(.answer(.probe(isGood: false)), 0...0, &result)
      result.orders.append(.sent(domain: nil, isLost: false))
      return
    }
    let timeout = plan.network?.timeout ?? 0
    let isAnswered = arrives(weather.isLost, weather.nextLoss, within: timeout, &result, choices)
    if isAnswered { add(.probe(isGood: true), within: timeout, before: weather.nextLoss, &result) }
    result.orders.append(.sent(domain: nil, isLost: !isAnswered))
  }

  private func ask(_ domain: Int, _ since: Int64, _ result: inout Result, _ choices: [Int]) {
    let world = world(result.state)
    let network = world.networkWeather(at: since)
    let server = world.qosWeather(at: since)
    let timeout = plan.service?.timeout ?? 0
    if network.isRefused {
      refuse(domain, &result)
      return
    }
    if !network.isLost, server.isRefused {
      // If the network falls silent, a request under way is not even refused.
      if arrives(false, network.nextLoss, within: timeout, &result, choices) {
        refuse(domain, &result)
      } else {
        result.orders.append(.sent(domain: domain, isLost: true))
      }
      return
    }
    let nextLoss = min(network.nextLoss, server.nextLoss)
    let isAnswered = arrives(
      network.isLost || server.isLost, nextLoss, within: timeout, &result, choices)
    if isAnswered {
      let verdict = world.isFaulty(domain, at: since) ? SwitchMachine.Verdict.faulty : .fine
      add(.verdict(domain: domain, verdict), within: timeout, before: nextLoss, &result)
    }
    result.orders.append(.sent(domain: domain, isLost: !isAnswered))
  }

  /// Chooses whether an answer arrives, or which silence loses it.
  private func arrives(
    _ isLost: Bool, _ nextLoss: Int64, within timeout: Int64, _ result: inout Result, _ choices: [Int]
  ) -> Bool {
    let ahead = silencesAhead(result.state)
    let taken = choose(
      [!isLost, isLost || nextLoss < .max] + ahead.map { _ in !isLost }, &result, choices)
    if taken > 1 {
      result.orders.append(.soon(slot: ahead[taken - 2], within: timeout))
    } else if taken == 1, !isLost {
      result.orders.append(.notBefore(nextLoss - timeout))
    }
    return taken == 0
  }

  /// Adds an answer that no silence loses.
  private func add(
    _ answer: SwitchRunState.Answer, within timeout: Int64, before nextLoss: Int64, _ result: inout Result
  ) {
    add(.answer(answer), 0...timeout, latest: nextLoss - 1, &result)
    result.orders += silencesAhead(result.state).map { .before(slot: $0) }
  }

  private func refuse(_ domain: Int, _ result: inout Result) {
    add(.answer(.verdict(domain: domain, .unreachable)), 0...0, &result)
    result.orders.append(.sent(domain: domain, isLost: false))
  }

  /// Takes the next choice; after the end of the given ones, the first possible one.
  private func choose(_ possible: [Bool], _ result: inout Result, _ choices: [Int]) -> Int {
    let options = possible.indices.filter { possible[$0] }
    let place = result.choices.count
    let taken = place < choices.count ? choices[place] : 0
    result.choices.append((taken, options.count))
    return options.indices.contains(taken) ? options[taken] : 0
  }

  /// Forgets the numbers that only fence off stale answers, which are never kept here.
  private func normalized(_ result: Result) -> Result {
    var result = result
    result.state.machine.effects = []
    result.state.machine.network.probe = 0
    result.state.machine.press = 0
    for domain in plan.domains.indices {
      result.state.machine.domains[domain].question = 0
      let answers = result.state.machine.domains[domain].answers
      result.state.machine.domains[domain].answers = min(answers, mostAnswers)
    }
    // The beginning of a noticed or past fault no longer counts.
    for (number, window) in timetable.windows.enumerated() {
      guard case .fault(_, .begun)? = result.state.pending[faultSlots + number],
        result.state.watch.active[window.fault] != false
      else { continue }
      remove(faultSlots + number, &result)
    }
    return result
  }
}
