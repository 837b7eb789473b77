/// A further start of a simulated run.
package struct SimulatedStart: Equatable, Sendable {
  /// The time since the first start.
  package var time: Duration
  package var outcome: Scenario.StartOutcome
  /// The start whose run it holds: 0 for the first, 1 for the first further one; nil if it is refused.
  package var holds: Int?
  /// The run that it begins, with times since this start; nil if it begins none.
  package var run: SimulatedRun?
}

extension SimulatedRun {
  /// The run that a further start holds; nil for a refused one.
  package func run(heldBy start: SimulatedStart) -> SimulatedRun? {
    guard let holds = start.holds else { return nil }
    return holds == 0 ? self : starts[holds - 1].run
  }
}

/// The starts of a scenario, in virtual time. The machine of starts decides which of them run, and each run
/// is simulated by itself: runs share only the machine of starts.
struct StartSequence {
  /// A start with its scenario, which has no time of cancellation.
  struct Start {
    var time: Int64
    var planned: PlannedScenario
  }

  private let plan: FlowPlan
  /// The first start, then the others in the order of their times.
  private let starts: [Start]
  /// The time at which the first start lets go of its run; nil for never.
  private let cancel: Int64?
  private let simulate: (PlannedScenario, _ start: Int) -> SimulatedRun
  private var machine = SingleFlight<[JSONValue]>()
  /// By start: the run that it began, and when that landed; nil if it began none.
  private var flights: [(run: SimulatedRun, landed: Int64)?]
  private var simulated: [SimulatedStart] = []

  /// - Parameter simulate: Simulates the run of a start.
  init(
    _ plan: FlowPlan, _ starts: [Start], cancel: Int64?,
    simulate: @escaping (PlannedScenario, _ start: Int) -> SimulatedRun
  ) {
    self.plan = plan
    self.starts = starts
    self.cancel = cancel
    self.simulate = simulate
    flights = starts.map { _ in nil }
  }

  /// Plays all starts. Returns the run of the first one, which contains the others.
  mutating func play() -> SimulatedRun {
    var leaves = cancel
    for number in starts.indices {
      if let time = leaves, time <= starts[number].time {
        letGo(at: time)
        leaves = nil
      }
      begin(number)
    }
    if let time = leaves { letGo(at: time) }
    for index in simulated.indices { simulated[index].run = flights[index + 1]?.run }
    var first = flights[0]?.run ?? simulate(starts[0].planned, 0)
    first.starts = simulated
    return first
  }

  private mutating func begin(_ number: Int) {
    let start = starts[number]
    endFlights(at: start.time)
    switch machine.start(number, start.planned.inputs, plan.flow.ifRunning) {
    case .refuse: record(start, .refuse, holds: nil)
    case .join(let other): record(start, .join, holds: other)
    case .begin(let replaced):
      for other in replaced { fly(other, until: start.time) }
      fly(number)
      guard number > 0 else { return }
      record(start, replaced.isEmpty ? .begin : .replace, holds: number)
    }
  }

  private mutating func record(_ start: Start, _ outcome: Scenario.StartOutcome, holds: Int?) {
    simulated.append(SimulatedStart(time: .nanoseconds(start.time), outcome: outcome, holds: holds))
  }

  /// Ends landed runs: they are no longer joined or replaced, and no longer refuse a start.
  private mutating func endFlights(at time: Int64) {
    for (start, flight) in flights.enumerated() {
      if let flight, flight.landed <= time { machine.end(start) }
    }
  }

  /// Lets the first start leave its run, which is cancelled if no other start holds it. A cancellation comes
  /// before all other events of its instant, the landing included.
  private mutating func letGo(at time: Int64) {
    endFlights(at: time - 1)
    if machine.leave(0) { fly(0, until: time) }
  }

  /// Simulates the run of a start, which is cancelled at a time.
  private mutating func fly(_ number: Int, until end: Int64? = nil) {
    var planned = starts[number].planned
    if let end { planned.cancel = end - starts[number].time }
    let run = simulate(planned, number)
    let landed = TraceSummary(run.trace).landedAt.map { $0.plus(starts[number].time) }
    flights[number] = (run, landed ?? .max)
  }
}
