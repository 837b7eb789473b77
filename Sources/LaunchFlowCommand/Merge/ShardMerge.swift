import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Adds up shards, in any order.
struct ShardMerge {
  private let plan: FlowPlan
  let identity: ShardIdentity
  private(set) var shards = ShardSet()
  private(set) var tally: RunTally
  private(set) var steps = StepSpreads()
  /// The first run that was stopped.
  private(set) var stopped: StoppedRun?

  /// Begins without shards.
  init(_ plan: FlowPlan, _ identity: ShardIdentity) {
    self.plan = plan
    self.identity = identity
    tally = RunTally(pages: plan.pages.count)
  }

  /// Adds a line.
  mutating func add(_ bytes: ArraySlice<UInt8>, at place: ShardSet.Place) throws(InvalidShard) {
    let reader = try ShardLineReader(bytes)
    if let objection = identity.objection(to: reader.identity) { throw InvalidShard(objection) }
    try shards.check(reader.shard, bytes, at: place)
    guard !shards.contains(reader.shard) else { return shards.add(reader.shard, bytes, at: place) }
    let line = try reader.line(for: plan)
    shards.add(reader.shard, bytes, at: place)
    tally.add(line.tally)
    steps.add(line.steps)
    if let other = line.stopped, other.run < stopped?.run ?? .max { stopped = other }
  }
}
