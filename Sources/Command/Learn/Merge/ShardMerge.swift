import LaunchFlowTimeline

/// Adds up shards, in any order.
struct ShardMerge {
  private let plan: FlowPlan
  let identity: ShardIdentity
  private(set) var tally: RunTally
  private(set) var steps = StepSpreads()
  /// The first run that was stopped.
  private(set) var stopped: StoppedRun?
  /// How many shards make the whole.
  private var count = 0
  /// By shard: the file and the line where it is.
  private var seen: [Int: String] = [:]
  /// What was read twice, as sentences.
  private(set) var notes: [String] = []

  init(_ plan: FlowPlan, _ identity: ShardIdentity) {
    self.plan = plan
    self.identity = identity
    tally = RunTally(pages: plan.pages.count)
  }

  mutating func add(_ bytes: ArraySlice<UInt8>, at place: String) throws {
    let line = try ShardLine(bytes)
    if let objection = identity.objection(to: line.identity) { throw InvalidShard(objection) }
    guard seen.isEmpty || line.shard.count == count else {
      throw InvalidShard("it is one of \(line.shard.count) shards, but the other lines are of \(count)")
    }
    count = line.shard.count
    try line.check(for: plan)
    if let first = seen.updateValue(place, forKey: line.shard.index) {
      notes.append(
        "\(place): shard \(line.shard.index + 1) of \(count) is also at \(first); it is counted once"
      )
      return
    }
    tally.add(line.tally)
    steps.add(line.steps)
    if let other = line.stopped, other.run < stopped?.run ?? .max { stopped = other }
  }

  /// What is missing, as a sentence; nil if every shard is there.
  var missing: String? {
    let missing = (0..<count).filter { seen[$0] == nil }
    guard !missing.isEmpty else { return nil }
    let list =
      missing.prefix(10).map { "\($0 + 1)" }.joined(separator: ", ")
      + (missing.count > 10 ? ", …" : "")
    return
      "\(missing.count) of \(count) shards \(missing.count == 1 ? "is" : "are") missing: \(list)"
  }
}
