import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Why a line is no shard, as a sentence.
struct InvalidShard: Error, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads a shard's line. Everything in it is checked, because lines travel through other programs.
struct ShardLineReader {
  /// The most bytes of a line.
  static let mostBytes = 256 << 20

  private let object: JSONObject
  let identity: ShardIdentity
  let shard: Shard

  /// Reads what the line is a part of.
  init(_ bytes: some Sequence<UInt8>) throws(InvalidShard) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.mostBytes, depth: 16))
    } catch {
      throw InvalidShard("it is not JSON: \(error.message)")
    }
    guard let object = value.object, let format = object["shardFormat"] else {
      throw InvalidShard("it is no shard; 'launchflow simulate --shard I/N' writes shards")
    }
    guard format == .integer(ShardLine.format) else {
      throw InvalidShard("its format is \(format.text()), and this version reads \(ShardLine.format)")
    }
    let reader = ShardObject(object, "")
    guard let seed = UInt64(try reader.string("seed")) else {
      throw InvalidShard("\"seed\" must be a whole number from 0 to \(UInt64.max)")
    }
    let runs = try reader.number("runs", 1...Int64(ShardOptions.mostRuns))
    let count = try reader.number("of", 1...Int64(Shard.most))
    self.object = object
    identity = ShardIdentity(
      version: try reader.string("version"), flow: try reader.string("flow"),
      flowDigest: try reader.string("flowDigest"),
      scenario: object["scenario"] == .null ? nil : try reader.string("scenario"),
      scenarioDigest: try reader.string("scenarioDigest"), seed: seed, runs: Int(runs),
      followed: Int(try reader.number("followed", 1...Int64(FollowedRuns.most))))
    shard = Shard(index: Int(try reader.number("shard", 1...count)) - 1, count: Int(count))
  }

  /// Reads the rest, for a flow that the line is of.
  func line(for plan: FlowPlan) throws(InvalidShard) -> ShardLine {
    let reader = ShardObject(object, "")
    let numbers = shard.runs(of: identity.runs)
    let stopped = try stopped(reader, in: numbers)
    let drawn = numbers.lowerBound..<(stopped?.run ?? numbers.upperBound)
    let (all, isExact) = try tally(reader.object("all"), drawn, deadline: plan.deadline)
    guard all.count == drawn.count else {
      throw InvalidShard("its histogram contains \(all.count) runs, and the shard \(drawn.count)")
    }
    let named = try reader.object("pages")
    if let unknown = named.object.members.first(where: { !plan.pages.contains($0.name) }) {
      throw InvalidShard("the flow has no page \"\(unknown.name)\"")
    }
    var pages: [LandingTally] = []
    for page in plan.pages {
      guard named.object[page] != nil else {
        pages.append(LandingTally())
        continue
      }
      let (tally, isPageExact) = try tally(named.object(page), drawn, deadline: plan.deadline)
      guard isPageExact == isExact else { throw InvalidShard("only some of its tallies have windows") }
      pages.append(tally)
    }
    guard let tally = RunTally(all: all, pages: pages) else {
      throw InvalidShard("its pages do not add up to all of its landings")
    }
    let followed = FollowedRuns(identity.followed, of: identity.runs).count(in: drawn)
    return ShardLine(
      identity: identity, shard: shard, tally: tally,
      steps: try spreads(reader.object("steps"), of: plan.steps.count, runs: followed), stopped: stopped,
      isExact: isExact)
  }

  private func stopped(
    _ reader: ShardObject, in numbers: Range<UInt64>
  ) throws(InvalidShard) -> StoppedRun? {
    guard reader.object["stopped"] != .null else { return nil }
    let stopped = try reader.object("stopped")
    let run = UInt64(try stopped.number("run", 0...Int64(ShardOptions.mostRuns)))
    guard numbers.contains(run) else { throw InvalidShard("the stopped run \(run) is no run of the shard") }
    return StoppedRun(
      run: run, events: Int(try stopped.number("events", 0...Int64.max)),
      time: try stopped.number("time", 0...Int64.max))
  }

  private func tally(
    _ reader: ShardObject, _ runs: Range<UInt64>, deadline: Int64
  ) throws(InvalidShard) -> (LandingTally, isExact: Bool) {
    let histogram = try histogram(reader.object("histogram"))
    guard histogram.max <= deadline else {
      throw InvalidShard("\(reader.name)its latest landing is after the flow's deadline")
    }
    guard let count = histogram.count, count <= runs.count else {
      throw InvalidShard("\(reader.name)its histogram contains more runs than the shard")
    }
    var windows = LandingTally.shares.map { RankWindow(share: $0, passed: count) }
    let isExact = reader.object["windows"] != .null
    if isExact {
      let objects = try reader.objects("windows")
      guard objects.count == windows.count else {
        throw InvalidShard("\(reader.name)\"windows\" must have \(windows.count) elements")
      }
      for (place, object) in objects.enumerated() {
        windows[place] = try window(object, LandingTally.shares[place], total: count, runs)
      }
    }
    guard let sum = ExactSum(try reader.string("sum")),
      let tally = LandingTally(
        degraded: Int(try reader.number("degraded", 0...Int64(count))), sum: sum, histogram: histogram,
        windows: windows)
    else { throw InvalidShard("\(reader.name)\"sum\" is not the sum of so many landings") }
    return (tally, isExact)
  }

  private func histogram(_ reader: ShardObject) throws(InvalidShard) -> TimeHistogram {
    guard reader.object["scale"] == .integer(Int64(TimeHistogram.scale)) else {
      throw InvalidShard("\(reader.name)\"scale\" must be \(TimeHistogram.scale)")
    }
    let positive = try reader.object("positive")
    let histogram = TimeHistogram(
      zeros: Int(try reader.number("zeroCount", 0...Int64(ShardOptions.mostRuns))),
      offset: Int(try positive.number("offset", -1...Int64(TimeHistogram.end))),
      counts: try positive.numbers("bucketCounts", 0...Int64(ShardOptions.mostRuns)).map { Int($0) },
      latest: try reader.numbers("latest", 0...Int64.max))
    guard let histogram else {
      throw InvalidShard("\(reader.name)\"latest\" must have a time of each bucket, and 0 for an empty one")
    }
    return histogram
  }

  private func window(
    _ reader: ShardObject, _ share: Double, total: Int, _ runs: Range<UInt64>
  ) throws(InvalidShard) -> RankWindow {
    let times = try reader.times("times")
    let numbers = try reader.numbers("runs", 0...Int64(max(0, runs.count - 1)))
    let isPlain = reader.object["counts"] == .null
    let counts = isPlain ? times.map { _ in 1 } : try reader.numbers("counts", 1...Int64(max(1, total)))
    let isOpen = reader.object["high"] == .null
    guard reader.object["share"]?.number == share, numbers.count == times.count, counts.count == times.count,
      let window = RankWindow(
        share: share, total: total, below: Int(try reader.number("below", 0...Int64(total))),
        low: try reader.number("low", 0...Int64.max),
        high: isOpen ? .max : try reader.number("high", 0...Int64.max),
        entries: times.indices.map {
          .init(time: times[$0], count: Int(counts[$0]), run: runs.lowerBound + UInt64(numbers[$0]))
        })
    else { throw InvalidShard("\(reader.name)its times, counts and runs do not fit together") }
    return window
  }

  private func spreads(
    _ reader: ShardObject, of steps: Int, runs: Int
  ) throws(InvalidShard) -> StepSpreads {
    guard try reader.number("runs", 0...Int64(FollowedRuns.most)) == Int64(runs) else {
      throw InvalidShard("steps: \"runs\" must be \(runs), the followed runs of the shard")
    }
    let objects = try reader.objects("gathered")
    guard objects.count == (runs == 0 ? 0 : steps) else {
      throw InvalidShard("steps: \"gathered\" must have an element for each step of the flow")
    }
    var gathered: [StepSpreads.Gathered] = []
    for object in objects { gathered.append(try step(object, runs: runs)) }
    return StepSpreads(runs: runs, gathered)
  }

  private func step(_ reader: ShardObject, runs: Int) throws(InvalidShard) -> StepSpreads.Gathered {
    var step = StepSpreads.Gathered()
    step.starts = try reader.times("starts", isStrict: false)
    step.ends = try reader.times("ends", isStrict: false)
    step.critical = Int(try reader.number("critical", 0...Int64(runs)))
    step.statuses = try reader.counts("statuses", step.statuses.count, atMost: runs)
    step.sources = try reader.counts("sources", step.sources.count, atMost: runs)
    step.errors = try reader.counts("errors", step.errors.count, atMost: runs)
    guard step.starts.count <= runs, step.ends.count == step.starts.count,
      let time = ExactSum(try reader.string("criticalTime")), time.isSum(of: step.critical, atMost: .max)
    else { throw InvalidShard("\(reader.name)its starts, ends and times do not fit together") }
    step.criticalTime = time
    return step
  }
}
