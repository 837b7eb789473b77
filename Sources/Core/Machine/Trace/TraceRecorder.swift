/// Turns the machine's effects into a trace's events, for every driver.
package struct TraceRecorder: Sendable {
  package let plan: FlowPlan
  package private(set) var trace: Trace
  private var cause: Cause?
  /// The step and codes of the answer that the machine handles next.
  private var answered: (step: Int, codes: AnswerCodes)?

  /// Begins a trace with the run's start at time 0.
  package init(
    _ plan: FlowPlan, scenario: String? = nil, seed: UInt64? = nil, run: UInt64? = nil,
    environment: String? = nil, version: String? = nil
  ) {
    self.plan = plan
    trace = Trace(
      flow: plan.flow.name, scenario: scenario, seed: seed, run: run, environment: environment,
      deadline: plan.deadline, serialWorstCase: plan.serialWorstCase, steps: plan.traceSteps)
    trace.ownTitle = plan.flow.title
    trace.version = version
    trace.events.append(Trace.Event(at: 0, .started))
  }

  /// Keeps the facts at the start of the run. Called before anything else is recorded.
  package mutating func know(_ snapshot: RunSnapshot) {
    trace.events[0].facts = plan.facts(of: snapshot)
  }

  /// Keeps an answer's codes for the end of its attempt. Called before the machine handles the answer; never if stale.
  package mutating func note(_ codes: AnswerCodes?, of step: Int) {
    answered = codes.map { (step, $0) }
  }

  /// Adds an event that only a driver knows.
  package mutating func record(_ kind: consuming Trace.EventKind, at time: Int64) {
    trace.events.append(Trace.Event(at: time, kind, by: cause))
    cause = nil
  }

  /// Adds the effects of one input at its time, in nanoseconds since the start; returns the added events.
  ///
  /// - Parameter notice: The notice that the landing shows, as its author wrote it.
  @discardableResult
  package mutating func record(
    _ effects: [FlowMachine.Effect], at time: Int64, notice: Flow.Notice? = nil
  ) -> ArraySlice<Trace.Event> {
    let first = trace.events.count
    for effect in effects { add(effect, at: time, notice) }
    return trace.events[first...]
  }

  private mutating func add(_ effect: FlowMachine.Effect, at time: Int64, _ notice: Flow.Notice?) {
    switch effect {
    case .startAttempt(let step, let attempt, let origin):
      record(.attemptStarted(step: step, attempt: attempt, origin: origin), at: time)
    case .offlineAttempt(let step, let attempt, let origin):
      record(.attemptStarted(step: step, attempt: attempt, origin: origin), at: time)
      record(.attemptEnded(step: step, attempt: attempt, .failed(.offline)), at: time)
    case .attemptEnded(let step, let attempt, let end):
      record(
        .attemptEnded(step: step, attempt: attempt, end.named { plan.name($0, of: step) ?? "" }), at: time)
      if let answered, answered.step == step {
        trace.events[trace.events.count - 1].codes = answered.codes
        self.answered = nil
      }
    case .store(let step, _, let cache):
      record(.stored(step: step, cache: plan.flow.caches[cache].name), at: time)
    case .settled(let step, let settlement, _):
      record(.settled(step: step, settlement.named { plan.name($0, of: step) }), at: time)
    case .lateWork(let step, let attempt):
      record(.lateWork(step: step, attempt: attempt), at: time)
    case .queued(let step):
      record(.queued(step: step), at: time)
    case .stepStarted(let step):
      record(.stepStarted(step: step), at: time)
    case .waiting(let step, let reason, let nanoseconds):
      record(.waiting(step: step, reason, nanoseconds: nanoseconds), at: time)
    case .cancelled:
      record(.cancelled, at: time)
    case .signalled(let signal, let name):
      let namer = Int(plan.signalNamers[signal])
      let result = namer < 0 ? nil : plan.name(name, of: namer)
      record(.signalled(plan.signals[signal], result: result), at: time)
    case .connectivity(let domain, let isOffline):
      let name = domain < 0 ? nil : plan.domains[domain]
      record(isOffline ? .offline(domain: name) : .online(domain: name), at: time)
    case .landed(let rule, let isDegraded, let isCancelled):
      record(
        .landed(plan.traceLanding(rule, notice, isDegraded: isDegraded, isCancelled: isCancelled)), at: time)
    case .finished:
      record(.finished, at: time)
    case .caused(let cause):
      self.cause = cause
    case .cancelAttempt, .arm, .disarm, .refreshed, .noticeWithheld:
      // Orders to the driver. Their consequences are recorded later.
      break
    }
  }
}

extension FlowPlan {
  fileprivate func traceLanding(
    _ rule: Int, _ notice: Flow.Notice?, isDegraded: Bool, isCancelled: Bool
  ) -> Trace.Landing {
    let page = flow.pages[Int(rules[rule].page)]
    // A landing shows the notice without its condition.
    let shown = notice.map { Flow.Notice($0.text, style: $0.style) }
    var landing = Trace.Landing(
      page: page.name, rule: rule, notice: shown, isDegraded: isDegraded, isCancelled: isCancelled)
    landing.ownTitle = page.title
    landing.kind = page.kind
    return landing
  }

  var traceSteps: [Trace.Step] {
    steps.indices.map { index in
      let planned = steps[index]
      var step = Trace.Step(
        name: stepNames[index], kind: planned.kind, group: planned.group < 0 ? nil : Int(planned.group),
        needs: graph.needs(of: index).map { Int($0) }, after: graph.afters(of: index).map { Int($0) },
        isTail: planned.isTail, lane: planned.lane < 0 ? nil : laneNames[Int(planned.lane)],
        timeout: clocks[index].timeout < 0 ? nil : clocks[index].timeout,
        deadline: clocks[index].deadline < 0 ? nil : clocks[index].deadline)
      step.ownTitle = documents[index].title
      return step
    }
  }
}
