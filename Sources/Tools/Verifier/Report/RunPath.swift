/// One explored run, repeated event by event on a machine that knows the contents of its caches, with all
/// bounds on the times of its events.
struct RunPath {
  struct Attempt {
    var step: Int
    /// The attempt's number, as drivers count.
    var number: Int
    var origin: AttemptOrigin
    /// The event that started it.
    var start: Int
    /// The event of its answer, and the choice; nil for no answer.
    var answer: (event: Int, choice: AttemptChoice)?
    var wait: Wait?
  }

  /// A wait before a retry.
  struct Wait {
    var from: Int
    /// The event that ended it; nil if the run does not reach that.
    var end: Int?
    /// Whether another event than its own timer ended it.
    var isCut = true
    /// The longest wait that the retry itself makes.
    var own: Int64
    /// Whether the retry draws its own wait at random.
    var isDrawn: Bool
  }

  /// An armed timer, the event since which it is armed, and the possible times after that.
  private struct Pending {
    var since: Int
    var order: EventOrder
    var length: ClosedRange<Int64>
  }

  let plan: FlowPlan
  let inputClass: Int
  /// Bit 0 for the app, the others for domains.
  let initiallyOffline: Int
  /// By cache: the number of its choice; the empty one for a cache that the run never reads.
  let cacheChoices: [Int]
  private(set) var events: [ExploredEvent] = []
  private(set) var attempts: [Attempt] = []
  private(set) var constraints = TimeConstraints()
  private(set) var machine: FlowMachine
  private var timers: [Int: Pending] = [:]
  private var orders: [EventOrder] = [.cancellation]
  /// By track: its newest attempt among `attempts`.
  private var newest: [Int: Int] = [:]
  /// Whether the times of its events are given. Then no bounds are collected.
  private let isTimed: Bool

  init(_ explorer: Explorer, to end: Findings.End) {
    var way: [ExploredEvent] = []
    var choices = explorer.plan.flow.caches.map { _ in 0 }
    var next: Findings.End? = end
    while let end = next {
      way.append(end.event)
      for decision in explorer.decisions[Int(end.decisions)] { choices[decision.cache] = decision.choice }
      next = end.parent < 0 ? nil : explorer.store.nodes[Int(end.parent)].end
    }
    self.init(way.reversed(), cacheChoices: choices, explorer.choices, isTimed: false)
  }

  /// Repeats events. The first one is the start.
  init(_ way: [ExploredEvent], cacheChoices: [Int], _ choices: WorldChoices, isTimed: Bool) {
    plan = choices.plan
    inputClass = Int(way[0].subject)
    initiallyOffline = Int(way[0].detail)
    self.cacheChoices = cacheChoices
    self.isTimed = isTimed
    machine = FlowMachine(
      plan, choices.snapshot(inputClass, offline: initiallyOffline, cacheChoices: cacheChoices))
    for event in way { append(event) }
  }

  private mutating func append(_ event: ExploredEvent) {
    let index = events.count
    events.append(event)
    constraints.addEvent()
    let input = machine.input(event)
    let subject = Int(event.subject)
    switch event.kind {
    case .started: break
    case .answered:
      if let attempt = newest[subject] {
        bound(index, .answer(on: subject), since: attempts[attempt].start)
        attempts[attempt].answer = (index, AttemptChoice(code: event.detail))
      }
    case .fired: fire(plan.timer(inSlot: subject, machine.state.steps), index)
    case .wentOffline, .cameOnline: connect(index)
    case .signalled: bound(index, .signal(subject), since: 0)
    // Like an answer, it may come at any time, and first at its instant.
    case .cancelled: bound(index, .cancellation, since: 0)
    }
    machine.handle(input)
    note(machine.effects, index)
  }

  private mutating func fire(_ timer: FlowTimer, _ index: Int) {
    guard let pending = timers.removeValue(forKey: timer.slot) else { return }
    let length = pending.length
    constraints.require(index, after: pending.since, atMost: length.upperBound)
    constraints.require(index, after: pending.since, atLeast: length.lowerBound)
    if timer.kind == .retryWake, let attempt = newest[timer.owner] {
      attempts[attempt].wait?.end = index
      attempts[attempt].wait?.isCut = false
    }
    if timer.kind == .stepDeadline { keepWait(of: timer.owner, before: index) }
    bound(index, .timer(timer), since: length.lowerBound < length.upperBound ? pending.since : index - 1)
  }

  /// A step's deadline cuts only a wait of the retry's own: a longer one, for the server, ends before it.
  private mutating func keepWait(of step: Int, before index: Int) {
    guard plan.honoursServer(step), machine.state.steps[step].phase == .retryWait,
      let attempt = newest[step], let wait = attempts[attempt].wait
    else { return }
    constraints.require(index, after: wait.from, atMost: wait.own - 1)
  }

