/// A run of a switch between two events, with bounds on the times of its events.
struct SwitchFrame<Times: TimeBounds> {
  var state: SwitchRunState
  var counts = SwitchWatch.Counts()
  var times: Times
  /// By slot: the variable of its pending event.
  var variables: [Int: Int] = [:]
}

/// A run of a switch without its times.
struct SwitchRunState: Hashable, Sendable {
  /// The stage of a fault that begins at any time of a window.
  enum Stage: Hashable, Sendable {
    case ahead
    /// The world has the fault already; other events of this instant come before the fault.
    case beginning
    /// The fault has begun, and its detection time counts from here. It causes no more events.
    case begun
  }

  enum Pending: Hashable, Sendable {
    case ofRun(SwitchRun.Pending)
    case fault(window: Int, Stage)

    /// Whether its time is already fixed.
    var isOver: Bool { if case .fault(_, .begun) = self { true } else { false } }

    /// Its order among the events of one time.
    var order: UInt64 {
      switch self {
      case .ofRun(let pending): pending.order.key
      case .fault(_, let stage): stage == .ahead ? 0 : .max
      }
    }
  }

  var run: SwitchRun
  /// By slot: its pending event.
  var pending: [Int: Pending] = [:]
}

/// Bounds on the differences between the times of events. Variable 0 is the start of the run.
protocol TimeBounds {
  /// Adds an event that comes after another one by a delay, and returns its variable.
  mutating func add(after other: Int, _ delay: ClosedRange<Int64>) -> Int
  /// Requires that an event is later than another by at most a bound; false if that contradicts the other bounds.
  mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) -> Bool
}

extension Zone: TimeBounds {}

/// The bounds of one run, which keep the variables of past events.
extension TimeConstraints: TimeBounds {
  mutating func add(after other: Int, _ delay: ClosedRange<Int64>) -> Int {
    addEvent()
    require(count - 1, after: other, atMost: delay.upperBound)
    require(count - 1, after: other, atLeast: delay.lowerBound)
    return count - 1
  }

  mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) -> Bool {
    require(later, after: earlier, atMost: min(bound, Zone.longest))
    return true
  }
}

/// Applies the events of runs: those that are pending in slots, and the rows of the timetable, which have no slot (-1).
struct SwitchTransitions {
  let plan: SwitchPlan
  let windows: [SwitchScenario.Window]
  let timetable: SwitchTimetable
  /// By the set of windows whose faults have begun, a bit each: the world with these faults.
  let worlds: [SwitchWorld]
  /// The number of poll answers that make a difference.
  private let mostAnswers: Int

  /// The maximal number of events to search.
  static let mostRows = 100_000

  /// nil for a scenario with too many events.
  init?(_ plan: SwitchPlan, _ scenario: SwitchScenario) {
    self.plan = plan
    let windows = scenario.windows
    self.windows = windows
    timetable = SwitchTimetable(scenario, plan, most: Self.mostRows)
    guard timetable.rows.count < Self.mostRows else { return nil }
    // Faults that have begun last from the start, and the others are absent: the caller knows the time.
    worlds = (0..<1 << windows.count).map { begun in
      var changed = scenario
      for (number, window) in windows.enumerated() {
        window.begin(at: begun >> number & 1 == 1 ? 0 : .max, in: &changed)
      }
      return SwitchWorld(changed, plan, mostPaths: Self.mostRows)
    }
    let longest = plan.pollWait(after: .max)
    mostAnswers = (1...200).first { plan.pollWait(after: $0) >= longest } ?? .max
  }

  func slot(of pending: SwitchRunState.Pending) -> Int {
    switch pending {
    case .ofRun(let pending): plan.slot(of: pending)
    case .fault(let window, _): plan.pendingSlots + window
    }
  }

  /// Puts the event of a slot, before a row, or the row itself before all other events. Returns its variable; nil if the
  /// times do not allow it.
  func putFirst(_ slot: Int, _ row: Int, _ frame: inout SwitchFrame<some TimeBounds>) -> Int? {
    let row = timetable.rows[row]
    let order = frame.state.pending[slot]?.order ?? row.order
    let event: Int
    if let own = frame.variables[slot] {
      event = own
      guard frame.times.constrain(event, 0, atMost: row.time - (order < row.order ? 0 : 1)) else {
        return nil
      }
    } else {
      event = frame.times.add(after: 0, row.time...row.time)
    }
    for (other, pending) in frame.state.pending.sorted(by: { $0.key < $1.key })
    where other != slot && !pending.isOver {
      // A row comes before a pending event with the same order: it was set first.
      let comesFirst = order < pending.order || slot < 0 && order == pending.order
      guard frame.times.constrain(event, frame.variables[other] ?? 0, atMost: comesFirst ? 0 : -1) else {
        return nil
      }
    }
    return event
  }

  /// The start of a run, before the timetable's first row. The faults of windows have the first variables.
  func start<Times>(_ times: Times, _ choices: [Int]) -> SwitchStep<Times> {
    let frame = SwitchFrame(state: SwitchRunState(run: SwitchRun(plan)), times: times)
    var step = SwitchStep(self, frame, choices, at: 0, weatherSince: 0)
    for (window, fault) in windows.enumerated() { step.add(.fault(window: window, .ahead), fault.times) }
    var run = frame.state.run
    run.launch(at: 0, &step)
    return finished(step, run)
  }

  /// Applies the event of a slot, before a row, or the row itself.
  ///
  /// - Parameter event: The variable of its time.
  func take<Times>(
    _ slot: Int, _ row: Int, at event: Int, _ frame: SwitchFrame<Times>, _ choices: [Int]
  ) -> SwitchStep<Times> {
    let row = timetable.rows[row]
    var step = SwitchStep(self, frame, choices, at: event, weatherSince: row.weatherSince)
    var run = frame.state.run
    if slot >= 0 { step.remove(slot) }
    switch frame.state.pending[slot] {
    case nil: run.take(row.entry, at: row.time, &step)
    case .ofRun(let pending): run.take(pending, &step)
    case .fault(let window, .ahead): step.add(.fault(window: window, .beginning), 0...0)
    case .fault(let window, _):
      if let fault = timetable.windowedFaults[window] { run.take(.faultBegins(fault), at: 0, &step) }
      step.add(.fault(window: window, .begun), 0...0)
    }
    return finished(step, run)
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
    for (number, fault) in timetable.windowedFaults.enumerated() {
      let slot = plan.pendingSlots + number
      guard step.frame.state.pending[slot]?.isOver == true, fault.map({ run.watch.active[$0] }) != false
      else { continue }
      step.remove(slot)
    }
    return step
  }
}
