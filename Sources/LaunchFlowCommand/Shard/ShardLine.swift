import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// One shard of many runs, as one line of JSON. A line says what it is a part of.
struct ShardLine: Hashable {
  /// The format of the line.
  static let format: Int64 = 1

  var identity: ShardIdentity
  var shard: Shard
  var tally: RunTally
  var steps: StepSpreads
  /// The run that was stopped, if one was; the tally contains the runs before it.
  var stopped: StoppedRun?
  /// Whether it contains the exact landings around the percentiles.
  var isExact: Bool
}

extension ShardLine {
  /// The line, without a line end.
  ///
  /// - Parameter pages: The names of the flow's pages, in file order.
  func json(pages: [String]) -> JSONValue {
    let first = shard.runs(of: identity.runs).lowerBound
    let landedOn = zip(pages, tally.pages).filter { $0.1.count > 0 }
    return [
      "shardFormat": .integer(Self.format), "version": .string(identity.version),
      "flow": .string(identity.flow), "flowDigest": .string(identity.flowDigest),
      "scenario": identity.scenario.map(JSONValue.string) ?? .null,
      "scenarioDigest": .string(identity.scenarioDigest), "seed": .string(String(identity.seed)),
      "runs": .integer(Int64(identity.runs)), "followed": .integer(Int64(identity.followed)),
      "shard": .integer(Int64(shard.index + 1)), "of": .integer(Int64(shard.count)),
      "stopped": stopped.map {
        ["run": .integer(Int64($0.run)), "events": .integer(Int64($0.events)), "time": .integer($0.time)]
      } ?? .null,
      "all": Self.json(tally.all, isExact, first: first),
      "pages": .object(
        JSONObject(landedOn.map { .init(name: $0, value: Self.json($1, isExact, first: first)) })),
      "steps": [
        "runs": .integer(Int64(steps.runs)), "gathered": .array(steps.gathered.map(Self.json)),
      ],
    ]
  }

  private static func json(_ tally: LandingTally, _ isExact: Bool, first: UInt64) -> JSONValue {
    [
      "degraded": .integer(Int64(tally.degraded)), "sum": .string(tally.sum.description),
      "histogram": json(tally.histogram),
      "windows": isExact ? .array(tally.windows.map { json($0, first: first) }) : .null,
    ]
  }

  /// In the names of OpenTelemetry's exponential histogram, with the latest time of each bucket beside it.
  private static func json(_ histogram: TimeHistogram) -> JSONValue {
    [
      "scale": .integer(Int64(TimeHistogram.scale)), "zeroCount": .integer(Int64(histogram.zeros)),
      "positive": [
        "offset": .integer(Int64(histogram.offset)),
        "bucketCounts": .array(histogram.counts.map { .integer(Int64($0)) }),
      ],
      "latest": .array(histogram.latest.map(JSONValue.integer)),
    ]
  }

  private static func json(_ window: RankWindow, first: UInt64) -> JSONValue {
    let entries = window.entries
    let isPlain = entries.allSatisfy { $0.count == 1 }
    return [
      "share": .number(window.share), "below": .integer(Int64(window.below)), "low": .integer(window.low),
      "high": window.high == .max ? .null : .integer(window.high), "times": steps(entries.map(\.time)),
      "counts": isPlain ? .null : .array(entries.map { .integer(Int64($0.count)) }),
      "runs": .array(entries.map { .integer(Int64($0.run - min($0.run, first))) }),
    ]
  }

  private static func json(_ step: StepSpreads.Gathered) -> JSONValue {
    [
      "starts": steps(step.starts.sorted()), "ends": steps(step.ends.sorted()),
      "critical": .integer(Int64(step.critical)), "criticalTime": .string(step.criticalTime.description),
      "statuses": counts(step.statuses), "sources": counts(step.sources), "errors": counts(step.errors),
    ]
  }

  private static func counts(_ counts: [Int]) -> JSONValue { .array(counts.map { .integer(Int64($0)) }) }

  /// Ascending times: the first one, then each by how much it is later than the one before it.
  private static func steps(_ times: [Int64]) -> JSONValue {
    .array(zip(times, [0] + times).map { .integer($0 - $1) })
  }
}
