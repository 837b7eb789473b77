extension PlanCompiler {
  /// Adds a step with its place in the order and its names. Its work is compiled later.
  mutating func addStep(_ index: Int) {
    var step = PlannedStep(kind: graph.steps[index].work.kind)
    step.group = graph.parents[index].map { Int32($0) } ?? -1
    step.end = Int32(graph.ends[index])
    // Not by a property of the whole step, which would be copied.
    if case .group(let members) = graph.steps[index].work { step.memberCount = Int32(members.count) }
    step.isTail = graph.isInTail[index]
    step.continues = graph.continues[index]
    step.dependents = Self.append(graph.dependents(of: index), to: &dependents)
    step.waits = Int32(graph.needs(of: index).count + graph.afters(of: index).count)
    step.names = compileNames(graph.steps[index], index)
    steps.append(step)
  }

  /// Adds the landing to the steps that wait for it, as one more wait.
  mutating func addLandingDependents() {
    for step in graph.landingDependents { steps[step].waits += 1 }
    let waiting = graph.landingDependents.map { StepGraph.Dependent(step: Int32($0), isNeed: false) }
    landingDependents = Self.append(waiting, to: &dependents)
  }

  private static func append<Element>(
    _ elements: some Collection<Element>, to list: inout [Element]
  ) -> Range<Int32> {
    let start = Int32(list.count)
    list += elements
    return start..<Int32(list.count)
  }

  mutating func compileRules() {
    var agreements: [String: Int] = [:]
    var waiting: [[Int32]] = Array(repeating: [], count: graph.steps.count)
    var reading = waiting
    for index in flow.landings.indices {
      let landing = flow.landings[index]
      // Rules agree if page and notice are equal. A notice that depends on the run agrees only with itself. An empty
      // text is not a notice.
      let notices = landing.notices.filter { !$0.text.isEmpty }
      var outcome = [landing.page] + notices.flatMap { [$0.text, $0.style.rawValue] }
      if notices.contains(where: { $0.dependsOnRun }) { outcome.append("\(index)") }
      if let input = landing.input {
        var isConstant = true
        input.forEachString { if (try? Template($1))?.references.isEmpty == false { isConstant = false } }
        outcome += ["with", isConstant ? input.text() : "\(index)"]
      }
      let text = JSONValue.array(outcome.map(JSONValue.string)).text()
      let agreement = agreements[text] ?? agreements.count
      agreements[text] = agreement
      var rule = PlannedRule(page: Int32(pageIndex[landing.page] ?? 0), agreement: Int32(agreement))
      if let condition = landing.when {
        rule.condition = compile(condition)
        for subject in condition.subjects {
          guard let step = graph.index[subject] else { continue }
          steps[step].isWatched = true
          if reading[step].last != Int32(index) { reading[step].append(Int32(index)) }
        }
      }
      for name in landing.after {
        guard let step = graph.index[name], waiting[step].last != Int32(index) else { continue }
        waiting[step].append(Int32(index))
        steps[step].isWatched = true
        rule.afters += 1
      }
      if landing.notices.contains(where: { $0.when != nil }) {
        let first = Int32(noticeConditions.count)
        for notice in landing.notices { noticeConditions.append(notice.when.map { compile($0) } ?? -1) }
        rule.noticeConditions = first..<Int32(noticeConditions.count)
      }
      rules.append(rule)
    }
    for index in graph.steps.indices {
      steps[index].ruleAfters = Self.append(waiting[index], to: &ruleAfters)
      steps[index].ruleReaders = Self.append(reading[index], to: &ruleReaders)
    }
  }

  /// Marks the steps that can influence the landing: those that the landing rules read, the calls that can make it
  /// degraded, and every step that can change when or how these settle. The last are the steps that they wait for,
  /// their groups with all members, and the steps on their lanes.
  mutating func markInfluenceOnLanding() {
    var lanes: [[Int32]] = Array(repeating: [], count: laneNames.count)
    for index in steps.indices where steps[index].lane >= 0 {
      lanes[Int(steps[index].lane)].append(Int32(index))
    }
    var open = steps.indices.filter { steps[$0].isWatched || steps[$0].canDegrade }.map { Int32($0) }
    while let next = open.popLast() {
      let step = steps[Int(next)]
      guard !step.concernsLanding else { continue }
      steps[Int(next)].concernsLanding = true
      open += graph.needs(of: Int(next))
      open += graph.afters(of: Int(next))
      if step.group >= 0 { open.append(step.group) }
      open += (next + 1)..<max(next + 1, step.end)
      if step.lane >= 0 {
        open += lanes[Int(step.lane)]
        lanes[Int(step.lane)] = []
      }
    }
  }
}

extension Flow.Notice {
  fileprivate var dependsOnRun: Bool {
    when != nil || (try? Template(text))?.references.isEmpty == false
  }
}
