import LaunchFlowModel

// Steps that wait for the world.
extension RandomFlow {
  /// Puts a wait before some steps, among the members of some groups, and into the tail.
  mutating func addWaits(to flow: inout Flow) {
    flow.signals = ["go"]
    addWaits(to: &flow.steps)
    if random.chance(20) { flow.steps[0].afterLanding = .continue }
    guard let first = flow.steps.first, first.awaited != nil else { return }
    if random.chance(40) {
      let word = random.pick(["available", "timed-out"])
      let fact = Condition(first.name, is: .string(word))
      flow.landings[0].when = Condition(fact.terms + (flow.landings[0].when?.terms ?? []))
      if flow.landings.count == 1 { flow.landings.append(Flow.Landing("help")) }
    }
    if random.chance(40) {
      var wait = self.wait()
      wait.after = ["landing"]
      var work = Flow.Step(name(), .action(Flow.Action("behind")))
      work.timeout = time(1...3)
      if random.chance(50) { work.needs = [wait.name] } else { work.after = [wait.name] }
      flow.steps += [wait, work]
    }
  }

  private mutating func addWaits(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      guard case .group(var members) = steps[index].work, random.chance(50) else { continue }
      addWaits(to: &members)
      steps[index].work = .group(members)
    }
    let wait = wait()
    for index in steps.indices where random.chance(40) {
      if random.chance(30) {
        steps[index].needs.append(wait.name)
      } else {
        steps[index].after.append(wait.name)
      }
    }
    steps.insert(wait, at: 0)
  }

  private mutating func wait() -> Flow.Step {
    var step = Flow.Step(name(), .wait(.signal("go")))
    switch random.number(1...6) {
    case 1: step.work = .wait(.time(time(0...3)))
    case 2: step.work = .wait(.online)
    default: break
    }
    if case .wait(.time) = step.work {} else { step.timeout = time(1...5) }
    return step
  }
}
