/// Data that follows from a machine's state. It is kept so that an event costs only as much as it changes. It is
/// rebuilt, reset or copied as a whole.
struct DerivedState: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    /// How many steps use the lane.
    var use = 0
    /// How many of these steps run only while the lane is idle.
    var idleUse = 0
    /// The steps in the lane's queue, by their places in the plan's `laneOrder`.
    var queue: IndexBits
  }

  struct Rule: Equatable, Sendable {
    /// How many steps of the rule's `after` are open.
    var waits: Int32
    /// The truth of the rule's condition. A known truth never changes.
    var truth: Truth
    /// Whether a step that the condition reads has settled since the last reading.
    var isStale = true
  }

  struct Counts: Equatable, Sendable {
    var queued = 0
    var openSteps: Int
    var lateSteps = 0
    /// The first rule whose condition is true or unknown.
    var firstRule = 0
    var rulesAreStale = true
  }

  /// Steps that may start, without queued ones.
  var ready: IndexBits
  var mustSkip: IndexBits
  /// Steps that are queued, running, waiting between attempts, or with a remote fallback.
  var active: IndexBits
  /// Open groups whose members have all settled.
  var doneGroups: IndexBits
  /// Open groups with `failFast` in which a member has failed.
  var failingGroups: IndexBits
  var lanes: [Lane]
  /// Steps that became ready at this instant and wait for a lane whose order is not that of the file.
  var newlyQueued: IndexBits
  var rules: [Rule]
  var counts: Counts

  init(_ plan: FlowPlan) {
    let none = IndexBits(capacity: plan.steps.count)
    ready = none
    mustSkip = none
    active = none
    doneGroups = none
    failingGroups = none
    newlyQueued = none
    lanes = plan.laneCapacities.map { _ in Lane(queue: none) }
    rules = plan.rules.map { Rule(waits: $0.afters, truth: $0.condition < 0 ? .yes : .unknown) }
    counts = Counts(openSteps: plan.steps.count)
  }

  /// Copies the derived state of another machine of the same plan, without allocating memory.
  @inline(__always)
  mutating func update(from other: DerivedState) {
    ready.update(from: other.ready)
    mustSkip.update(from: other.mustSkip)
    active.update(from: other.active)
    doneGroups.update(from: other.doneGroups)
    failingGroups.update(from: other.failingGroups)
    newlyQueued.update(from: other.newlyQueued)
    for lane in lanes.indices {
      lanes[lane].use = other.lanes[lane].use
      lanes[lane].idleUse = other.lanes[lane].idleUse
      lanes[lane].queue.update(from: other.lanes[lane].queue)
    }
    rules.copy(other.rules)
    counts = other.counts
    assert(self == other)
  }
}
