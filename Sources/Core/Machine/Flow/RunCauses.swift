import LaunchFlowModel

/// The causes of later effects of a recorded run. They do not influence the run.
struct RunCauses: Sendable {
  /// A step that settled.
  private struct Settled {
    var step: Int
    var input: Int
    var isCancelled: Bool

    /// Among steps that settle by one input, one that ended by itself explains more than one that was cancelled because
    /// of it.
    func tellsMore(than other: Settled?) -> Bool {
      guard let other, other.input == input else { return true }
      return !isCancelled || other.isCancelled
    }
  }

  /// The cause of endings at this moment; nil while steps and attempts end by themselves.
  var acting: Cause?
  /// By step: the last event that it waited for.
  private(set) var releases: [Cause?]
  /// By group: the member whose end explains the group's end, so far.
  private var members: [Settled?]
  /// By lane: the last step that entered it.
  private var taken: [Int?]
  /// By lane: the last step that left it.
  private var released: [Int?]
  /// The step whose settling explains the landing, so far.
  private var last: Settled?
  /// The number of the current input.
  private var input = 0

  init(_ plan: FlowPlan) {
    releases = Array(repeating: nil, count: plan.steps.count)
    members = Array(repeating: nil, count: plan.steps.count)
    taken = Array(repeating: nil, count: plan.laneCapacities.count)
    released = taken
  }

  mutating func beginInput() { input += 1 }

  mutating func released(_ step: Int, by cause: Cause) { releases[step] = cause }

  mutating func settled(_ step: Int, in group: Int, _ status: Status) {
    let settled = Settled(step: step, input: input, isCancelled: status == .cancelled)
    if settled.tellsMore(than: last) { last = settled }
    if group >= 0, settled.tellsMore(than: members[group]) { members[group] = settled }
  }

  /// Forgets the members of the last round when a new one begins.
  mutating func beginRound(_ group: Int) { members[group] = nil }

  mutating func enteredLane(_ lane: Int, _ step: Int) { taken[lane] = step }
  mutating func leftLane(_ lane: Int, _ step: Int) { released[lane] = step }

  /// The cause that freed a full lane.
  func release(ofLane lane: Int) -> Cause? { released[lane].map(Cause.lane) }

  /// The cause that fills a lane.
  func holder(ofLane lane: Int) -> Cause? { taken[lane].map(Cause.lane) }

  func end(ofGroup group: Int) -> Cause? { members[group].map { .step($0.step) } }

  /// The cause of a landing: a step that settled by this input.
  var landing: Cause? {
    guard let last, last.input == input else { return nil }
    return .step(last.step)
  }
}
