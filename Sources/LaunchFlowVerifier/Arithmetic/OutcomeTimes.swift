import LaunchFlowMachine
import LaunchFlowModel

/// When each step can have settled at the latest, apart for available and unavailable outcomes, were there no
/// deadline of the flow.
///
/// A step that needs others starts once all are available, so only their available times delay its start; it is
/// skipped once one of them is unavailable. So two passes in one give bounds that are often exact. Some steps' outcomes
/// may be fixed: then the bounds are those of the runs in which these steps end so.
struct OutcomeTimes {
  /// The outcome that a step is taken to have.
  enum Fixed: UInt8 {
    case no, available, unavailable
  }

  /// Stands for an outcome that is impossible.
  static let never = Int64.min / 4

  let plan: FlowPlan
  private let order: StepOrder
  private let limits: [OutcomeLimits]
  private let laneTurns: [Int64]
  /// By step: what it waits for without needing it.
  private let afters: [[Int]]
  private let needs: [[Int]]
  private(set) var fixed: [Fixed]
  /// By step: when it can start at the latest, its lane apart; `never` if it cannot.
  private(set) var starts: [Int64]
  private(set) var available: [Int64]
  private(set) var unavailable: [Int64]

  init(_ plan: FlowPlan) {
    self.plan = plan
    let order = StepOrder(plan)
    self.order = order
    limits = plan.steps.indices.map { OutcomeLimits(of: $0, in: plan) }
    laneTurns = WorstCaseBound.laneTurns(plan)
    let needs = plan.steps.map { step in step.needs.map { Int(plan.needs[Int($0)]) } }
    self.needs = needs
    afters = order.waits.enumerated().map { step, waits in
      let needed = Set(needs[step])
      return waits.filter { !needed.contains($0) }
    }
    fixed = plan.steps.map { _ in .no }
    starts = plan.steps.map { _ in 0 }
    available = starts
    unavailable = starts
    settleAll()
  }

  /// Takes some steps' outcomes for certain.
  mutating func fix(_ outcomes: [Fixed]) {
    fixed = outcomes
    settleAll()
  }

  /// When a step can have settled at the latest, however it does.
  func settled(_ step: Int) -> Int64 { max(available[step], unavailable[step]) }

  /// Whether a step's fixed outcome is impossible, so that no run is meant.
  var isContradictory: Bool { plan.steps.indices.contains { settled($0) == Self.never } }

  private mutating func settleAll() {
    for event in order.events {
      if event < plan.steps.count { start(event) } else { end(event - plan.steps.count) }
    }
  }

  private func isPlain(_ step: Int) -> Bool { plan.steps[step].group < 0 && plan.steps[step].kind != .group }

  private mutating func start(_ step: Int) {
    var start: Int64 = 0
    let group = Int(plan.steps[step].group)
    if group >= 0 { start = max(start, starts[group]) }
    for wait in afters[step] { start = max(start, settled(wait)) }
    for need in needs[step] {
      let time = isPlain(step) ? available[need] : settled(need)
      if time == Self.never {
        start = Self.never
        break
      }
      start = max(start, time)
    }
    starts[step] = start
  }

  private mutating func end(_ step: Int) {
    guard isPlain(step) else { return endInGroup(step) }
    let start = starts[step]
    let limit = limits[step]
    available[step] = Self.never
    unavailable[step] = Self.never
    if start != Self.never {
      if limit.available >= 0 { available[step] = start.plus(laneTurns[step]).plus(limit.available) }
      if limit.unavailable >= 0 { unavailable[step] = start.plus(laneTurns[step]).plus(limit.unavailable) }
      if plan.steps[step].condition >= 0 { unavailable[step] = max(unavailable[step], start) }
    }
    if fixed[step] == .unavailable { available[step] = Self.never }
    if fixed[step] == .available {
      unavailable[step] = Self.never
    } else if let skip = skip(step) {
      unavailable[step] = needs[step].contains { isLost($0) } ? skip : max(unavailable[step], skip)
    }
  }

  private func isLost(_ step: Int) -> Bool {
    available[step] == Self.never && unavailable[step] != Self.never
  }

  /// When it can be skipped at the latest for want of what it needs: with the first need that is lost for certain,
  /// or else with any that may be.
  private func skip(_ step: Int) -> Int64? {
    if let certain = needs[step].filter({ isLost($0) }).map({ unavailable[$0] }).min() { return certain }
    return needs[step].map { unavailable[$0] }.filter { $0 != Self.never }.max()
  }

  /// Groups and their members may be cancelled, cut and repeated, so their outcomes are not told apart.
  private mutating func endInGroup(_ step: Int) {
    let clocks = plan.clocks[step]
    var end = max(0, starts[step])
    for need in needs[step] { end = max(end, settled(need)) }
    if plan.steps[step].kind != .group {
      end = end.plus(laneTurns[step]).plus(max(limits[step].available, limits[step].unavailable))
    } else if clocks.pollEvery >= 0 {
      // As many rounds as its deadline allows.
      end = clocks.deadline >= 0 ? end.plus(clocks.deadline) : .max
    } else {
      let start = end
      var member = step + 1
      while member < Int(plan.steps[step].end) {
        end = max(end, settled(member))
        member = Int(plan.steps[member].end)
      }
      if clocks.deadline >= 0 { end = min(end, start.plus(clocks.deadline)) }
    }
    available[step] = fixed[step] == .unavailable ? Self.never : end
    unavailable[step] = fixed[step] == .available ? Self.never : end
  }
}

extension OutcomeTimes {
  /// A step with one of its outcomes.
  struct Want: Hashable {
    var step: Int
    var isAvailable: Bool
  }

  /// What has to be so for a step to end in an outcome as late as it can: the last one first.
  func way(to want: Want) -> [Want] {
    var way: [Want] = []
    var next: Want? = want
    while let want = next, way.count <= plan.steps.count {
      way.append(want)
      next = cause(of: want)
    }
    return way
  }

  private func cause(of want: Want) -> Want? {
    let step = want.step
    if !want.isAvailable, isPlain(step) {
      let own =
        starts[step] == Self.never
        ? Self.never : starts[step].plus(laneTurns[step]).plus(max(0, limits[step].unavailable))
      if let need = needs[step].first(where: { unavailable[$0] == unavailable[step] }),
        limits[step].unavailable < 0 || own < unavailable[step] || needs[step].contains(where: { isLost($0) })
      {
        return Want(step: need, isAvailable: false)
      }
    }
    guard starts[step] > 0 else { return nil }
    if let need = needs[step].first(where: { available[$0] == starts[step] }) {
      return Want(step: need, isAvailable: true)
    }
    if let wait = afters[step].first(where: { settled($0) == starts[step] }) {
      return Want(step: wait, isAvailable: available[wait] == starts[step])
    }
    return nil
  }
}
