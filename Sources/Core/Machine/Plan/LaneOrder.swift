/// The order in which steps leave the queues of their lanes: by priority, then in file order. Steps that need an idle
/// lane come last.
package struct LaneOrder: Sendable {
  /// By step: the place in the order of all steps.
  package private(set) var places: [Int32] = []
  package private(set) var steps: [Int32] = []
  /// By lane: whether some step's place differs from file order. Such a lane gives its room only when nothing else can
  /// start at that instant, so that all steps that become ready then compete.
  package private(set) var isRanked: [Bool] = []

  init() {}

  init(_ planned: [PlannedStep], lanes: Int, priority: (Int) -> Int) {
    isRanked = Array(repeating: false, count: lanes)
    let priorities = planned.indices.map { planned[$0].lane < 0 ? 0 : priority($0) }
    for (step, priority) in zip(planned, priorities) where priority != 0 || step.whenIdle {
      isRanked[Int(step.lane)] = true
    }
    steps = planned.indices.map { Int32($0) }
    places = steps
    guard isRanked.contains(true) else { return }
    let order = planned.indices.ordered { left, right in
      (planned[left].whenIdle ? 1 : 0, -priorities[left], left)
        < (planned[right].whenIdle ? 1 : 0, -priorities[right], right)
    }
    steps = order.map { Int32($0) }
    for (place, step) in steps.enumerated() { places[Int(step)] = Int32(place) }
  }
}
