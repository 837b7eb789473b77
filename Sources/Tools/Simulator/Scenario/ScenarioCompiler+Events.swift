/// Events from outside of the flow: the switch and the signals.
extension ScenarioCompiler {
  mutating func compileSwitch() {
    // By domain, the app's first: its periods.
    var periods: [[(from: Int64, to: Int64)]] = Array(repeating: [], count: plan.domains.count + 1)
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
      periods[domain + 1].append((period.from.nanoseconds, period.to?.nanoseconds ?? .max))
    }
    let isOffline = periods.map { $0.contains { $0.from <= 0 } }
    for (place, periods) in periods.enumerated() { addSwitches(periods, domain: place - 1) }
    planned.snapshot = plan.snapshot(
      inputs: planned.inputs, caches: planned.caches, isOffline: isOffline[0],
      offlineDomains: Array(isOffline.dropFirst()))
  }

  /// Adds the changes of the switch. Periods that overlap or touch become one.
  private mutating func addSwitches(_ periods: [(from: Int64, to: Int64)], domain: Int) {
    func add(_ time: Int64, isOffline: Bool) {
      planned.switches.append(
        PlannedSwitchEvent(time: time, domain: domain, isOffline: isOffline))
    }
    var end = Int64.min
    for period in periods.sorted(by: { $0.from < $1.from }) {
      if period.from > end {
        if end > .min { add(end, isOffline: false) }
        if period.from > 0 { add(period.from, isOffline: true) }
      }
      end = max(end, period.to)
    }
    if end > .min, end < .max { add(end, isOffline: false) }
  }

  mutating func compileSignals() {
    let given = Dictionary(scenario.signals.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for signal in scenario.signals where !plan.signals.contains(signal.name) {
      problems.append("the flow has no signal \(signal.name)")
    }
    planned.signals = plan.signals.enumerated().map { index, name in
      let signal = given[name] ?? Scenario.Signal(name, at: .fixed(.zero))
      guard let time = signal.time else { return nil }
      // No step has a name with a space.
      var compiled = PlannedScenario.Signal(
        time: PlannedTime(time, &planned.times), key: KeyedRandom.key(of: "signal \(name)"))
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
