import LaunchFlowMachine
import LaunchFlowTimeline

/// Traces built by hand: steps by name, events in milliseconds.
struct Script {
  var trace: Trace

  init(_ flow: String, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64 = 10_000) {
    trace = Trace(
      flow: flow, scenario: scenario, seed: seed, deadline: deadline.ms, serialWorstCase: 0, steps: [])
  }

  mutating func step(
    _ name: String, _ kind: StepKind = .http, group: Int? = nil, needs: [Int] = [], after: [Int] = [],
    deadline: Int64? = nil, lane: String? = nil, isTail: Bool = false
  ) -> Int {
    trace.steps.append(
      Trace.Step(
        name: name, kind: kind, group: group, needs: needs, after: after, isTail: isTail, lane: lane,
        deadline: deadline?.ms))
    return trace.steps.count - 1
  }

  mutating func at(_ milliseconds: Int64, _ kinds: Trace.EventKind...) {
    for kind in kinds { trace.events.append(Trace.Event(at: milliseconds.ms, kind)) }
  }

  mutating func begin(_ steps: Int..., at time: Int64) {
    for step in steps {
      at(time, .stepStarted(step: step), .attemptStarted(step: step, attempt: 1, origin: .own))
    }
  }

  mutating func succeed(_ step: Int, at time: Int64, result: String? = nil) {
    at(
      time, .attemptEnded(step: step, attempt: 1, .succeeded(result: result)),
      .settled(step: step, .init(.succeeded, name: result, source: .live)))
  }

  mutating func land(
    on page: String, at time: Int64, notice: Flow.Notice? = nil, isDegraded: Bool = false,
    isCancelled: Bool = false
  ) {
    at(
      time,
      .landed(
        .init(page: page, rule: 0, notice: notice, isDegraded: isDegraded, isCancelled: isCancelled)))
  }

  /// The trace with its events in the order of their times, each with the cause that a run records; those of one time
  /// stay as written.
  var inOrder: Trace {
    var trace = trace
    trace.events = trace.events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
    var ends: [(step: Int, time: Int64, isCancelled: Bool)] = []
    var open: [Int] = []
    /// Which of these steps ended last: of one instant the one that ended by itself.
    func last(_ isMeant: (Trace.Step, Int) -> Bool) -> Int? {
      let meant = ends.filter { isMeant(trace.steps[$0.step], $0.step) }
      let latest = meant.filter { $0.time == meant.last?.time }
      return (latest.last { !$0.isCancelled } ?? latest.last)?.step
    }
    func start(_ step: Int, isQueued: Bool) -> Cause? {
      let plan = trace.steps[step]
      if isQueued { return last { other, _ in other.lane == plan.lane }.map(Cause.lane) }
      let awaited = last { _, other in (plan.needs + plan.after).contains(other) }
      return awaited.map(Cause.step) ?? (plan.isTail ? .landing : plan.group.map(Cause.group))
    }
    var queued: Set<Int> = []
    var late: Set<Int> = []
    for (index, event) in trace.events.enumerated() {
      switch event.kind {
      case .queued(let step): queued.insert(step)
      case .stepStarted(let step):
        trace.events[index].cause = start(step, isQueued: queued.contains(step))
        if trace.steps[step].kind != .group { open.append(step) }
      case .lateWork(let step, _): late.insert(step)
      case .settled(let step, let settlement):
        let member = last { other, _ in other.group == step }.map(Cause.step)
        let own: Cause? = late.contains(step) ? .softDeadline : nil
        trace.events[index].cause = member ?? (open.contains(step) ? own : start(step, isQueued: false))
        ends.append((step, event.time, settlement.status == .cancelled))
        open.removeAll { $0 == step }
      case .landed:
        let step = ends.last?.time == event.time ? last { _, _ in true } : open.last
        trace.events[index].cause = step.map(Cause.step)
      default: continue
      }
    }
    return trace
  }
}

/// The sample traces by name, for parameterised tests.
enum Sample: String, CaseIterable {
  case everythingHangs, everySign, offline, layers

  var trace: Trace {
    switch self {
    case .everythingHangs: LaunchFlowTimelineTests.everythingHangs()
    case .everySign: LaunchFlowTimelineTests.everySign()
    case .offline: LaunchFlowTimelineTests.offline()
    case .layers: LaunchFlowTimelineTests.layers(200)
    }
  }
}

extension BinaryInteger {
  var ms: Int64 { Int64(self) * 1_000_000 }
}