  private mutating func connect(_ index: Int) {
    // The start itself decides what is offline at 0, and several changes of one domain at one instant have no order.
    guard !isTimed else { return }
    constraints.require(index, after: 0, atLeast: 1)
    for (earlier, event) in events.dropLast().enumerated()
    where event.subject == events[index].subject
      && (event.kind == .wentOffline || event.kind == .cameOnline)
    { constraints.require(index, after: earlier, atLeast: 1) }
    bound(index, .connectivity(domain: Int(events[index].subject)), since: 0)
  }

  /// Puts an event after those before it, strictly if `EventOrder` would put it first. Pending timers come after it.
  private mutating func bound(_ index: Int, _ order: EventOrder, since: Int) {
    guard !isTimed else { return }
    orders.append(order)
    if index > 0 { constraints.require(index, after: index - 1, atLeast: 0) }
    for earlier in max(1, since + 1)..<max(1, since + 1, index) where order < orders[earlier] {
      constraints.require(index, after: earlier, atLeast: 1)
    }
    for slot in timers.keys.sorted() {
      guard let pending = timers[slot] else { continue }
      constraints.require(
        index, after: pending.since, atMost: pending.length.upperBound - (pending.order < order ? 1 : 0))
    }
  }

  private mutating func note(_ effects: [FlowMachine.Effect], _ index: Int) {
    for effect in effects {
      switch effect {
      case .arm(let timer, let nanoseconds, let isDrawn):
        let own = min(nanoseconds, Zone.longest)
        var longest = own
        if timer.kind == .retryWake {
          let tries = Int(machine.state.steps[timer.owner].tries)
          longest = max(own, min(plan.longestWait(of: timer.owner, after: tries), Zone.longest))
          if let attempt = newest[timer.owner] {
            attempts[attempt].wait = Wait(from: index, own: own, isDrawn: isDrawn)
          }
        }
        timers[timer.slot] = Pending(
          since: index, order: .timer(timer), length: (isDrawn ? 0 : own)...longest)
      case .disarm(let timer):
        timers[timer.slot] = nil
        if timer.kind == .retryWake, let attempt = newest[timer.owner] { attempts[attempt].wait?.end = index }
      case .startAttempt(let step, let number, let origin), .offlineAttempt(let step, let number, let origin):
        newest[plan.track(of: step, origin)] = attempts.count
        attempts.append(Attempt(step: step, number: number, origin: origin, start: index))
      default: break
      }
    }
  }
}

/// Bounds on differences of the times of a run's events, and times that meet them.
struct TimeConstraints {
  private struct Constraint {
    var later: Int
    var earlier: Int
    /// The greatest time by which `later` is after `earlier`; negative if it must be before it.
    var bound: Int64
  }

  private(set) var count = 0
  private var constraints: [Constraint] = []

  mutating func addEvent() { count += 1 }

  mutating func require(_ event: Int, after other: Int, atMost bound: Int64) {
    constraints.append(Constraint(later: event, earlier: other, bound: bound))
  }

  mutating func require(_ event: Int, after other: Int, atLeast bound: Int64) {
    constraints.append(Constraint(later: other, earlier: event, bound: -bound))
  }

  /// The latest times of all events after one of them, since the first; nil if no times meet the constraints.
  func latest(after origin: Int = 0) -> [Int64]? {
    distances(constraints, from: origin).map { times in times.map { $0 - times[0] } }
  }

  /// The earliest times at which the last event is as late as possible, or with `pinsEnd` false the earliest
  /// of all; nil if no times meet the constraints.
  func times(pinsEnd: Bool) -> [Int64]? {
    guard count > 0 else { return [] }
    guard let latest = latest() else { return nil }
    var all = constraints
    if pinsEnd {
      all.append(Constraint(later: 0, earlier: count - 1, bound: -latest[count - 1]))
    }
    // Reversed constraints give the earliest times.
    let reversed = all.map { Constraint(later: $0.earlier, earlier: $0.later, bound: $0.bound) }
    return distances(reversed)?.map { -$0 }
  }

  /// Bellman and Ford's shortest paths from an event, which solve difference constraints; nil for a contradiction.
  private func distances(_ constraints: [Constraint], from origin: Int = 0) -> [Int64]? {
    var distance = Array(repeating: Int64.max / 4, count: count)
    distance[origin] = 0
    for round in 0...count {
      var changed = false
      for constraint in constraints where distance[constraint.earlier] < Int64.max / 4 {
        let sum = distance[constraint.earlier] + constraint.bound
        if sum < distance[constraint.later] {
          distance[constraint.later] = sum
          changed = true
        }
      }
      if !changed { return distance }
      if round == count { return nil }
    }
    return nil
  }
}
