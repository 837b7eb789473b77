// The logic of rule 3: a fact about an open step is unknown.
extension FlowState {
  /// The truth of a condition, by its first node.
  @inline(__always)
  package func truth(of index: Int32, in plan: FlowPlan) -> Truth {
    Self.truth(of: index, plan, steps, snapshot, signals, run.landedRule)
  }

  /// Reads only its parameters: a mutating method would copy a whole state at each call.
  private static func truth(
    of index: Int32, _ plan: FlowPlan, _ steps: [Step], _ snapshot: RunSnapshot, _ signals: [GivenSignal],
    _ landedRule: Int32
  ) -> Truth {
    let node = plan.conditions[Int(index)]
    switch node.kind {
    case .atLeast:
      // How many more parts must be true, and how many may still become true.
      var (missing, open) = (node.operand, Int32(0))
      var part = index + 1
      while part < node.end, missing > 0 {
        switch truth(of: part, plan, steps, snapshot, signals, landedRule) {
        case .yes: missing -= 1
        case .unknown: open += 1
        case .no: break
        }
        part = plan.conditions[Int(part)].end
      }
      return missing <= 0 ? .yes : missing <= open ? .unknown : .no
    case .not:
      return truth(of: index + 1, plan, steps, snapshot, signals, landedRule).negated
    case .status:
      let step = steps[Int(node.subject)]
      return step.phase == .settled ? Truth(step.status.bit & node.operand != 0) : .unknown
    case .name:
      let step = steps[Int(node.subject)]
      return step.phase == .settled ? Truth(step.name == node.operand) : .unknown
    case .input:
      return Truth(snapshot.inputs[Int(node.subject)] == node.operand)
    case .landing:
      return landedRule < 0 ? .unknown : Truth(plan.rules[Int(landedRule)].page == node.operand)
    case .cached:
      let read = snapshot.reads[Int(node.subject)]
      return read == RunSnapshot.undecided ? .unknown : Truth(read != RunSnapshot.absent)
    case .given:
      return landedRule < 0 ? .unknown : Truth(signals[Int(node.subject)].isEarly)
    case .offline:
      return Truth(snapshot.isAnyOffline == (node.operand == 1))
    }
  }
}
