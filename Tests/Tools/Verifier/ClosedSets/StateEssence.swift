import LaunchFlowMachine

@testable import LaunchFlowVerifier

/// What a state leaves to its future. States with equal words go on alike.
///
/// The machine reads settled steps, inputs, the switch at the start, caches and the page through conditions alone. Facts
/// never change, so of a decided condition only the answer counts, and of an undecided one the answers to its parts. The
/// members of a polled group settle once a round: what they ask from outside counts until the group has settled.
struct StateEssence {
  private enum Reader {
    case step(Int), rule, promise
    /// A group that asks about its members.
    case outcome(Int)
  }

  private struct Asked {
    var node: Int
    var reader: Reader
    /// The outermost polled group in which it is read again each round, if it asks something from outside; or -1.
    var rounds: Int
    /// Its parts that are no combinations of others.
    var parts: [Int]
  }

  private let plan: FlowPlan
  private var asked: [Asked] = []
  /// The steps outside a polled group that its members need.
  private var outsideNeeds: [(step: Int, group: Int)] = []
  /// The readings of caches: by whom, as which fallback (-1 for a cache step), and by which reader.
  private var readings: [(step: Int, fallback: Int, reader: Int)] = []
  /// Who may ask the switch, for which domain (-1 for the app alone).
  private var callers: [(step: Int, domain: Int)] = []
  private var awaiting: [(step: Int, signal: Int)] = []

  init(_ plan: FlowPlan) {
    self.plan = plan
    for (step, planned) in plan.steps.enumerated() {
      if planned.condition >= 0 {
        ask(planned.condition, .step(step), in: plan.outermostPolledGroup(of: step))
      }
    }
    for rule in plan.rules { ask(rule.condition, .rule, in: -1) }
    for promise in plan.promises {
      switch promise {
      case .within: break
      case .never(let node), .always(let node): ask(node, .promise, in: -1)
      case .implies(let premise, let conclusion):
        ask(premise, .promise, in: -1)
        ask(conclusion, .promise, in: -1)
      }
    }
    for (group, planned) in plan.steps.enumerated() {
      for outcome in planned.outcomes {
        ask(plan.outcomes[Int(outcome)], .outcome(group), in: plan.outermostPolledGroup(of: group))
      }
    }
    for step in plan.steps.indices { collect(step) }
  }

  private mutating func ask(_ node: Int32, _ reader: Reader, in group: Int) {
    // A rule without a condition has a place, too: the reading of rules ends there.
    guard node >= 0 else {
      asked.append(Asked(node: -1, reader: reader, rounds: -1, parts: []))
      return
    }
    let parts = (Int(node)..<Int(plan.conditions[Int(node)].end)).filter { part in
      switch plan.conditions[part].kind {
      case .not, .atLeast: false
      case .status, .name, .input, .landing, .cached, .given, .offline: true
      }
    }
    let asksOutside = parts.contains { part in
      switch plan.conditions[part].kind {
      case .status, .name:
        let subject = Int(plan.conditions[part].subject)
        return group < 0 || subject < group || subject >= Int(plan.steps[group].end)
      case .cached: return false
      default: return true
      }
    }
    asked.append(
      Asked(node: Int(node), reader: reader, rounds: group >= 0 && asksOutside ? group : -1, parts: parts))
  }

  private mutating func collect(_ step: Int) {
    let planned = plan.steps[step]
    let group = plan.outermostPolledGroup(of: step)
    if group >= 0, group != step {
      for need in plan.graph.needs(of: step).map({ Int($0) })
      where need < group || need >= Int(plan.steps[group].end) {
        outsideNeeds.append((need, group))
      }
    }
    if planned.reader >= 0 { readings.append((step, -1, Int(planned.reader))) }
    if planned.kind == .http { callers.append((step, Int(planned.domain))) }
    if planned.kind == .wait {
      switch planned.awaited {
      case .time: break
      case .online: callers.append((step, -1))
      case .signal(let signal): awaiting.append((step, Int(signal)))
      }
    }
    for (place, fallback) in planned.fallbacks.map({ plan.fallbacks[Int($0)] }).enumerated() {
      if fallback.reader >= 0 { readings.append((step, place, Int(fallback.reader))) }
      if fallback.kind == .http { callers.append((step, Int(fallback.domain))) }
    }
  }

  /// Whether the switch can still matter, and for which domains.
  func liveSwitches(_ machine: FlowMachine) -> (isAny: Bool, domains: [Bool]) {
    var live = (isAny: false, domains: plan.domains.map { _ in false })
    for caller in callers where isAhead(caller.step, machine) || machine.state.steps[caller.step].isLate {
      live.isAny = true
      if caller.domain >= 0 { live.domains[caller.domain] = true }
    }
    return live
  }

  /// Whether a signal can still matter.
  func isLive(signal: Int, _ machine: FlowMachine) -> Bool {
    awaiting.contains { $0.signal == signal && isAhead($0.step, machine) }
      || isPromised(signal) && machine.state.run.landedRule < 0
  }

