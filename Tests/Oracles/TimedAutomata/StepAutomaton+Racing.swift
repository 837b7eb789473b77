import LaunchFlowModel

/// A call whose fallbacks begin at their times while its own work goes on.
///
/// A location is named after its own work (`r1` the first attempt, `q1` the wait after it, `z1` the same wait if the server
/// asks for it, `p` the wait of a poll, `over`), then after the number of fallbacks that have begun, and ends in `f` while
/// one is in flight: `r1n0`, `q1n2f`. `x` is the clock of the own attempt or wait, `y` that of the step, `u` that of the
/// fallback in flight, and `m` counts since the last fallback began or found no value.
extension StepAutomaton {
  private struct Place {
    var own: String
    var begun: Int
    var isInFlight: Bool

    var isOver: Bool { own == "over" }
    var name: String { "\(own)n\(begun)" + (isInFlight ? "f" : "") }
  }

  private enum End {
    case settled(String)
    case begins(Int)
    /// Nothing begins, and the next fallback is this one.
    case waits(Int)
  }

  private var x: String { "x\(index)" }
  private var y: String { "y\(index)" }
  private var u: String { "u\(index)" }
  private var m: String { "m\(index)" }
  private var answer: String { "answer\(index)" }
  private var offline: String { "offline\(index)" }
  private var ownNetwork: Int { encoding.network(of: index, fallback: nil) }

  mutating func buildRacingCall() {
    add("w", "r1n0", "start\(index)", [], ["s\(index)=1", "\(x)=0", "\(y)=0", call])
    if step.lane != nil { buildLateWork() }
    var owns = (1...attempts).map { "r\($0)" }
    for number in 1..<max(1, attempts) {
      owns.append("q\(number)")
      if !askingClasses.isEmpty { owns.append("z\(number)") }
    }
    if step.poll != nil { owns.append("p") }
    for begun in 0...step.fallback.count {
      for isInFlight in [false, true] where !isInFlight || hasRemote(before: begun) {
        for own in owns { build(Place(own: own, begun: begun, isInFlight: isInFlight)) }
        if isInFlight { build(Place(own: "over", begun: begun, isInFlight: true)) }
      }
    }
  }

  private func hasRemote(before place: Int) -> Bool { step.fallback[..<place].contains { !$0.isLocal } }

  /// The fallback in flight: the last one that asks somebody.
  private func inFlight(_ place: Place) -> Int {
    step.fallback[..<place.begun].lastIndex { !$0.isLocal } ?? 0
  }

  private func limit(ofFallback place: Int) -> Int64 {
    encoding.units(step.fallback[place].timeout ?? encoding.flow.defaults.timeout ?? encoding.flow.deadline)
  }

  /// The time of the next fallback and its clock; nil for one without a time.
  private func time(ofNext begun: Int) -> (clock: String, due: Int64)? {
    guard begun < step.fallback.count, let first = step.useFallbackAfter else { return nil }
    if begun == 0 { return (y, encoding.units(first)) }
    guard let own = after(begun) else { return nil }
    return (m, encoding.units(own) - encoding.units(after(begun - 1) ?? first))
  }

  private func after(_ place: Int) -> Duration? {
    place < step.fallback.count ? step.fallback[place].after : nil
  }

  private mutating func build(_ place: Place) {
    var invariant: [String] = []
    let next = time(ofNext: place.begun)
    if let next { invariant.append("\(next.clock) <= \(next.due)") }
    if place.isInFlight { invariant.append("\(u) <= \(limit(ofFallback: inFlight(place)))") }
    if !place.isOver {
      if let deadline { invariant.append("\(y) <= \(deadline)") }
      buildOwn(place, &invariant)
      // A wait that the server asks for ends before the deadline, or is not made.
      if let deadline, !place.own.hasPrefix("z") {
        timers.append(.init(kind: .stepDeadline, step: index, location: place.name, clock: y, due: deadline))
        ownIsOver(place, "cut\(index)", ["\(y) == \(deadline)"] + beforeWake(place), "\(outcomes[.timedOut])")
      }
    }
    if let next {
      timers.append(
        .init(kind: .useFallbackAfter, step: index, location: place.name, clock: next.clock, due: next.due))
      walk(
        place, "soft\(index)", ["\(next.clock) == \(next.due)"] + beforeWake(place), isAlone: false, code: "")
    }
    if place.isInFlight { buildFallback(place) }
    automaton.locations.append(
      .init(
        name: place.name, invariant: invariant,
        labels: place.own.hasPrefix("r") ? encoding.startLabels(index) : []))
  }

