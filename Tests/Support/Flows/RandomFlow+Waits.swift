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

  /// Names the values of the signal in one step that awaits it, and asks for the names.
  mutating func addSignalValues(to flow: inout Flow) {
    let waits = flow.steps.indices.filter { flow.steps[$0].awaitedSignal == "go" }
    guard let place = waits.first(where: { !flow.steps[$0].after.contains("landing") }) else { return }
    let name = flow.steps[place].name
    flow.steps[place].results = [
      Flow.NamedResult("good", Predicate([.equals(.string("good"))])),
      Flow.NamedResult("other", Predicate([])),
    ]
    if random.chance(30) { flow.steps[place].timeout = .zero }
    let asked = Condition(name, is: .string(random.pick(["good", "other"])))
    if flow.landings.count == 1 { flow.landings.insert(Flow.Landing("help"), at: 0) }
    flow.landings[0].when = Condition(asked.terms + (flow.landings[0].when?.terms ?? []))
    if random.chance(40), let step = flow.steps.indices.last(where: { $0 > place }),
      flow.steps[step].when == nil
    {
      flow.steps[step].when = Condition(name, is: .string("good"))
    }
    if random.chance(40) {
      // What the step comes after, waits for nothing itself.
      var ahead = Flow.Step(self.name(), .action(Flow.Action("ahead")))
      ahead.timeout = time(1...3)
      flow.steps[place].after = [ahead.name]
      flow.steps.append(ahead)
    }
    let page = Condition("landing", is: .string(random.pick(["home", "login", "help"])))
    flow.promises.append(.never(Condition(page.terms + [.given(name, random.chance(80))])))
    flow.promises.append(.implies(asked, page))
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
