import LaunchFlowMachine

/// When conditions and landing rules can have been decided at the latest.
struct LatestDecisions {
  /// The latest time at which a condition turns out to hold, and not to; nil if it never does.
  private struct Answer {
    var yes: Int64?
    var no: Int64?

    var opposite: Answer { Answer(yes: no, no: yes) }
  }

  let times: LatestTimes
  /// By input: the number of its literal, or -1.
  let inputs: [Int32]

  private var plan: FlowPlan { times.plan }

  /// The latest landing on a page; nil if no run lands there.
  func latest(onPage page: Int) -> Int64? {
    var latest: Int64?
    // When all rules before are known not to hold.
    var before: Int64 = 0
    for (place, rule) in plan.rules.enumerated() {
      let answer = rule.condition < 0 ? Answer(yes: 0, no: nil) : answer(Int(rule.condition))
      if Int(rule.page) == page, let yes = answer.yes {
        let settled = plan.steps.indices.filter { waits(rule: place, for: $0) }.compactMap {
          times.settled($0)
        }
        latest = max(latest ?? 0, before, yes, settled.max() ?? 0)
      }
      guard let no = answer.no else { break }
      before = max(before, no)
    }
    return latest
  }

  private func waits(rule: Int, for step: Int) -> Bool {
    plan.steps[step].ruleAfters.contains { Int(plan.ruleAfters[Int($0)]) == rule }
  }

  private func answer(_ index: Int) -> Answer {
    let node = plan.conditions[index]
    switch node.kind {
    case .not: return answer(index + 1).opposite
    case .any: return any(parts(index).map(answer))
    case .all: return any(parts(index).map { answer($0).opposite }).opposite
    case .atLeast:
      let answers = parts(index).map(answer)
      let (yes, no) = (answers.compactMap(\.yes), answers.compactMap(\.no))
      let needed = Int(node.operand)
      return Answer(
        yes: yes.count >= needed ? yes.max() ?? 0 : nil,
        no: no.count > answers.count - needed ? no.max() ?? 0 : nil)
    case .status: return status(Int(node.subject), among: node.operand)
    case .name: return name(node.operand, of: Int(node.subject))
    case .input: return inputs[Int(node.subject)] == node.operand ? Answer(yes: 0) : Answer(no: 0)
    case .landing, .cached, .offline: return Answer(yes: 0, no: 0)
    }
  }

  private func parts(_ index: Int) -> [Int] {
    var parts: [Int] = []
    var next = index + 1
    while next < Int(plan.conditions[index].end) {
      parts.append(next)
      next = Int(plan.conditions[next].end)
    }
    return parts
  }

  /// It holds with the first part that certainly does, or else with the last that may; it does not once none does.
  private func any(_ answers: [Answer]) -> Answer {
    let certain = answers.filter { $0.no == nil }.compactMap(\.yes).min()
    let mayFail = answers.allSatisfy { $0.no != nil }
    return Answer(
      yes: certain ?? answers.compactMap(\.yes).max(),
      no: mayFail ? answers.compactMap(\.no).max() ?? 0 : nil)
  }

  private func status(_ step: Int, among statuses: Int32) -> Answer {
    let (good, bad): (Int32, Int32) = (0b11, 0b111100)
    func time(_ wanted: Int32) -> Int64? {
      LatestTimes.later(
        wanted & good != 0 ? times.available[step] : nil, wanted & bad != 0 ? times.unavailable[step] : nil)
    }
    return Answer(yes: time(statuses), no: time(~statuses))
  }

  private func name(_ number: Int32, of step: Int) -> Answer {
    let settled = times.settled(step)
    guard plan.steps[step].kind != .group else { return Answer(yes: settled, no: settled) }
    let isResult =
      plan.isName(number, of: step)
      && !plan.names[Int(plan.steps[step].names.lowerBound + number)].isFailure
    return Answer(yes: isResult ? times.available[step] : times.unavailable[step], no: settled)
  }
}
