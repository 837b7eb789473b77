// Lanes (rule 8).
extension FlowMachine {
  /// The next step to start: the first in file order among the ready steps and the queued ones whose lane has room. A
  /// lane with priorities gives its room after these.
  @inline(__always)
  func nextToStart() -> Int? {
    var next = derived.ready.first
    guard derived.counts.queued > 0 else { return next }
    var ranked: Int?
    for lane in derived.lanes.indices where derived.lanes[lane].use < plan.laneCapacities[lane] {
      guard let place = derived.lanes[lane].queue.first else { continue }
      let queued = Int(plan.laneOrder.steps[place])
      if !plan.laneOrder.isRanked[lane] {
        if queued < next ?? .max { next = queued }
      } else if !plan.steps[queued].whenIdle || derived.lanes[lane].isIdle {
        if queued < ranked ?? .max { ranked = queued }
      }
    }
    return next ?? ranked
  }

  /// Takes room in a step's lane, or a place in its queue; true if the step may start.
  mutating func enterLane(_ step: Int) -> Bool {
    let lane = Int(plan.steps[step].lane)
    let isQueued = state.steps[step].phase == .queued
    let isRanked = plan.laneOrder.isRanked[lane]
    guard derived.lanes[lane].use < plan.laneCapacities[lane], isQueued || !isRanked else {
      state.steps[step].phase = .queued
      derived.lanes[lane].queue.insert(Int(plan.laneOrder.places[step]))
      derived.counts.queued += 1
      derived.active.insert(step)
      if isRanked {
        derived.newlyQueued.insert(step)
      } else {
        note(.queued(step: step), by: causes?.holder(ofLane: lane))
      }
      return false
    }
    derived.lanes[lane].enter(plan.steps[step])
    if isQueued, !derived.newlyQueued.contains(step), let cause = causes?.release(ofLane: lane) {
      causes?.released(step, by: cause)
    }
    causes?.enteredLane(lane, step)
    leaveQueue(step, lane)
    return true
  }

  /// Emits the steps that became ready at this instant and got no room.
  mutating func noteNewlyQueued() {
    while let step = derived.newlyQueued.first {
      derived.newlyQueued.remove(step)
      note(.queued(step: step), by: causes?.holder(ofLane: Int(plan.steps[step].lane)))
    }
  }

  private mutating func leaveQueue(_ step: Int, _ lane: Int) {
    guard state.steps[step].phase == .queued else { return }
    derived.lanes[lane].queue.remove(Int(plan.laneOrder.places[step]))
    derived.newlyQueued.remove(step)
    derived.counts.queued -= 1
  }

  /// Removes a step that settles from its lane or its lane's queue.
  mutating func releaseLane(_ step: Int, lateWork: Bool) {
    switch state.steps[step].phase {
    case .queued: leaveQueue(step, Int(plan.steps[step].lane))
    case .running, .retryWait, .pollWait, .fallback:
      // Late work keeps the lane until it ends.
      if !lateWork { freeLane(of: step) }
    case .waiting, .open, .settled: break
    }
  }

  mutating func freeLane(of step: Int) {
    let lane = Int(plan.steps[step].lane)
    derived.lanes[lane].leave(plan.steps[step])
    causes?.leftLane(lane, step)
  }
}

extension DerivedState.Lane {
  /// Whether only steps that need an idle lane run on it.
  var isIdle: Bool { use == idleUse }

  mutating func enter(_ step: PlannedStep) {
    use += 1
    if step.whenIdle { idleUse += 1 }
  }

  mutating func leave(_ step: PlannedStep) {
    use -= 1
    if step.whenIdle { idleUse -= 1 }
  }
}
