/// Everything that follows from a machine's state. It is kept so that an event costs no more than it changes, and
/// is rebuilt, reset or copied as a whole.
struct DerivedState: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    /// How many steps hold it.
    var use = 0
    /// How many of these run only while it is idle.
    var idleUse = 0
    /// The steps that wait for it, by their places in the plan's `laneOrder`.
    var queue: IndexBits
  }

  /// A landing rule.
  struct Rule: Equatable, Sendable {
    /// How many steps of its `after` are open.
    var waits: Int32
    /// The truth of its condition; once it is known, it never changes.
    var truth: Truth
    /// Whether something that its condition reads has settled since it was last read.
    var isStale = true
  }

  struct Counts: Equatable, Sendable {
    /// Steps that wait for their lane.
    var queued = 0
    var openSteps: Int
    /// Steps with late work.
    var lateSteps = 0
    /// The first rule whose condition is not known to be false.
    var firstRule = 0
    var rulesAreStale = true
  }

  /// Steps that may start, queued ones apart.
  var ready: IndexBits
  /// Steps that must be skipped.
  var mustSkip: IndexBits
  /// Steps that are queued, running, waiting between attempts, or with a remote fallback.
  var active: IndexBits
  /// Open groups whose members have all settled.
  var doneGroups: IndexBits
  /// Open groups with `failFast` in which a member has failed.
  var failingGroups: IndexBits
  var lanes: [Lane]
  /// Steps that became ready at this instant and wait for room in a lane that is not given in file order.
  var newlyQueued: IndexBits
  /// By landing rule.
  var rules: [Rule]
  var counts: Counts

  /// What follows from the state before a run.
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

  /// Becomes a copy of what follows from another state of the same plan, in the memory that it has.
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
