import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowSimulator

/// Adds up the shards of replayed launches, in any order.
struct ReplayMerge {
  private let plan: FlowPlan
  private let gate: Gate
  private var identity: ReplayShard.Identity?
  private(set) var shards = ShardSet(command: "replay")
  /// By shard: what became of its launches.
  private var parts: [Int: ReplayJobs.Played] = [:]

  /// Begins without shards.
  init(_ plan: FlowPlan, _ given: Given) throws(UsageError) {
    self.plan = plan
    gate = try GateOptions.gate(given, pages: plan.pages)
    guard [nil, .text, .json].contains(given[MergeCommand.format]) else {
      throw UsageError("replayed launches are written as text or json")
    }
  }

  /// Adds a line.
  mutating func add(_ bytes: ArraySlice<UInt8>, at place: ShardSet.Place) throws(InvalidShard) {
    let line = try ReplayShard(bytes, for: plan)
    // The flow is the one of the command line; the records are those of the first shard.
    var expected = identity ?? line.identity
    if identity == nil {
      expected = ReplayShard.Identity(plan, [])
      (expected.lines, expected.bytes) = (line.identity.lines, line.identity.bytes)
    }
    if let objection = expected.objection(to: line.identity) { throw InvalidShard(objection) }
    identity = expected
    try shards.check(line.shard, bytes, at: place)
    shards.add(line.shard, bytes, at: place)
    parts[line.shard.index] = line.played
  }

  /// Writes what the whole would have written.
  func write(_ given: Given, in world: World) throws -> ExitStatus {
    var whole = ReplayJobs.Played()
    for (_, part) in parts.sorted(by: { $0.key < $1.key }) { whole.add(part) }
    let isJSON = given[MergeCommand.format] == .json
    return try ReplayCommand.write(
      whole, of: plan, gate, isJSON: isJSON, to: given[SharedOptions.output], in: world)
  }
}