  /// A fixed wait that ends at the same instant ends first.
  private func beforeWake(_ place: Place) -> [String] { fixedWait(place).map { ["\(x) < \($0)"] } ?? [] }

  private func fixedWait(_ place: Place) -> Int64? {
    if place.own == "p" { return step.poll.map { encoding.units($0.every) } }
    guard place.own.hasPrefix("q"), let retry, retry.jitter == .none, let number = Int(place.own.dropFirst())
    else {
      return nil
    }
    return encoding.units(retry.wait(after: number))
  }

  private mutating func buildOwn(_ place: Place, _ invariant: inout [String]) {
    let number = Int(place.own.dropFirst()) ?? 0
    func again(_ own: String) -> String {
      Place(own: own, begun: place.begun, isInFlight: place.isInFlight).name
    }
    if place.own.hasPrefix("r") {
      invariant.append("\(x) <= \(timeout)")
      buildOwnAnswers(place, number)
    } else if place.own == "p" || place.own.hasPrefix("q") {
      let next = again(place.own == "p" ? "r1" : "r\(number + 1)")
      if let wait = fixedWait(place) {
        invariant.append("\(x) <= \(wait)")
        timers.append(.init(kind: .wakeUp, step: index, location: place.name, clock: x, due: wait))
        add(place.name, next, "wake\(index)", ["\(x) == \(wait)"], ["\(x)=0", call])
      } else if let retry {
        invariant.append("\(x) <= \(encoding.units(retry.wait(after: number)))")
        add(place.name, next, answer, [], ["\(x)=0", call])
      }
    } else if let retry {
      let own = retry.wait(after: number)
      invariant.append("\(x) <= \(encoding.units(retry.maxDelay ?? own))")
      let inTime = deadline.map { ["\(y) < \($0)"] } ?? []
      add(
        place.name, again("r\(number + 1)"), answer, ["\(x) >= \(encoding.units(own))"] + inTime,
        ["\(x)=0", call])
    }
  }

  private mutating func buildOwnAnswers(_ place: Place, _ number: Int) {
    func again(_ own: String) -> String {
      Place(own: own, begun: place.begun, isInFlight: place.isInFlight).name
    }
    let waits: [Statement] = ["\(x)=0", "h\(index)=0"]
    for name in [nil] + step.results.map({ Optional($0.name) }) {
      if let poll = step.poll, !(name.map(poll.until.contains) ?? false) {
        add(place.name, again("p"), answer, [], waits)
      } else {
        settle(place.name, answer, [], "\(outcomes[Outcome(.succeeded, name)])")
      }
    }
    for failure in encoding.flow.failures(of: step, encoding.services) {
      let code = "\(outcomes[Outcome(.failed, failure.name)])"
      if failure.allowFallback {
        ownIsOver(place, answer, [], code)
      } else {
        settle(place.name, answer, [], code)
      }
    }
    if number < attempts {
      for error in askingClasses {
        ownIsOver(place, answer, [], "\(outcomes[Outcome(.failed, error: error)])")
      }
      if !askingClasses.isEmpty { add(place.name, again("z\(number)"), answer, [], waits) }
    }
    for error in ErrorClass.allCases {
      let isOffline = error == .offline && ownNetwork > 0
      let events = [(answer, [])] + (isOffline ? [(offline, [encoding.isOffline(ownNetwork)])] : [])
      for (event, provided) in events {
        if number < attempts, retryClasses.contains(error) {
          add(place.name, again("q\(number)"), event, provided, waits)
        } else {
          let outcome: Outcome = error == .timeout ? .timedOut : Outcome(.failed, error: error)
          ownIsOver(place, event, provided, "\(outcomes[outcome])")
        }
      }
    }
  }

  /// The own work has ended without a value. A fallback in flight goes on alone.
  private mutating func ownIsOver(_ place: Place, _ event: String, _ provided: [String], _ code: String) {
    if place.isInFlight {
      let alone = Place(own: "over", begun: place.begun, isInFlight: true)
      add(place.name, alone.name, event, provided, ["o\(index)=\(code)", "h\(index)=0"])
    } else {
      var over = place
      over.own = "over"
      walk(over, event, provided, isAlone: true, code: code, from: place.name)
    }
  }