/// The rider app's launch with everything hanging.
func everythingHangs() -> Trace {
  var script = Script("rider-launch", scenario: "everything-hangs", seed: 7)
  script.trace.serialWorstCase = 41_000.ms
  let checks = script.step("hulk-checks", .group)
  let update = script.step("check-app-update", group: checks)
  let review = script.step("is-verifying-version", group: checks)
  let city = script.step("get-city")
  let server = script.step("get-server-address")
  let login = script.step("login", needs: [server], after: [checks])
  let cached = script.step("cached-rider-info", .cache)
  let rider = script.step(
    "get-rider-info", needs: [login])
  script.at(0, .started, .stepStarted(step: checks))
  script.begin(update, review, city, server, at: 0)
  script.at(0, .stepStarted(step: cached), .settled(step: cached, .init(.failed)))
  script.at(
    2000, .lateWork(step: server, attempt: 1), .settled(step: server, .init(.recovered, source: .cache)))
  for step in [update, review] {
    script.at(
      3000, .attemptEnded(step: step, attempt: 1, .failed(.timeout)), .settled(step: step, .init(.timedOut)))
  }
  script.at(3000, .settled(step: checks, .init(.failed)))
  script.begin(login, at: 3000)
  script.at(
    6000, .lateWork(step: login, attempt: 1), .settled(step: login, .init(.recovered, source: .cache)))
  script.begin(rider, at: 6000)
  script.at(
    8000, .lateWork(step: rider, attempt: 1), .settled(step: rider, .init(.recovered, source: .value)))
  script.at(8000, .attemptEnded(step: login, attempt: 1, .failed(.timeout)))
  script.land(on: "home", at: 8000, isDegraded: true)
  script.at(8000, .attemptEnded(step: server, attempt: 1, .cancelled))
  script.at(
    10_000, .attemptEnded(step: city, attempt: 1, .failed(.timeout)), .settled(step: city, .init(.timedOut)))
  script.at(16_000, .attemptEnded(step: rider, attempt: 1, .failed(.timeout)), .finished)
  return script.inOrder
}

/// Every sign that a timeline knows.
func everySign() -> Trace {
  var script = Script("signs", scenario: "every-sign", seed: 1, deadline: 8000)
  script.trace.serialWorstCase = 30_000.ms
  let group = script.step("group", .group, deadline: 5000)
  let inner = script.step("inner-group", .group, group: group)
  let retried = script.step("retried", group: inner, deadline: 5500)
  let polled = script.step("polled", group: inner)
  let refused = script.step("refused", group: group)
  let alternate = script.step("alternate")
  let stuck = script.step("stuck", .action, lane: "main")
  let queued = script.step("queued", .action, lane: "main")
  let slow = script.step("uses-fallback")
  let tried = script.step("without-fallback")
  let cache = script.step("cached", .cache)
  let skipped = script.step("skipped", needs: [refused])
  let unfit = script.step("unfit")
  let last = script.step("last", needs: [queued], after: [group])
  let open = script.step("dropped")
  let cut = script.step("never-started", needs: [last])
  let goesOn = script.step("goes-on", needs: [queued])
  let tail = script.step("tail", isTail: true)
  script.at(0, .started, .stepStarted(step: group), .stepStarted(step: inner))
  script.begin(retried, polled, refused, alternate, stuck, slow, tried, at: 0)
  script.at(
    0, .queued(step: queued), .stepStarted(step: cache),
    .settled(step: cache, .init(.succeeded, name: "cleared", source: .cache)))
  script.at(0, .settled(step: unfit, .init(.skipped, reason: .condition)))
  script.at(
    600, .attemptEnded(step: retried, attempt: 1, .failed(.server)),
    .waiting(step: retried, .retry, nanoseconds: 400.ms))
  script.at(1000, .attemptStarted(step: retried, attempt: 2, origin: .own))
  script.at(
    2000, .attemptEnded(step: retried, attempt: 2, .failed(.timeout)),
    .waiting(step: retried, .retry, nanoseconds: 800.ms))
  script.at(2800, .attemptStarted(step: retried, attempt: 3, origin: .own))
  script.at(
    3600, .attemptEnded(step: retried, attempt: 3, .succeeded(result: nil)),
    .settled(step: retried, .init(.succeeded, source: .live)))
  script.at(
    500, .attemptEnded(step: polled, attempt: 1, .succeeded(result: "pending")),
    .waiting(step: polled, .poll, nanoseconds: 1000.ms))
  script.at(1500, .attemptStarted(step: polled, attempt: 2, origin: .own))
  script.at(
    1900, .attemptEnded(step: polled, attempt: 2, .succeeded(result: "done")),
    .settled(step: polled, .init(.succeeded, name: "done", source: .live)))
  script.at(
    900, .attemptEnded(step: refused, attempt: 1, .refused(failure: "token-invalid")),
    .settled(step: refused, .init(.failed, name: "token-invalid")))
  script.at(900, .settled(step: skipped, .init(.skipped, reason: .need(step: refused, .failed))))
  script.at(
    700, .attemptEnded(step: alternate, attempt: 1, .failed(.network)),
    .attemptStarted(step: alternate, attempt: 2, origin: .fallback(0)))
  script.at(
    1900, .attemptEnded(step: alternate, attempt: 2, .succeeded(result: nil)),
    .settled(step: alternate, .init(.recovered, source: .alternate)))
  script.at(
    2000, .attemptEnded(step: stuck, attempt: 1, .failed(.timeout)), .abandoned(step: stuck, attempt: 1),
    .settled(step: stuck, .init(.recovered, source: .value)))
  script.begin(queued, at: 2000)
  script.succeed(queued, at: 3000)
  script.begin(goesOn, at: 3000)
  script.at(2500, .lateWork(step: slow, attempt: 1), .settled(step: slow, .init(.recovered, source: .cache)))
  script.at(3600, .settled(step: inner, .init(.succeeded)), .settled(step: group, .init(.failed)))
  script.begin(last, open, at: 3600)
  script.at(4000, .abandonedEnd(step: stuck))
  script.at(
    4500, .attemptEnded(step: slow, attempt: 1, .succeeded(result: nil)), .stored(step: slow, cache: "box"))
  script.succeed(last, at: 5000, result: "fine")
  script.land(on: "home", at: 5000, notice: .init("Hello ${last.message}", style: .confirm), isDegraded: true)
  for step in [open, tried] {
    script.at(
      5000, .attemptEnded(step: step, attempt: 1, .cancelled), .settled(step: step, .init(.cancelled)))
  }
  script.at(5000, .settled(step: cut, .init(.cancelled)))
  script.begin(tail, at: 5000)
  script.succeed(tail, at: 6000)
  script.succeed(goesOn, at: 7000)
  return script.inOrder
}

