import LaunchFlowDelivery
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
  /// How many shards make the whole.
  private var count: Int?
  private var seen: [Int: (digest: String, place: Place)] = [:]
  private(set) var tally: RunTally
  private(set) var steps = StepSpreads()
  /// The first run that was stopped.
  private(set) var stopped: StoppedRun?
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
    let reader = try ShardLineReader(bytes)
    if let objection = identity.objection(to: reader.identity) { throw InvalidShard(objection) }
    let shard = reader.shard
    let all = count ?? shard.count
    guard shard.count == all else {
      throw InvalidShard("it is one of \(shard.count) shards, and the others are of \(all)")
    }
    count = all
    let digest = SHA256.hex(Array(bytes))
    if let first = seen[shard.index] {
      guard first.digest == digest else {
        throw InvalidShard(
          "shard \(shard.index + 1) of \(all) differs from the one at \(first.place.text); draw it again, and keep one"
        )
      }
      notes.append(
        "\(place.text): shard \(shard.index + 1) of \(all) is also at \(first.place.text); it is counted once"
      )
      return
    }
    let line = try reader.line(for: plan)
    seen[shard.index] = (digest, place)
    tally.add(line.tally)
    steps.add(line.steps)
    if let other = line.stopped, other.run < stopped?.run ?? .max { stopped = other }
  }

  /// What is missing, as a sentence; nil if every shard is there.
  var missing: String? {
    guard let count else { return "there are no shards; 'launchflow simulate --shard I/N' writes them" }
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
