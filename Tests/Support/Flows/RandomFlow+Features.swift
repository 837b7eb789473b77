import LaunchFlowModel

// What a flow may have besides.
extension RandomFlow {
  /// Several steps and groups that come after the landing.
  mutating func longTail() -> [Flow.Step] {
    var steps: [Flow.Step] = []
    for _ in 0..<random.number(1...3) {
      let before = known.count
      let previous = known.filter { $0.isTail && $0.groups.isEmpty }.map(\.name)
      var step: Flow.Step
      if random.chance(25) {
        var inside = 2
        step = group(&inside, in: [])
      } else {
        let name = name()
        step = Flow.Step(name, work(name))
        waits(of: &step)
        let words = details(of: &step)
        known.append(Known(name: name, words: words, isCall: step.isCall))
      }
      for place in before..<known.count { known[place].isTail = true }
      if !previous.isEmpty, random.chance(50) {
        if random.chance(50) {
          step.needs.append(random.pick(previous))
        } else {
          step.after.append(random.pick(previous))
        }
      } else {
        step.after.append("landing")
        if random.chance(30) {
          step.when = Condition("landing", is: .string(random.pick(["home", "login"])))
        }
      }
      steps.append(step)
    }
    return steps
  }

  /// What a page is to tell, if anything: a text, or one that only the run knows.
  mutating func notices(_ facts: [Known]) -> [Flow.Notice] {
    guard let last = notice(facts) else { return [] }
    guard features.contains(.errors), random.chance(50) else { return [last] }
    return [Flow.Notice("c", when: condition(facts)), last]
  }

  private mutating func notice(_ facts: [Known]) -> Flow.Notice? {
    guard random.chance(40) else { return nil }
    let tellers = facts.map(\.name).filter { !groups.contains($0) }
    if !tellers.isEmpty, random.chance(40) { return Flow.Notice("${\(random.pick(tellers)).message}") }
    return Flow.Notice(random.pick(["a", "b"]))
  }

  private static let services = ["plain", "trade", "member"]

  mutating func addDomains(to flow: inout Flow) {
    flow.services = Self.services.map { name in
      var service = Flow.Service(name)
      service.baseURL = .address("https://\(name).example.com")
      if name != "plain" { service.domain = name }
      return service
    }
    addDomains(to: &flow.steps)
    if random.chance(30), flow.landings.count > 1 {
      let place = random.number(0...flow.landings.count - 2)
      let offline = Condition("offline", is: .bool(random.chance(70)))
      flow.landings[place].when = Condition(offline.terms + (flow.landings[place].when?.terms ?? []))
    }
  }

  private mutating func addDomains(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      switch steps[index].work {
      case .group(var members):
        addDomains(to: &members)
        steps[index].work = .group(members)
      case .http, .action:
        if random.chance(60) { steps[index].work = .http(request(steps[index].name)) }
        steps[index].failures = steps[index].failures.map { failure in
          Flow.Failure(
            failure.name, Predicate([.equals(.string("no"))]), allowFallback: failure.allowFallback)
        }
        steps[index].fallback = steps[index].fallback.map { fallback in
          guard !fallback.isLocal, random.chance(50) else { return fallback }
          return .http(request("spare"), timeout: time(1...3))
        }
      case .cache, .value, .wait: break
      }
      if steps[index].when == nil, random.chance(10) {
        steps[index].when = Condition("offline", is: .bool(random.chance(50)))
      }
    }
  }

  mutating func addServerWaits(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      switch steps[index].work {
      case .group(var members):
        addServerWaits(to: &members)
        steps[index].work = .group(members)
      case .action where random.chance(80):
        steps[index].work = .http(Flow.Request(.url("https://example.com/\(steps[index].name)")))
        steps[index].failures = steps[index].failures.map { failure in
          Flow.Failure(
            failure.name, Predicate([.equals(.string("no"))]), allowFallback: failure.allowFallback)
        }
      case .http, .action, .cache, .value, .wait: break
      }
      guard case .http = steps[index].work else { continue }
      if steps[index].retry == nil, random.chance(60) { steps[index].retry = Flow.Retry(attempts: 2) }
      steps[index].retry?.delay = time(0...2)
      steps[index].retry?.on = random.pick([[.throttled], [.server, .throttled], nil])
      steps[index].retry?.maxDelay = random.chance(70) ? time(1...4) : nil
    }
  }

  private mutating func request(_ name: String) -> Flow.Request {
    random.chance(15)
      ? Flow.Request(.url("https://example.com/\(name)"))
      : Flow.Request(.service(random.pick(Self.services), path: "/\(name)"))
  }

  mutating func addReferences(to flow: inout Flow) {
    addReferences(to: &flow.steps)
  }

  private mutating func addReferences(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      if case .group(var members) = steps[index].work {
        addReferences(to: &members)
        steps[index].work = .group(members)
      }
      steps[index].fallback = steps[index].fallback.map { fallback in
        if case .value = fallback.work, random.chance(50) { return .value(["x": "here"]) }
        return fallback
      }
      // A group has no value of its own.
      let needed = steps[index].needs.filter { need in
        known.contains { $0.name == need && !groups.contains(need) }
      }
      guard !needed.isEmpty, random.chance(60) else { continue }
      let reference = "${\(random.pick(needed))/x}"
      switch steps[index].work {
      case .action(var action):
        action.input = ["x": .string(reference)]
        steps[index].work = .action(action)
      case .http(var request):
        request.query = [Flow.NamedValue("x", .string(reference))]
        steps[index].work = .http(request)
      case .cache, .value, .group, .wait: break
      }
    }
  }
}
