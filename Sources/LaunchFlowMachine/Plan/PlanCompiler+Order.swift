import LaunchFlowModel

extension PlanCompiler {
  /// Fills in who waits for whom, each pair once.
  mutating func connect() {
    let landing = documents.count
    var outgoing: [[Dependent]] = Array(repeating: [], count: landing + 1)
    for index in documents.indices {
      let document = documents[index]
      let start = Int32(needs.count)
      var seen: Set<Int32> = []
      for need in document.needs {
        guard let target = stepIndex[need], seen.insert(target).inserted else { continue }
        needs.append(target)
        outgoing[Int(target)].append(Dependent(step: Int32(index), isNeed: true))
      }
      steps[index].needs = start..<Int32(needs.count)
      for name in document.after + (document.when?.subjects ?? []) {
        let target = name == ReservedWord.landing.rawValue ? Int32(landing) : stepIndex[name]
        guard let target, seen.insert(target).inserted else { continue }
        outgoing[Int(target)].append(Dependent(step: Int32(index), isNeed: false))
      }
      steps[index].waits = Int32(seen.count)
    }
    for index in documents.indices {
      let start = Int32(dependents.count)
      dependents += outgoing[index]
      steps[index].dependents = start..<Int32(dependents.count)
    }
    let start = Int32(dependents.count)
    dependents += outgoing[landing]
    landingDependents = start..<Int32(dependents.count)
  }

  /// Marks all that depends on the landing, directly, through others, or as a member.
  mutating func markTail() {
    var open = landingDependents.map { dependents[Int($0)].step }
    while let next = open.popLast() {
      let index = Int(next)
      guard !steps[index].isTail else { continue }
      steps[index].isTail = true
      open += steps[index].dependents.map { dependents[Int($0)].step }
      open += (next + 1)..<steps[index].end
    }
  }

  mutating func compileRules() {
    var agreements: [Flow.Landing: Int32] = [:]
    var waiting: [[Int32]] = Array(repeating: [], count: documents.count)
    var reading = waiting
    for (index, landing) in flow.landings.enumerated() {
      // Rules agree when page and notice are the same; a notice with references agrees only with itself.
      var outcome = Flow.Landing(landing.page, notice: landing.notice)
      if let text = landing.notice?.text, (try? Template(text))?.references.isEmpty == false {
        outcome.after = ["\(index)"]
      }
      let agreement = agreements[outcome] ?? Int32(agreements.count)
      agreements[outcome] = agreement
      var rule = PlannedRule(page: pageIndex[landing.page] ?? 0, agreement: agreement)
      if let condition = landing.when {
        rule.condition = compile(condition)
        for subject in condition.subjects {
          guard let step = stepIndex[subject] else { continue }
          steps[Int(step)].isWatched = true
          if reading[Int(step)].last != Int32(index) { reading[Int(step)].append(Int32(index)) }
        }
      }
      var seen: Set<Int32> = []
      for name in landing.after {
        guard let step = stepIndex[name], seen.insert(step).inserted else { continue }
        waiting[Int(step)].append(Int32(index))
        steps[Int(step)].isWatched = true
      }
      rule.afters = Int32(seen.count)
      rules.append(rule)
    }
    for index in documents.indices {
      let start = Int32(ruleAfters.count)
      ruleAfters += waiting[index]
      steps[index].ruleAfters = start..<Int32(ruleAfters.count)
      let first = Int32(ruleReaders.count)
      ruleReaders += reading[index]
      steps[index].ruleReaders = first..<Int32(ruleReaders.count)
    }
  }

  /// Marks what the landing rules read, and all that can change when or how that settles: what it waits for,
  /// its group and the group's members, and who is on its lane.
  mutating func markWhatConcernsLanding() {
    var lanes: [[Int32]] = Array(repeating: [], count: laneNames.count)
    for index in steps.indices where steps[index].lane >= 0 {
      lanes[Int(steps[index].lane)].append(Int32(index))
    }
    var open = steps.indices.filter { steps[$0].isWatched }.map { Int32($0) }
    while let next = open.popLast() {
      let step = steps[Int(next)]
      guard !step.concernsLanding else { continue }
      steps[Int(next)].concernsLanding = true
      let document = documents[Int(next)]
      for name in document.needs + document.after + (document.when?.subjects ?? []) {
        if let target = stepIndex[name] { open.append(target) }
      }
      if step.group >= 0 { open.append(step.group) }
      open += (next + 1)..<max(next + 1, step.end)
      if step.lane >= 0 {
        open += lanes[Int(step.lane)]
        lanes[Int(step.lane)] = []
      }
    }
  }
}
