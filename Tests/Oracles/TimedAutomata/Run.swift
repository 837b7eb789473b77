import LaunchFlowModel

// The automaton that takes the turns, and what befalls the whole run.
extension Encoding {
  /// Adds the automaton `run`. It is the last one, so that its statements see what the event has changed.
  mutating func addRun() {
    var run = Network.Automaton(name: "run")
    let turn = self.turn
    let goesOn = graph.steps.indices.contains { graph.isInTail[$0] || graph.continues[$0] }
    func edge(
      _ source: String, _ target: String, _ event: String, _ provided: [String], _ statements: [Statement]
    ) {
      run.edges.append(
        .init(source: source, target: target, event: event, provided: provided, statements: statements))
    }
    addStart(&run, turn)
    run.locations += [
      .init(name: "turn", isCommitted: true),
      .init(name: "idle", invariant: ["now <= \(units(flow.deadline))"]),
      .init(name: "landed", isCommitted: true), .init(name: "end", isCommitted: true),
    ]
    if goesOn { run.locations.append(.init(name: "after")) }
    edge("turn", "idle", "rest", ["next == 0", "page == 0"], [])
    if goesOn { edge("turn", "after", "rest", ["next == 0", "page > 0"], []) }
    let waiting = ["idle"] + (goesOn ? ["after"] : [])
    for place in waiting {
      edge(place, "turn", "step", [], turn)
      addWorld(&run, place, turn)
    }
    for group in graph.steps.indices where graph.steps[group].members != nil && hasAutomaton(group) {
      for place in waiting { edge(place, "turn", "batch\(group)", [], groupDeadline(group) + turn) }
    }
    let open = graph.steps.indices.filter { !graph.isInTail[$0] }
    edge("idle", "turn", "cancel", [], ["gone=1"] + open.map(cancel) + turn)
    edge("idle", "turn", "due", ["now == \(units(flow.deadline))"], flowDeadline + turn)
    for step in graph.steps.indices { addTurns(of: step, &run, turn) }
    for (rule, landing) in flow.landings.enumerated() {
      let page = (flow.pages.firstIndex { $0.name == landing.page } ?? 0) + 1
      edge(
        "turn", "landed", "land", ["next == \(Turn.land(rule, self))"],
        ["page=\(page)", "rule=\(rule + 1)", "next=0"] + landingCancels)
    }
    if goesOn {
      edge("landed", "turn", "go", [], ["rule=0"] + turn)
      edge("turn", "end", "finish", ["next == \(Turn.finish(self))"], judging)
    } else {
      edge("landed", "end", "finish", [], ["rule=0"] + judging)
    }
    addClaims(&run)
    network.automata.append(run)
  }

  /// The choices of a run's start, one after another.
  private func addStart(_ run: inout Network.Automaton, _ turn: [Statement]) {
    var choices: [(variable: String, values: [Int])] = []
    for input in inputs.indices { choices.append(("i\(input)", Array(inputs[input].values.indices))) }
    for cache in caches.indices { choices.append(("c\(cache)", Array(caches[cache].contents.indices))) }
    if usesSwitch { choices += (["off"] + domains.indices.map { "d\($0)" }).map { ($0, [0, 1]) } }
    choices.removeAll { $0.values.count < 2 && $0.values.first == 0 }
    for (place, choice) in choices.enumerated() {
      run.locations.append(.init(name: "choice\(place)", isCommitted: true))
      for value in choice.values {
        run.edges.append(
          .init(
            source: "choice\(place)", target: "choice\(place + 1)", event: "choose",
            statements: ["\(choice.variable)=\(value)"]))
      }
    }
    run.locations.append(.init(name: "choice\(choices.count)", isCommitted: true))
    // A condition asks whether the app or any domain was offline.
    let was: [Statement] =
      flow.conditions(graph).contains { $0.subjects.contains("offline") }
      ? ["was=off"] + domains.indices.map { when(["d\($0) == 1"], ["was=1"]) } : []
    run.edges.append(
      .init(
        source: "choice\(choices.count)", target: "turn", event: "choose",
        statements: was + turn))
  }

  /// Signals, and the switch.
  private func addWorld(_ run: inout Network.Automaton, _ place: String, _ turn: [Statement]) {
    func give(_ awaited: Flow.Step.Awaited, _ result: String? = nil) -> [Statement] {
      graph.steps.indices.filter { graph.steps[$0].awaited == awaited }.map { step in
        when(["v\(step) == 0", "s\(step) == 1"], ["v\(step)=\(settled(step, with: result))"])
      }
    }
    for (number, signal) in flow.signals.enumerated() {
      for (position, result) in results(ofSignal: number).enumerated() {
        run.edges.append(
          .init(
            source: place, target: "turn", event: "signal", provided: ["g\(number) == 0"],
            statements: ["g\(number)=\(position + 1)", when(["page == 0"], ["e\(number)=1"])]
              + give(.signal(signal), result) + turn))
      }
    }
    guard usesSwitch else { return }
    for state in ["off"] + domains.indices.map({ "d\($0)" }) {
      run.edges += [
        .init(
          source: place, target: "turn", event: "offline", provided: ["\(state) == 0"],
          statements: ["\(state)=1"] + turn),
        .init(
          source: place, target: "turn", event: "online", provided: ["\(state) == 1"],
          statements: ["\(state)=0"] + (state == "off" ? give(.online) : []) + turn),
      ]
    }
  }

