import LaunchFlowMachine
import LaunchFlowModel

/// Takes the events of runs, whatever their times.
struct SwitchTransitions {
  let plan: SwitchPlan
  let world: SwitchWorld
  let timetable: SwitchTimetable
  /// How many poll answers make a difference.
  private let mostAnswers: Int

  init(_ plan: SwitchPlan, _ world: SwitchWorld, _ timetable: SwitchTimetable) {
    self.plan = plan
    self.world = world
    self.timetable = timetable
    let longest = plan.pollWait(after: .max)
    mostAnswers = (1...200).first { plan.pollWait(after: $0) >= longest } ?? .max
  }

  /// What one event leads to.
  struct Result {
    var state: SwitchRunState
    var counts: SwitchWatch.Counts
    var orders: [SwitchRunState.Order] = []
    var samples: [SwitchWatch.Sample] = []
    /// By request, in order: which of its possible answers was taken, and how many there were.
    var choices: [(taken: Int, of: Int)] = []
    var isOver = false
  }

  func slot(of pending: SwitchRunState.Pending) -> Int {
    switch pending {
    case .timer(let timer): plan.slot(of: timer)
    case .answer(.markStored): plan.timerSlots
    case .answer(.probe): plan.timerSlots + 1
    case .answer(.verdict(let domain, _)): plan.timerSlots + 2 + domain
    }
  }

  /// The order of what is pending among the events of one time.
  func order(of pending: SwitchRunState.Pending) -> UInt64 {
    switch pending {
    case .timer(let timer): SwitchEventOrder.timer(timer).key
    case .answer(.markStored): SwitchEventOrder.mark.key
    case .answer(.probe): SwitchEventOrder.probe.key
    case .answer(.verdict(let domain, _)): SwitchEventOrder.question(domain: domain).key
    }
  }

  /// The start of a run, before the timetable's first row.
  func start(_ choices: [Int]) -> Result {
    var result = Result(state: SwitchRunState(machine: SwitchMachine(plan)), counts: .init())
    launch(at: 0, weather: 0, &result, choices)
    return normalized(result)
  }

  /// The timetable's row, after all that comes before it.
  func takeRow(
    _ row: Int, _ state: SwitchRunState, _ counts: SwitchWatch.Counts, _ choices: [Int]
  ) -> Result {
    var result = Result(state: state, counts: counts)
    let time = timetable.rows[row].time
    let causes = state.isRunning ? state.machine.causes : []
    switch timetable.rows[row].entry {
    case .change: break
    case .faultBegins(let fault):
      result.samples = result.state.watch.faultBegins(fault, causes, timetable.faults)
    case .faultEnds(let fault):
      result.state.watch.faultEnds(fault, causes, timetable.faults, &result.counts)
    case .end:
      result.samples = result.state.watch.finish(&result.counts)
      result.isOver = true
    case .scripted(let event): take(event, at: time, timetable.weatherSince[row], &result, choices)
    }
    return normalized(result)
  }

  /// What is pending in a slot, before a row of the timetable.
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
      input = world.input(ofCall: calls, to: domain, at: time, result.state.machine)
    case .failedCall(let domain, let failure): input = failure.input(domain)
    case .pushedVerdict(let domain, let verdict): input = .verdictReported(domain: domain, verdict)
    }
    if isRunning, let input { handle(input, weather, &result, choices) }
  }

  private func kill(_ result: inout Result) {
    if result.state.machine.isOffline { result.counts.flips += 1 }
    for cause in result.state.machine.causes {
      result.samples += result.state.watch.end(cause, &result.counts)
    }
    result.state.isRunning = false
    for slot in result.state.pending.keys.sorted() { result.orders.append(.remove(slot: slot)) }
    result.state.pending = [:]
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
      case .ended(let cause): result.samples += result.state.watch.end(cause, &result.counts)
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
    // A newer press replaces one that is being stored.
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
    let weather = world.networkWeather(at: since)
    if weather.isRefused {
      add(.answer(.probe(isGood: false)), 0...0, &result)
      result.orders.append(.sent(domain: nil, isLost: false))
      return
    }
    let timeout = plan.network?.timeout ?? 0
    let isAnswered =
      choose([!weather.isLost, weather.isLost || weather.nextLoss < .max], &result, choices) == 0
    if isAnswered {
      add(.answer(.probe(isGood: true)), 0...timeout, latest: weather.nextLoss - 1, &result)
    } else if !weather.isLost {
      result.orders.append(.notBefore(weather.nextLoss - timeout))
    }
    result.orders.append(.sent(domain: nil, isLost: !isAnswered))
  }

  private func ask(_ domain: Int, _ since: Int64, _ result: inout Result, _ choices: [Int]) {
    let network = world.networkWeather(at: since)
    let server = world.qosWeather(at: since)
    let timeout = plan.service?.timeout ?? 0
    if network.isRefused {
      refuse(domain, &result)
      return
    }
    if !network.isLost, server.isRefused {
      // A request that is under way when the network falls silent is not even refused.
      if choose([true, network.nextLoss < .max], &result, choices) == 0 {
        refuse(domain, &result)
      } else {
        result.orders += [.notBefore(network.nextLoss - timeout), .sent(domain: domain, isLost: true)]
      }
      return
    }
    let isLost = network.isLost || server.isLost
    let nextLoss = min(network.nextLoss, server.nextLoss)
    if choose([!isLost, isLost || nextLoss < .max], &result, choices) == 0 {
      let verdict = world.isFaulty(domain, at: since) ? SwitchMachine.Verdict.faulty : .fine
      add(.answer(.verdict(domain: domain, verdict)), 0...timeout, latest: nextLoss - 1, &result)
      result.orders.append(.sent(domain: domain, isLost: false))
    } else {
      if !isLost { result.orders.append(.notBefore(nextLoss - timeout)) }
      result.orders.append(.sent(domain: domain, isLost: true))
    }
  }

  private func refuse(_ domain: Int, _ result: inout Result) {
    add(.answer(.verdict(domain: domain, .unreachable)), 0...0, &result)
    result.orders.append(.sent(domain: domain, isLost: false))
  }

  /// Takes the next choice; behind the end of the given ones, the first possible one.
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
    return result
  }
}
