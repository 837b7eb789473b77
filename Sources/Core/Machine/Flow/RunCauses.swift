/// The causes of later effects of a recorded run. They do not influence the run.
struct RunCauses: Sendable {
  private struct Settled {
    var step: Int
    var input: Int
    var isCancelled: Bool

    /// Among steps that one input settles, one that ended by itself explains more than one that was cancelled for it.
    func tellsMore(than other: Settled?) -> Bool {
      guard let other, other.input == input else { return true }
      return !isCancelled || other.isCancelled
    }
  }

  /// The cause of endings at this moment; nil while steps and attempts end by themselves.
  var acting: Cause?
  private struct Step {
    /// The last event that it waited for.
    var release: Cause?
    /// In a group: the member whose end explains the group's end, so far.
    var member: Settled?
  }

  private struct Lane {
    /// The last step that entered it.
    var taken: Int?
    /// The last step that left it.
    var released: Int?
  }

  private var steps: [Step]
  private var lanes: [Lane]
  /// The step whose settling explains the landing, so far.
  private var last: Settled?
  private var input = 0

  init(_ plan: FlowPlan) {
    steps = Array(repeating: Step(), count: plan.steps.count)
    lanes = Array(repeating: Lane(), count: plan.laneCapacities.count)
  }

  mutating func beginInput() { input += 1 }

  mutating func released(_ step: Int, by cause: Cause) { steps[step].release = cause }

  func release(of step: Int) -> Cause? { steps[step].release }

  mutating func settled(_ step: Int, in group: Int, _ status: Status) {
    let settled = Settled(step: step, input: input, isCancelled: status == .cancelled)
    if settled.tellsMore(than: last) { last = settled }
    if group >= 0, settled.tellsMore(than: steps[group].member) { steps[group].member = settled }
  }

  /// Forgets the members of the last round when a new one begins.
  mutating func beginRound(_ group: Int) { steps[group].member = nil }

  mutating func enteredLane(_ lane: Int, _ step: Int) { lanes[lane].taken = step }
  mutating func leftLane(_ lane: Int, _ step: Int) { lanes[lane].released = step }

  /// The cause that freed a full lane.
  func release(ofLane lane: Int) -> Cause? { lanes[lane].released.map(Cause.lane) }

  /// The cause that fills a lane.
  func holder(ofLane lane: Int) -> Cause? { lanes[lane].taken.map(Cause.lane) }

  func end(ofGroup group: Int) -> Cause? { steps[group].member.map { .step($0.step) } }

  /// The cause of a landing: a step that settled by this input.
  var landing: Cause? {
    guard let last, last.input == input else { return nil }
    return .step(last.step)
  }
}