  /// Whether a promise asks for a signal.
  private func isPromised(_ signal: Int) -> Bool {
    asked.contains { asked in
      asked.parts.contains {
        plan.conditions[$0].kind == .given && Int(plan.conditions[$0].subject) == signal
      }
    }
  }

  private func isAhead(_ step: Int, _ machine: FlowMachine) -> Bool {
    machine.state.steps[step].phase != .settled || machine.state.mayRunAgain(step, in: plan)
  }

  /// The words of a state.
  ///
  /// - Parameter timers: The slots of the armed timers, ascending.
  func words(_ machine: FlowMachine, timers: [Int]) -> [UInt64] {
    let state = machine.state
    let hasLanded = state.run.landedRule >= 0
    let live = liveSwitches(machine)
    var words: [UInt64] = [
      (hasLanded ? 1 : 0) | (state.run.isOffline && live.isAny ? 2 : 0), UInt64(timers.count),
    ]
    words += timers.map { UInt64($0) }
    for step in state.steps.indices { words.append(word(state.steps[step], step)) }
    let openParts = appendConditions(machine, hasLanded, &words)
    for need in outsideNeeds where state.steps[need.group].phase != .settled {
      let step = state.steps[need.step]
      words.append(step.phase != .settled ? 0 : step.status.isAvailable ? 2 : 1)
    }
    for domain in live.domains.indices where live.domains[domain] {
      words.append(state.offlineDomains[domain] ? 1 : 0)
    }
    for signal in state.signals.indices {
      let given = state.signals[signal]
      guard given.isGiven, isLive(signal: signal, machine) else {
        words.append(0)
        continue
      }
      let isAsked = openParts.contains { part in
        let node = plan.conditions[part]
        return node.kind == .name && node.subject == plan.signalNamers[signal] && node.operand == given.name
      }
      words.append(isAsked ? UInt64(given.name) + 2 : 1)
    }
    // Each combination of inputs has a latest landing of its own.
    if !hasLanded { words += state.snapshot.inputs.map { UInt64(bitPattern: Int64($0)) } }
    for reading in readings {
      let step = state.steps[reading.step]
      let isDue =
        step.phase != .settled && (reading.fallback < 0 || Int(step.nextFallback) <= reading.fallback)
      guard isDue || machine.state.mayRunAgain(reading.step, in: plan) else { continue }
      // Readers of one cache find out about it together.
      for reader in plan.readers.indices
      where plan.readers[reader].cache == plan.readers[reading.reader].cache {
        words.append(UInt64(bitPattern: Int64(state.snapshot.reads[reader])))
      }
    }
    return words
  }

  private func word(_ step: FlowState.Step, _ index: Int) -> UInt64 {
    var word = UInt64(step.phase.rawValue)
    if step.phase == .settled { return word | (step.isLate ? 8 : 0) }
    if step.lacksNeed { word |= 16 }
    if step.hasFailedMember { word |= 32 }
    if step.isHedged { word |= 64 }
    word |= UInt64(UInt32(bitPattern: step.nextFallback)) << 8
    if step.phase == .fallback { return word }
    let clocks = plan.clocks[index]
    if clocks.attempts > 1, clocks.retryClasses != 0 { word |= UInt64(step.tries & 0xFFF) << 24 }
    return word | UInt64(step.polls & 0xFFFF) << 40
  }

  /// Appends what the conditions say, and returns the questions of those that are undecided.
  private func appendConditions(
    _ machine: FlowMachine, _ hasLanded: Bool, _ words: inout [UInt64]
  ) -> [Int] {
    let state = machine.state
    var open: [Int] = []
    var readsRules = !hasLanded
    for asked in asked {
      let isRead: Bool
      switch asked.reader {
      case .step(let step): isRead = state.steps[step].phase == .waiting && !state.steps[step].lacksNeed
      case .rule:
        isRead = readsRules && asked.node >= 0
        if asked.node < 0 { readsRules = false }
      case .promise: isRead = true
      case .outcome(let group):
        isRead = state.steps[group].phase == .waiting || state.steps[group].phase == .open
      }
      let truth = isRead ? state.truth(of: Int32(asked.node), in: plan) : .unknown
      if case .rule = asked.reader, truth == .yes { readsRules = false }
      words.append(truth == .unknown ? 0 : truth == .no ? 1 : 2)
      let isAskedAgain = asked.rounds >= 0 && state.steps[asked.rounds].phase != .settled
      guard isRead && truth == .unknown || isAskedAgain else { continue }
      open += asked.parts
      for part in asked.parts { words.append(answer(to: part, state)) }
    }
    return open
  }

  private func answer(to part: Int, _ state: FlowState) -> UInt64 {
    let node = plan.conditions[part]
    if node.kind == .status || node.kind == .name {
      let step = state.steps[Int(node.subject)]
      if step.phase == .fallback {
        // So it ends unless a fallback helps.
        let isSo = node.kind == .status ? step.status.bit & node.operand != 0 : step.name == node.operand
        return isSo ? 4 : 3
      }
    }
    return UInt64(state.truth(of: Int32(part), in: plan).rawValue)
  }
}
