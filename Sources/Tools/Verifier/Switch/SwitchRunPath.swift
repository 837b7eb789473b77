import LaunchFlowSimulator
import LaunchFlowSwitch

/// Finds times for a run that a search found, and writes it as a scenario.
///
/// The constraints bound the differences between the times of events. The latest possible times are shown.
struct SwitchRunPath {
  /// A request, by the variables of its times; -1 for a missing answer.
  private struct Request {
    var domain: Int?
    var sentAt: Moment
    var answer: Int
    var wait: (from: Moment, to: Int)?
  }

  /// A known time, or a variable.
  private enum Moment {
    case known(Int64)
    case variable(Int)
  }

  private let transitions: SwitchTransitions
  private var constraints = TimeConstraints()
  private var requests: [Request] = []
  /// By slot: the variable of its time.
  private var variables: [Int: Int] = [:]
  /// By window: the beginning of its fault.
  private var beginnings: [Int: Int] = [:]
  /// The variable after which all other times are the latest.
  private var origin = 0

  init(_ search: SwitchSearch, to end: SwitchSearch.Most) {
    transitions = search.transitions
    constraints.addEvent()
    var way: [SwitchSearch.Step] = []
    var step = end.step
    while step >= 0 {
      way.append(search.steps[Int(step)])
      step = search.steps[Int(step)].parent
    }
    var state = SwitchRunState(run: SwitchRun(transitions.plan))
    for (place, step) in way.reversed().enumerated() {
      let choices = step.choices.map { Int($0) }
      let result: SwitchTransitions.Result
      if place == 0 {
        result = transitions.start(choices)
        take(result.orders, at: .known(0))
      } else if step.slot < 0 {
        let time = delay(state, toRow: Int(step.row))
        result = transitions.takeRow(Int(step.row), state, .init(), choices)
        take(result.orders, at: .known(time))
      } else {
        let variable = fire(Int(step.slot), state, before: Int(step.row))
        result = transitions.firePending(Int(step.slot), before: Int(step.row), state, .init(), choices)
        take(result.orders, at: .variable(variable))
      }
      state = result.state
    }
    let window = transitions.timetable.windows.firstIndex { $0.fault == end.fault }
    origin = window.flatMap { beginnings[$0] } ?? 0
  }

  /// Puts pending events after a row.
  private mutating func delay(_ state: SwitchRunState, toRow row: Int) -> Int64 {
    let planned = transitions.timetable.rows[row]
    for (slot, pending) in state.pending.sorted(by: { $0.key < $1.key }) where !pending.isOver {
      let gap: Int64 = transitions.order(of: pending) < planned.order ? 1 : 0
      limit(0, variables[slot] ?? 0, to: -planned.time - gap)
    }
    return planned.time
  }

  /// Puts the event of a slot before everything else.
  private mutating func fire(_ slot: Int, _ state: SwitchRunState, before row: Int) -> Int {
    let variable = variables[slot] ?? 0
    guard let fired = state.pending[slot] else { return variable }
    let order = transitions.order(of: fired)
    let planned = transitions.timetable.rows[row]
    limit(variable, 0, to: planned.time - (order < planned.order ? 0 : 1))
    for (other, pending) in state.pending.sorted(by: { $0.key < $1.key })
    where other != slot && !pending.isOver {
      limit(variable, variables[other] ?? 0, to: order < transitions.order(of: pending) ? 0 : -1)
    }
    return variable
  }

  private mutating func limit(_ later: Int, _ earlier: Int, to most: Int64) {
    constraints.require(later, after: earlier, atMost: min(most, Zone.longest))
  }

  private mutating func take(_ orders: [SwitchRunState.Order], at moment: Moment) {
    var base = 0
    var lead: Int64 = 0
    switch moment {
    case .known(let time): lead = time
    case .variable(let variable): base = variable
    }
    var answer = -1
    for order in orders {
      switch order {
      case .remove(let slot): variables[slot] = nil
      case .add(let pending, let delay, let latest):
        let variable = constraints.count
        constraints.addEvent()
        variables[transitions.slot(of: pending)] = variable
        limit(variable, base, to: lead.plus(delay.upperBound))
        limit(base, variable, to: -lead.plus(delay.lowerBound))
        limit(variable, 0, to: latest)
        if case .answer = pending { answer = variable }
        if case .fault(let window, .ahead) = pending { beginnings[window] = variable }
        if case .timer(let timer) = pending, timer.kind == .poll,
          let place = requests.lastIndex(where: { $0.domain == timer.domain })
        {
          requests[place].wait = (moment, variable)
        }
      case .before(let slot): limit(answer, variables[slot] ?? 0, to: -1)
      case .soon(let slot, let wait): limit(variables[slot] ?? 0, base, to: lead.plus(wait))
      case .notBefore(let earliest): if base > 0 { limit(0, base, to: -earliest) }
      case .sent(let domain, let isLost):
        requests.append(Request(domain: domain, sentAt: moment, answer: isLost ? -1 : answer))
      }
    }
  }

  /// The scenario with the times of this run; nil if there are none.
  func scenario(_ scenario: SwitchScenario, named name: String) -> SwitchScenario? {
    guard let times = constraints.latest(after: origin) else { return nil }
    func time(_ moment: Moment) -> Int64 {
      switch moment {
      case .known(let time): time
      case .variable(let variable): times[variable]
      }
    }
    let plan = transitions.plan
    func takes(_ request: Request) -> Duration {
      let timeout = request.domain == nil ? plan.network?.timeout : plan.service?.timeout
      guard request.answer >= 0 else { return timeout ?? .zero }
      return .nanoseconds(times[request.answer] - time(request.sentAt))
    }
    var found = scenario
    found.name = name
    found.summary = nil
    found.expect = nil
    for (number, window) in transitions.timetable.windows.enumerated() {
      let from = Duration.nanoseconds(times[beginnings[number] ?? 0])
      if window.isIncident {
        (found.incidents[window.place].from, found.incidents[window.place].window) = (from, .zero)
      } else {
        (found.network[window.place].from, found.network[window.place].window) = (from, .zero)
      }
    }
    found.probes = requests.filter { $0.domain == nil }.map(takes)
    found.questions = plan.domains.indices.compactMap { domain in
      let asked = requests.filter { $0.domain == domain }
      guard !asked.isEmpty else { return nil }
      return SwitchScenario.PlannedQuestions(
        plan.domains[domain],
        asked.map { request in
          SwitchScenario.PlannedQuestion(
            takes: takes(request),
            wait: request.wait.map { .nanoseconds(times[$0.to] - time($0.from)) })
        })
    }
    return found
  }
}
