import LaunchFlowSimulator
import LaunchFlowSwitch

/// Applies the events of runs: those that are pending in slots, and the rows of the timetable, which have no slot (-1).
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
  private func order(of pending: SwitchRunState.Pending) -> UInt64 {
    switch pending {
    case .timer(let timer): SwitchTimetable.order(.timer(timer))
    case .answer(let answer): SwitchTimetable.order(answer.order)
    case .fault(_, let stage): stage == .ahead ? 0 : .max
    }
  }

  /// Puts the event of a slot, before a row, or the row itself before all other events; false if the times do not allow it.
  func putFirst(_ slot: Int, _ row: Int, _ frame: inout SwitchFrame<some TimeBounds>) -> Bool {
    let row = timetable.rows[row]
    var (base, lead, order) = (0, row.time, row.order)
    if let own = frame.state.pending[slot] {
      (base, lead, order) = (frame.variables[slot] ?? 0, 0, self.order(of: own))
      guard frame.times.constrain(base, 0, atMost: row.time - (order < row.order ? 0 : 1)) else {
        return false
      }
    }
    for (other, pending) in frame.state.pending.sorted(by: { $0.key < $1.key })
    where other != slot && !pending.isOver {
      // A row comes before a pending event with the same order: it was set first.
      let comesFirst = order < self.order(of: pending) || slot < 0 && order == self.order(of: pending)
      let isPossible = frame.times.constrain(
        base, frame.variables[other] ?? 0, atMost: -lead - (comesFirst ? 0 : 1))
      guard isPossible else { return false }
    }
    return true
  }

  /// The start of a run, before the timetable's first row.
  func start<Times>(_ times: Times, _ choices: [Int]) -> SwitchStep<Times> {
    let frame = SwitchFrame(state: SwitchRunState(run: SwitchRun(plan)), times: times)
    var step = SwitchStep(self, frame, choices, at: SwitchMoment(), weatherSince: 0)
    for (window, fault) in timetable.windows.enumerated() {
      step.add(.fault(window: window, .ahead), fault.times)
    }
    var run = frame.state.run
    run.launch(at: 0, &step)
    return finished(step, run)
  }

  /// Applies the event of a slot, before a row, or the row itself.
  func take<Times>(
    _ slot: Int, _ row: Int, _ frame: SwitchFrame<Times>, _ choices: [Int]
  ) -> SwitchStep<Times> {
    let moment =
      slot < 0
      ? SwitchMoment(lead: timetable.rows[row].time) : SwitchMoment(base: frame.variables[slot] ?? 0)
    var step = SwitchStep(self, frame, choices, at: moment, weatherSince: timetable.weatherSince[row])
    var run = frame.state.run
    if let pending = frame.state.pending[slot] {
      step.remove(slot)
      fire(pending, &run, &step)
    } else if slot < 0 {
      take(timetable.rows[row].entry, &run, &step)
    }
    return finished(step, run)
  }

  private func take(
    _ entry: SwitchTimetable.Entry, _ run: inout SwitchRun, _ step: inout SwitchStep<some TimeBounds>
  ) {
    switch entry {
    case .change: break
    case .faultBegins(let fault):
      step.samples = step.frame.state.watch.faultBegins(fault, timetable.faults)
    case .faultEnds(let fault):
      step.samples = step.frame.state.watch.faultEnds(fault, timetable.faults, &step.frame.counts)
    case .end:
      step.samples = step.frame.state.watch.finish(&step.frame.counts)
      step.isOver = true
    case .scripted(let event): run.take(event, &step)
    }
  }

  private func fire(
    _ pending: SwitchRunState.Pending, _ run: inout SwitchRun, _ step: inout SwitchStep<some TimeBounds>
  ) {
    switch pending {
    case .timer(let timer): run.fire(timer, &step)
    case .answer(let answer): run.take(answer, &step)
    case .fault(let window, .ahead): step.add(.fault(window: window, .beginning), 0...0)
    case .fault(let window, _):
      step.samples = step.frame.state.watch.faultBegins(timetable.windows[window].fault, timetable.faults)
      step.add(.fault(window: window, .begun), 0...0)
    }
  }

  /// Forgets the numbers that only fence off stale answers, which are never kept here.
  private func finished<Times>(_ step: SwitchStep<Times>, _ run: SwitchRun) -> SwitchStep<Times> {
    var (step, run) = (step, run)
    run.machine.effects = []
    run.machine.network.probe = 0
    run.machine.press = 0
    for domain in plan.domains.indices {
      run.machine.domains[domain].question = 0
      run.machine.domains[domain].answers = min(run.machine.domains[domain].answers, mostAnswers)
    }
    step.frame.state.run = run
    // The beginning of a noticed or past fault no longer counts.
    for (number, window) in timetable.windows.enumerated() {
      guard case .fault(_, .begun)? = step.frame.state.pending[plan.pendingSlots + number],
        step.frame.state.watch.active[window.fault] != false
      else { continue }
      step.remove(plan.pendingSlots + number)
    }
    return step
  }
}
