/// Events from outside of the flow: the switch and the signals.
extension ScenarioCompiler {
  mutating func compileSwitch() {
    // By domain, the app's first: its periods.
    var periods: [[Range<Int64>]] = Array(repeating: [], count: plan.domains.count + 1)
    let indices = Dictionary(uniqueKeysWithValues: zip(plan.domains, plan.domains.indices))
    for period in scenario.offline {
      let domain: Int
      if let name = period.domain {
        guard let index = indices[name] else {
          problems.append("no service belongs to the domain \(name)")
          continue
        }
        domain = index
      } else {
        domain = -1
      }
      let from = period.from.nanoseconds
      periods[domain + 1].append(from..<max(from, period.to?.nanoseconds ?? .max))
    }
    let offline = periods.map { Spans($0).ranges }
    let isOffline = offline.map { $0.contains { $0.lowerBound <= 0 } }
    for (place, spans) in offline.enumerated() {
      func add(_ time: Int64, isOffline: Bool) {
        planned.switches.append(PlannedSwitchEvent(time: time, domain: place - 1, isOffline: isOffline))
      }
      for span in spans {
        if span.lowerBound > 0 { add(span.lowerBound, isOffline: true) }
        if span.upperBound < .max { add(span.upperBound, isOffline: false) }
      }
    }
    planned.snapshot = plan.snapshot(
      inputs: planned.inputs, caches: planned.caches, isOffline: isOffline[0],
      offlineDomains: Array(isOffline.dropFirst()))
  }

  mutating func compileSignals() {
    let given = Dictionary(scenario.signals.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    require(scenario.signals.map(\.name), among: plan.signals, "signal")
    planned.signals = plan.signals.enumerated().map { index, name in
      let signal = given[name] ?? Scenario.Signal(name, at: .fixed(.zero))
      guard let time = signal.time else { return nil }
      // No step has a name with a space.
      var compiled = PlannedScenario.Signal(
        time: PlannedTime(time), key: KeyedRandom.key(of: "signal \(name)"))
      addValue(signal, index, to: &compiled)
      return compiled
    }
  }

  private mutating func addValue(
    _ signal: Scenario.Signal, _ index: Int, to compiled: inout PlannedScenario.Signal
  ) {
    let namer = Int(plan.signalNamers[index])
    switch signal.outcome {
    case .named(let result):
      if namer >= 0, let number = plan.nameNumber(result, of: namer) {
        compiled.name = number
      } else {
        problems.append("no step names a value of the signal \(signal.name) as \(result)")
      }
    case .value(let value):
      let answer = plan.read(value, ofSignal: index)
      if case .succeeded(let name) = answer.outcome { compiled.name = name }
      compiled.value = answer.value == nil ? -1 : number(of: value)
    case .opaque, .response, .code, .error, .hang, .odds: break
    }
  }
}