  /// What a turn does with one step: it starts, it is ended, its request is offline.
  private mutating func addTurns(of step: Int, _ run: inout Network.Automaton, _ turn: [Statement]) {
    func edge(_ event: String, _ next: Int, _ statements: [Statement]) {
      run.edges.append(
        .init(
          source: "turn", target: "turn", event: event, provided: ["next == \(next)"],
          statements: statements + turn))
    }
    let name = "step\(step)"
    guard hasAutomaton(step) else {
      switch graph.steps[step].work {
      case .group: edge("do", Turn.start(step), ["s\(step)=1"])
      case .value(let value):
        let outcome = Outcome(.succeeded, graph.steps[step].name(of: value))
        edge("do", Turn.start(step), ["v\(step)=\(outcomes[step][outcome])", "s\(step)=3"])
      case .http, .action, .cache, .wait: break
      }
      return
    }
    edge("start\(step)", Turn.start(step), [])
    edge("end\(step)", Turn.end(step, self), [])
    network.syncs.append([(name, "start\(step)"), ("run", "start\(step)")])
    network.syncs.append([(name, "end\(step)"), ("run", "end\(step)")])
    guard !network(of: step).isEmpty else { return }
    edge("offline\(step)", Turn.offline(step, self), [])
    network.syncs.append([(name, "offline\(step)"), ("run", "offline\(step)")])
  }

  /// Rule 7: which open steps the landing cancels.
  private var landingCancels: [Statement] {
    graph.steps.indices.reversed().compactMap { step in
      guard !graph.isInTail[step], !graph.continues[step] else { return nil }
      let continuing = inside(step).filter { graph.continues[$0] && graph.steps[$0].members == nil }
      // A group is cancelled once its continuing members have settled.
      return when(continuing.map { "v\($0) > 0" } + ["v\(step) == 0"], ["v\(step)=\(code(step, .cancelled))"])
    }
  }

  /// Which promises the run has broken, at its end.
  private var judging: [Statement] {
    flow.promises.enumerated().flatMap { number, promise -> [Statement] in
      let broken: [Statement] = ["p\(number)=1"]
      switch promise {
      case .within: return []
      case .never(let condition): return read(condition) + [when(["k0 == 2"], broken)]
      case .always(let condition): return read(condition) + [when(["k0 != 2"], broken)]
      case .implies(let premise, let conclusion):
        return read(premise) + [when(["k0 == 2"], read(conclusion) + [when(["k0 != 2"], broken)])]
      }
    } + clearing
  }

  /// Rule 1: a timer fires only while no timer that comes first is due.
  mutating func addOrderOfInstants() {
    for step in graph.steps.indices where hasAutomaton(step) {
      let isGroup = graph.steps[step].members != nil
      let kinds: [(String, FixedTimer.Kind?)] = [
        ("answer", nil), ("wake", .wakeUp), ("soft", .useFallbackAfter),
        ("cut", isGroup ? .groupDeadline : .stepDeadline),
      ]
      for (event, kind) in kinds where has("\(event)\(step)", step) {
        var sync: Network.Sync = [("step\(step)", "\(event)\(step)")]
        if let kind { sync += first(before: (kind, step), except: step) }
        sync.append(("run", isGroup ? "batch\(step)" : "step"))
        network.syncs.append(sync)
      }
    }
    let due = first(before: (.flowDeadline, 0), except: nil)
    if !due.isEmpty { network.syncs.append(due + [("run", "due")]) }
  }

  private func has(_ event: String, _ step: Int) -> Bool {
    network.automata.first { $0.name == "step\(step)" }?.edges.contains { $0.event == event } ?? false
  }

  /// Loops in all automata with timers that come first, which can be taken unless one of them is due.
  private mutating func first(before event: (FixedTimer.Kind, Int), except: Int?) -> Network.Sync {
    var sync: Network.Sync = []
    for step in graph.steps.indices where step != except {
      let before = (timers[step] ?? []).filter { FixedTimer.isBefore(($0.kind, $0.step), event) }
      guard !before.isEmpty, let place = network.automata.firstIndex(where: { $0.name == "step\(step)" })
      else { continue }
      let name = "free\(step)before\(event.0.rawValue)n\(event.1)"
      for location in network.automata[place].locations {
        network.automata[place].edges.append(
          .init(
            source: location.name, target: location.name, event: name,
            provided: before.filter { $0.location == location.name }.map { "\($0.clock) < \($0.due)" }))
      }
      sync.append(("step\(step)", name))
    }
    return sync
  }
}
