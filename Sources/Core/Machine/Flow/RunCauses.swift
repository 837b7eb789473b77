import LaunchFlowModel

/// What later effects of a recorded run were caused by. It has no part in what happens.
struct RunCauses: Sendable {
  /// A step that settled.
  private struct Settled {
    var step: Int
    var input: Int
    var isCancelled: Bool

    /// By one input, a step that ended of itself tells more than one that was cancelled because of it.
    func tellsMore(than other: Settled?) -> Bool {
      guard let other, other.input == input else { return true }
      return !isCancelled || other.isCancelled
    }
  }

  /// What ends steps and attempts at this moment; nil while they end by themselves.
  var acting: Cause?
  /// By step: what it waited for last.
  private(set) var releases: [Cause?]
  /// By group: the member that it ended by, so far.
  private var members: [Settled?]
  /// By lane: the steps that took it and gave it up last.
  private var lanes: [(taken: Int?, released: Int?)]
  /// The step that the landing waited for, so far.
  private var last: Settled?
  /// The number of the input that is handled.
  private var input = 0

  init(_ plan: FlowPlan) {
    releases = Array(repeating: nil, count: plan.steps.count)
    members = Array(repeating: nil, count: plan.steps.count)
    lanes = plan.laneCapacities.map { _ in (nil, nil) }
  }

  mutating func beginInput() { input += 1 }

  mutating func released(_ step: Int, by cause: Cause) { releases[step] = cause }

  mutating func settled(_ step: Int, in group: Int, _ status: Status) {
    let settled = Settled(step: step, input: input, isCancelled: status == .cancelled)
    if settled.tellsMore(than: last) { last = settled }
    if group >= 0, settled.tellsMore(than: members[group]) { members[group] = settled }
  }

  /// A new round begins: what the members did in the last one ends no group.
  mutating func beginRound(_ group: Int) { members[group] = nil }

  mutating func tookLane(_ lane: Int, _ step: Int) { lanes[lane].taken = step }
  mutating func gaveUpLane(_ lane: Int, _ step: Int) { lanes[lane].released = step }

  /// By what a lane that was full got free.
  func release(ofLane lane: Int) -> Cause? { lanes[lane].released.map(Cause.lane) }

  /// Who holds a full lane.
  func holder(ofLane lane: Int) -> Cause? { lanes[lane].taken.map(Cause.lane) }

  func end(ofGroup group: Int) -> Cause? { members[group].map { .step($0.step) } }

  /// By what the run lands: a step that settled by this input.
  var landing: Cause? {
    guard let last, last.input == input else { return nil }
    return .step(last.step)
  }
}
