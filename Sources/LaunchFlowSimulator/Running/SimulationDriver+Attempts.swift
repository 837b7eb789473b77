import LaunchFlowMachine
import LaunchFlowModel

// What the world of a scenario does with attempts and timers.
extension SimulationDriver {
  @inline(__always)
  mutating func perform(_ action: DriverAction) {
    let step = Int(action.step)
    switch action.kind {
    case .start: startAttempt(step, source: Int(action.operand), begun: action.begun)
    case .cancelAttempt: cancelAttempt(step, Int(action.amount))
    case .arm: arm(action, at: now.plus(action.amount))
    case .armWithJitter:
      steps[step].attempts += action.begun
      arm(action, at: now.plus(drawnWait(step, atMost: action.amount)))
    case .armTimeout:
      // An attempt ends by its answer or by its time-out, whichever is earlier. At one instant the answer comes first.
      // So only the earlier one is scheduled.
      let due = now.plus(action.amount)
      let answer = steps[step].due
      guard answer <= due else { return arm(action, at: due) }
      guard concernsLanding(answer) else { return }
      schedule.set(slots.firstAnswer + step, at: answer, order: EventOrder.answer(step: step).key)
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

  /// Whether an event of a time can still affect what is simulated. A run has landed by the flow's deadline.
  @inline(__always)
  private func concernsLanding(_ time: Int64) -> Bool {
    time <= plan.deadline || recorder != nil
  }

  /// A wait with jitter, from zero to the longest, both included; the scenario may choose it.
  private func drawnWait(_ step: Int, atMost longest: Int64) -> Int64 {
    let attempt = Int(steps[step].attempts)
    let source = sources.sources[step]
    if !source.behaviours.isEmpty {
      let said = sources.behaviour(source, attempt).wait
      if said >= 0 { return min(longest, said) }
    }
    let unit = random.unit(step: source.key, attempt: attempt, .jitter)
    return min(longest, Int64(unit * (Double(longest) + 1)))
  }

  @inline(__always)
  private mutating func startAttempt(_ step: Int, source index: Int, begun: Int32) {
    var work = steps[step]
    work.attempts += begun
    work.ignoredUntil = -1
    let source = sources.sources[index]
    if !source.needsPreparation || isReady(source, index, of: step) {
      begin(&work, source)
    } else {
      work.answer = sources.malformed
      work.due = now
    }
    steps[step] = work
  }

  @inline(__always)
  private func begin(_ work: inout StepWork, _ source: PlannedScenario.Attempts) {
    let attempt = Int(work.attempts)
    // A remote fallback has one behaviour, which its only attempt has.
    let behaviour = sources.behaviour(source, attempt)
    var answer = answer(behaviour.ending, source, attempt)
    var takes: Int64 = 0
    if case .fixed(let time) = behaviour.takes {
      takes = time
    } else if answer >= 0 {
      takes = sources.nanoseconds(behaviour, random.unit(step: source.key, attempt: attempt, .time))
    }
    if source.isHTTP {
      if let factor { takes = PlannedFactor.times(factor, takes) }
      if let link { takes = takes.plus(link.delay(random, source.key, attempt)) }
      if !scenario.outages.isEmpty { meetOutages(&answer, &takes) }
    }
    if behaviour.extendedTo >= 0, answer < 0 || takes > behaviour.extendedTo {
      answer = sources.timedOut
      takes = behaviour.extendedTo
    }
    work.due = answer < 0 ? .max : now.plus(takes)
    if behaviour.ignoresCancellation { work.ignoredUntil = work.due }
    if answer >= 0 { work.answer = answer }
  }

  /// The number of an attempt's answer; -1 if it hangs.
  @inline(__always)
  private func answer(
    _ ending: PlannedScenario.Ending, _ source: PlannedScenario.Attempts, _ attempt: Int
  ) -> Int32 {
    switch ending {
    case .answer(let answer): return answer
    case .hang: return -1
    case .odds(let shares):
      let unit = random.unit(step: source.key, attempt: attempt, .outcome)
      if loss != 1, source.isHTTP {
        if case .answer(let answer) = scenario.share(shares, unit, loss: loss) { return answer }
        return -1
      }
      // Rounding may leave a gap above the last share, which then includes it.
      var chosen = shares.lowerBound
      while chosen < shares.upperBound - 1, unit >= scenario.shares[Int(chosen)].upTo { chosen += 1 }
      if case .answer(let answer) = scenario.shares[Int(chosen)].ending { return answer }
      return -1
    }
  }

  /// A silent network loses the answer. A network that refuses fails each attempt that begins.
  @inline(__always)
  private func meetOutages(_ answer: inout Int32, _ takes: inout Int64) {
    for outage in scenario.outages where now < outage.to {
      switch outage.kind {
      case .silent:
        if now >= outage.from || answer >= 0 && takes >= outage.from - now {
          answer = -1
          return
        }
      case .refused:
        if now >= outage.from {
          answer = sources.refused
          takes = 0
          return
        }
      }
    }
  }

  private mutating func isReady(_ source: PlannedScenario.Attempts, _ index: Int, of step: Int) -> Bool {
    if let known = preparations.known(source, index, referred) { return known }
    let fallback = index - plan.steps.count - Int(plan.steps[step].fallbacks.lowerBound)
    let prepared = plan.prepare(
      step, index < plan.steps.count ? .own : .fallback(fallback), in: plan.releaseEnvironment
    ) { reference in
      plan.value(of: reference, inputs: scenario.inputs) { step in
        referred[step] < 0 ? nil : scenario.values[Int(referred[step])]
      }
    }
    guard case .ready = prepared else {
      preparations.note(false, source, index, referred)
      return false
    }
    preparations.note(true, source, index, referred)
    return true
  }

  private mutating func cancelAttempt(_ step: Int, _ attempt: Int) {
    schedule.clear(slots.firstAnswer + step)
    guard recorder != nil, steps[step].ignoredUntil >= 0 else { return }
    recorder?.record(.abandoned(step: step, attempt: attempt), at: now)
    if steps[step].ignoredUntil < .max { abandoned.append((steps[step].ignoredUntil, step, attempt)) }
    steps[step].ignoredUntil = -1
  }

  mutating func recordAbandoned(upTo time: Int64) {
    for end in abandoned where end.time <= time {
      recorder?.record(.abandonedEnded(step: end.step, attempt: end.attempt), at: end.time)
    }
    abandoned.removeAll { $0.time <= time }
  }
}