  private mutating func buildFallback(_ place: Place) {
    for name in [nil] + step.results.map({ Optional($0.name) }) {
      settle(place.name, answer, [], "\(outcomes[Outcome(.recovered, name)])")
    }
    for failure in encoding.flow.failures(of: step, encoding.services) where !failure.allowFallback {
      settle(place.name, answer, [], "\(outcomes[Outcome(.failed, failure.name)])")
    }
    let network = encoding.network(of: index, fallback: inFlight(place))
    // Of two requests that the switch ends, the own one is ended first.
    let first = place.own.hasPrefix("r") && ownNetwork > 0 ? [encoding.isOnline(ownNetwork)] : []
    let events = [(answer, [])] + (network > 0 ? [(offline, first + [encoding.isOffline(network)])] : [])
    for (event, provided) in events {
      var left = place
      left.isInFlight = false
      if place.isOver {
        walk(left, event, provided, isAlone: true, code: "o\(index)", from: place.name)
      } else if time(ofNext: place.begun) != nil || place.begun == step.fallback.count {
        add(place.name, left.name, event, provided, ["j\(index)=0"])
      } else {
        walk(left, event, provided, isAlone: false, code: "", from: place.name)
      }
    }
  }

  /// The next fallbacks begin. `isAlone`: nothing else of the step goes on.
  private mutating func walk(
    _ place: Place, _ event: String, _ provided: [String], isAlone: Bool, code: String,
    from source: String? = nil
  ) {
    let source = source ?? place.name
    for (guards, end) in ends(from: place.begun, isAlone: isAlone, code: code, provided) {
      switch end {
      case .settled(let code):
        if place.own.hasPrefix("r"), step.lane != nil {
          add(
            source, "l", event, guards, ["v\(index)=\(code)", "s\(index)=2", "o\(index)=0", "j\(index)=0"])
        } else {
          settle(source, event, guards, code)
        }
      case .begins(let fallback):
        let next = Place(own: place.own, begun: fallback + 1, isInFlight: true)
        let network = encoding.network(of: index, fallback: fallback)
        var statements: [Statement] = ["\(u)=0", "\(m)=0", "j\(index)=\(network)"]
        if place.isOver { statements += ["o\(index)=\(code.isEmpty ? "o\(index)" : code)", "h\(index)=0"] }
        add(source, next.name, event, guards, statements)
      case .waits(let begun):
        let next = Place(own: place.own, begun: begun, isInFlight: place.isInFlight)
        add(source, next.name, event, guards, ["\(m)=0"] + (place.isInFlight ? [] : ["j\(index)=0"]))
      }
    }
  }

  private func ends(
    from place: Int, isAlone: Bool, code: String, _ guards: [String]
  ) -> [([String], End)] {
    guard place < step.fallback.count else {
      return [(guards, isAlone ? .settled(code) : .waits(place))]
    }
    switch step.fallback[place].work {
    case .http, .action: return [(guards, .begins(place))]
    case .group, .wait: return []
    case .value(let value):
      return [(guards, .settled("\(outcomes[Outcome(.recovered, step.name(of: value))])"))]
    case .cache(let name):
      guard let cache = encoding.caches.firstIndex(where: { $0.name == name }) else { return [] }
      return encoding.caches[cache].contents.enumerated().flatMap { content, names -> [([String], End)] in
        let guards = guards + ["c\(cache) == \(content)"]
        if let name = names[index] { return [(guards, .settled("\(outcomes[Outcome(.recovered, name)])"))] }
        if !isAlone, place + 1 < step.fallback.count, after(place + 1) != nil {
          return [(guards, .waits(place + 1))]
        }
        return ends(from: place + 1, isAlone: isAlone, code: code, guards)
      }
    }
  }
}

extension Flow.Step {
  /// Whether fallbacks begin at their times, one by one, while the own work goes on.
  var racesFallbacks: Bool {
    guard useFallbackAfter != nil else { return false }
    if fallback.allSatisfy(\.isLocal) { return fallback.contains { $0.after != nil } }
    var requests: [Flow.Request] = []
    if case .http(let request) = work { requests.append(request) }
    requests += fallback.compactMap(\.work.request)
    return hedge ?? !requests.contains { $0.method == "POST" || $0.method == "PATCH" }
  }
}

extension Encoding {
  /// Guards: whether a request with this number of `network(of:fallback:)` is offline.
  func isOffline(_ call: Int) -> String { call == 1 ? "off == 1" : "off + d\(call - 2) > 0" }
  func isOnline(_ call: Int) -> String { call == 1 ? "off == 0" : "off + d\(call - 2) == 0" }
}