extension Trace.EventKind {
  fileprivate static func abandonedEnd(step: Int) -> Trace.EventKind {
    .abandonedEnded(step: step, attempt: 1)
  }
}

/// So many steps in layers of ten, each of which needs two of the layer before; one in forty fails.
func layers(_ count: Int) -> Trace {
  var script = Script("layers", deadline: 1_000_000)
  for index in 0..<count {
    let above = index / 10 * 10 - 10
    let needs = above >= 0 ? [above + index % 10, above + (index + 1) % 10] : []
    let step = script.step("step-\(index)", after: needs)
    let start = Int64(index / 10) * 100
    script.begin(step, at: start)
    if index % 40 == 38 {
      script.at(
        start + 40, .attemptEnded(step: step, attempt: 1, .failed(.server)),
        .settled(step: step, .init(.failed)))
    } else {
      script.succeed(step, at: start + (index % 10 == index / 10 % 10 ? 100 : 50 + Int64(index % 7)))
    }
  }
  script.land(on: "home", at: Int64(count / 10) * 100)
  return script.inOrder
}

/// A run that the switch takes offline twice, cancelled in the end, with a landing far from its deadline.
func offline() -> Trace {
  var script = Script("trip", scenario: "tunnel", seed: 3, deadline: 60_000)
  let first = script.step("first")
  let second = script.step("second", needs: [first])
  script.at(0, .started)
  script.begin(first, at: 0)
  script.at(200, .offline(domain: nil))
  script.at(200, .attemptEnded(step: first, attempt: 1, .failed(.offline)))
  script.at(200, .settled(step: first, .init(.recovered, source: .cache)))
  script.begin(second, at: 200)
  script.at(300, .online(domain: nil), .offline(domain: "trade"))
  script.at(750, .cancelled)
  script.land(on: "home", at: 750, notice: .init("as written"), isDegraded: true, isCancelled: true)
  script.at(
    750, .attemptEnded(step: second, attempt: 1, .cancelled), .settled(step: second, .init(.cancelled)))
  script.at(750, .finished)
  return script.inOrder
}

/// A run whose steps wait for one another, each of so many milliseconds.
func chain(_ times: Int64..., deadline: Int64) -> Trace {
  var script = Script("chain", deadline: deadline)
  var end: Int64 = 0
  for (number, time) in times.enumerated() {
    let step = script.step("step-\(number)", after: number > 0 ? [number - 1] : [])
    script.begin(step, at: end)
    end += time
    script.succeed(step, at: end)
  }
  script.land(on: "home", at: end)
  return script.inOrder
}
