// The scenario's reactions to attempts and timers.
extension SimulationDriver {
  @inline(__always)
  mutating func perform(_ action: DriverAction) {
    // Of the first two and of a time-out, the track.
    let step = Int(action.step)
    switch action.kind {
    case .start: startAttempt(step, source: Int(action.operand), begun: action.begun)
    case .cancelAttempt: cancelAttempt(step, Int(action.amount))
    case .arm: arm(action, at: now.plus(action.amount))
    case .armWithJitter:
      steps[step].attempts += action.begun
      let wait = scenario.wait(
        after: Int(steps[step].attempts), of: step, atMost: action.amount, conditions)
      arm(action, at: now.plus(wait))
    case .armTimeout:
      // An attempt ends by its answer or by its time-out, whichever is earlier. At one instant the answer comes first.
      // So only the earlier one is scheduled.
      let due = now.plus(action.amount)
      let answer = steps[step].due
      guard answer <= due else { return arm(action, at: due) }
      guard concernsLanding(answer) else { return }
      schedule.set(slots.firstAnswer + step, at: answer, order: EventOrder.answer(on: step).key)
    case .armDeadline:
      steps[step].deadline = now.plus(action.amount)
      arm(action, at: steps[step].deadline)
    case .disarm: schedule.clear(Int(action.operand))
    case .setValue: referred[step] = action.operand
    case .takeValue: referred[step] = newest[step]
    case .count: steps[step].attempts += action.begun
    }
  }

  @inline(__always)
  private mutating func arm(_ action: DriverAction, at time: Int64) {
    if concernsLanding(time) { schedule.set(Int(action.operand), at: time, order: action.order) }
  }

  /// Whether an event at a time can still affect the result. A run has landed by the flow's deadline.
  @inline(__always)
  private func concernsLanding(_ time: Int64) -> Bool {
    time <= plan.deadline || recorder != nil
  }

  @inline(__always)
  private mutating func startAttempt(_ track: Int, source index: Int, begun: Int32) {
    let step = plan.step(ofTrack: track)
    steps[step].attempts += begun
    let number = steps[step].attempts
    var work = steps[track]
    work.ignoredUntil = -1
    if !scenario.sources[index].needsPreparation || isReady(index, of: step) {
      begin(&work, index, Int(number))
    } else {
      work.answer = PlannedScenario.malformed
      work.due = now
    }
    steps[track] = work
  }

  @inline(__always)
  private func begin(_ work: inout StepWork, _ source: Int, _ number: Int) {
    let attempt = scenario.attempt(number, of: source, at: now, conditions)
    work.due = attempt.answer < 0 ? .max : now.plus(attempt.takes)
    if attempt.ignoresCancellation { work.ignoredUntil = work.due }
    if attempt.answer >= 0 { work.answer = attempt.answer }
  }

  /// Whether an attempt can be made with the values of the steps that it refers to. There are few values, so few attempts
  /// are rendered.
  private mutating func isReady(_ index: Int, of step: Int) -> Bool {
    let key = preparation(index)
    if let known = key.flatMap({ preparations[$0] }) { return known }
    let fallback = index - plan.steps.count - Int(plan.steps[step].fallbacks.lowerBound)
    let prepared = plan.prepare(
      step, index < plan.steps.count ? .own : .fallback(fallback), in: plan.releaseEnvironment
    ) { reference in
      plan.value(of: reference, inputs: scenario.inputs) { step in
        referred[step] < 0 ? nil : scenario.values[Int(referred[step])]
      }
    }
    let isReady = if case .ready = prepared { true } else { false }
    if let key { preparations[key] = isReady }
    return isReady
  }

  /// A number for the attempts of a source with the same values; nil if there are too many.
  @inline(__always)
  private func preparation(_ index: Int) -> Int? {
    let (values, sources) = (scenario.values.count + 1, scenario.sources.count)
    var number = 0
    for reference in scenario.sources[index].references {
      guard number < Int.max / values / sources else { return nil }
      number = number * values + Int(referred[reference]) + 1
    }
    return number * sources + index
  }

  private mutating func cancelAttempt(_ track: Int, _ attempt: Int) {
    schedule.clear(slots.firstAnswer + track)
    guard recorder != nil, steps[track].ignoredUntil >= 0 else { return }
    let step = plan.step(ofTrack: track)
    recorder?.record(.abandoned(step: step, attempt: attempt), at: now)
    if steps[track].ignoredUntil < .max {
      abandoned.append(
        Trace.Event(at: steps[track].ignoredUntil, .abandonedEnded(step: step, attempt: attempt)))
    }
    steps[track].ignoredUntil = -1
  }
}
