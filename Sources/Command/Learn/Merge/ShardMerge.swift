import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Adds up shards, in any order.
struct ShardMerge {
  /// Where a line is.
  struct Place: Hashable {
    var file: String
    /// Counted from 1.
    var line: Int

    var text: String { "\(file):\(line)" }
  }

  private let plan: FlowPlan
  let identity: ShardIdentity
  private(set) var tally: RunTally
  private(set) var steps = StepSpreads()
  /// The first run that was stopped.
  private(set) var stopped: StoppedRun?
  /// How many shards make the whole.
  private var count = 0
  private var seen: [Int: Place] = [:]
  /// What was read twice, as sentences.
  private(set) var notes: [String] = []

  /// Begins without shards.
  init(_ plan: FlowPlan, _ identity: ShardIdentity) {
    self.plan = plan
    self.identity = identity
    tally = RunTally(pages: plan.pages.count)
  }

  /// Adds a line.
  mutating func add(_ bytes: ArraySlice<UInt8>, at place: Place) throws(InvalidShard) {
    let part = try ShardLine.Part(bytes)
    if let objection = identity.objection(to: part.identity) { throw InvalidShard(objection) }
    guard seen.isEmpty || part.shard.count == count else {
      throw InvalidShard("it is one of \(part.shard.count) shards, and the others are of \(count)")
    }
    count = part.shard.count
    let line = try ShardLine(bytes, of: plan)
    if let first = seen.updateValue(place, forKey: part.shard.index) {
      notes.append(
        "\(place.text): shard \(part.shard.index + 1) of \(count) is also at \(first.text); it is counted once"
      )
      return
    }
    tally.add(line.tally)
    steps.add(line.steps)
    if let other = line.stopped, other.run < stopped?.run ?? .max { stopped = other }
  }

  /// What is missing, as a sentence; nil if every shard is there.
  var missing: String? {
    guard seen.count < count else { return nil }
    var ranges: [ClosedRange<Int>] = []
    for index in 0..<count where seen[index] == nil {
      if let last = ranges.last, last.upperBound == index - 1 {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    let texts = ranges.prefix(10).map { range in
      range.count == 1 ? "\(range.lowerBound + 1)" : "\(range.lowerBound + 1)–\(range.upperBound + 1)"
    }
    let list = texts.joined(separator: ", ") + (ranges.count > 10 ? ", …" : "")
    let missing = count - seen.count
    return "\(missing) of \(count) shards \(missing == 1 ? "is" : "are") missing: \(list)"
  }
}
