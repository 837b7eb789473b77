import LaunchFlowMachine
import LaunchFlowModel

/// How one step went over many runs. Times are in nanoseconds since the start, shares from 0 to 1.
public struct StepSpread: Hashable, Sendable {
  /// The step's name.
  public var name: String
  /// The part of the runs in which it started.
  public var started: Double
  /// When it started in the median of those; nil where it never did.
  public var start: Int64?
  /// By when it had settled in 5 % of the runs in which it started.
  public var p5: Int64?
  /// By when it had settled in half of them.
  public var p50: Int64?
  /// By when it had settled in 95 % of them.
  public var p95: Int64?
  /// The part of the runs in which the landing waited for it.
  public var critical: Double
  /// How it settled, with the part of all runs in which it did, by the order of `Status`.
  public var statuses: [StatusShare]

  /// How often a step settled in one way.
  public struct StatusShare: Hashable, Sendable {
    /// How it settled.
    public var status: Status
    /// The part of all runs.
    public var share: Double
  }
}

/// Gathers how the steps of one flow went, run by run.
public struct StepSpreads: Sendable {
  /// How many runs have been added.
  public private(set) var runs = 0
  private var gathered: [Gathered] = []

  private struct Gathered {
    var name: String
    var starts: [Int64] = []
    var ends: [Int64] = []
    var critical = 0
    var statuses: [Status: Int] = [:]
  }

  /// Begins with no runs.
  public init() {}

  /// Adds a whole run; all that are added are of one flow.
  public mutating func add(_ trace: Trace) {
    let summary = TraceSummary(trace)
    if gathered.isEmpty { gathered = trace.steps.map { Gathered(name: $0.name) } }
    runs += 1
    for (index, past) in summary.steps.enumerated() where gathered.indices.contains(index) {
      if let start = past.start {
        gathered[index].starts.append(start)
        gathered[index].ends.append(past.end ?? summary.end)
      }
      if let status = past.settlement?.status { gathered[index].statuses[status, default: 0] += 1 }
    }
    for step in Set(summary.criticalPath) where gathered.indices.contains(step) {
      gathered[step].critical += 1
    }
  }

  /// The steps in file order, groups among them.
  public var steps: [StepSpread] {
    gathered.map { step in
      let (starts, ends) = (step.starts.sorted(), step.ends.sorted())
      return StepSpread(
        name: step.name, started: share(starts.count), start: Self.rank(0.5, of: starts),
        p5: Self.rank(0.05, of: ends), p50: Self.rank(0.5, of: ends), p95: Self.rank(0.95, of: ends),
        critical: share(step.critical),
        statuses: Status.allCases.compactMap { status in
          step.statuses[status].map { .init(status: status, share: share($0)) }
        })
    }
  }

  private func share(_ count: Int) -> Double { Double(count) / Double(max(1, runs)) }

  /// The nearest rank: a time that really occurred.
  private static func rank(_ share: Double, of sorted: [Int64]) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count, max(1, Int((share * Double(sorted.count)).rounded(.up)))) - 1]
  }
}
