import LaunchFlowModel

/// The figures that a switch is tuned by, of one simulated run or of many together.
public struct SwitchFigures: Hashable, Sendable {
  /// Times of one kind, in nanoseconds.
  public struct Times: Hashable, Sendable {
    /// How many times were measured.
    public private(set) var count = 0
    /// The longest; nil without any.
    public private(set) var max: Int64?
    private var sum = ExactSum()

    /// Sums up times, none of them negative.
    public init(_ times: [Int64] = []) {
      for time in times { add(time) }
    }

    /// The mean, rounded to a nanosecond; nil without any.
    public var mean: Int64? { count == 0 ? nil : sum.mean(of: count) }

    /// Adds a time.
    mutating func add(_ time: Int64) {
      count += 1
      sum.add(time)
      max = Swift.max(max ?? 0, time)
    }

    /// Adds other times.
    mutating func add(_ other: Times) {
      count += other.count
      sum.add(other.sum)
      max = [max, other.max].compactMap(\.self).max()
    }
  }

  /// How many runs there were.
  public var runs: Int
  /// From a fault's beginning to being offline for it.
  public var detect = Times()
  /// From a fault's end to being online again.
  public var recover = Times()
  /// Changes between online and offline, over all runs.
  public var flips = 0
  /// Offline periods of the network or of a domain that no fault explains, over all runs.
  public var falseOfflines = 0
  /// Faults that were never noticed, over all runs.
  public var missed = 0
  /// Probes, over all runs.
  public var probes = 0
  /// Questions to the quality-of-service server, over all runs.
  public var questions = 0
  /// How long the runs were together, in nanoseconds; the greatest number where that does not fit.
  public var length: Int64 = 0

  /// The changes a run.
  public var flipsPerRun: Double { Double(flips) / Double(Swift.max(1, runs)) }

  /// The probes an hour.
  public var probesPerHour: Double {
    length > 0 ? Double(probes) * 3_600e9 / Double(length) : 0
  }

  /// Measures one run.
  public init(_ trace: SwitchTrace) {
    runs = 1
    length = trace.end
    for event in trace.events {
      switch event.kind {
      case .probeStarted: probes += 1
      case .asked: questions += 1
      default: break
      }
    }
    for period in trace.offlinePeriods where period.lowerBound < trace.end {
      flips += period.upperBound < trace.end ? 2 : 1
    }
    let periods = PeriodsByCause(trace)
    for fault in trace.faults { measure(fault, periods.explained(by: fault), trace.end) }
    falseOfflines = periods.unexplained(by: trace.faults)
  }

  private mutating func measure(
    _ fault: SwitchTrace.Fault, _ periods: [PeriodsByCause.Group], _ end: Int64
  ) {
    let first = periods.compactMap { $0.first(during: fault) }.min { $0.offset < $1.offset }
    guard let first else {
      missed += 1
      return
    }
    // Offline already, for the fault before: nothing to notice.
    if first.from >= fault.from { detect.add(first.from - fault.from) }
    guard fault.to < end else { return }
    let last = periods.compactMap { $0.last(holdingAt: fault.to) }.max { $0.offset < $1.offset }
    if let last, last.hasEnded { recover.add(last.to - fault.to) }
  }

  /// The figures of all runs together.
  public init(_ traces: some Sequence<SwitchTrace>) {
    self.init()
    for trace in traces { add(SwitchFigures(trace)) }
  }

  /// The figures of no runs.
  public init() {
    runs = 0
  }

  /// Adds the figures of other runs.
  public mutating func add(_ other: SwitchFigures) {
    runs += other.runs
    detect.add(other.detect)
    recover.add(other.recover)
    flips += other.flips
    falseOfflines += other.falseOfflines
    missed += other.missed
    probes += other.probes
    questions += other.questions
    let (length, overflow) = length.addingReportingOverflow(other.length)
    self.length = overflow ? .max : length
  }
}

/// The offline periods of a run by what caused them. Those of one cause are apart from one another, so that each is
/// found by halving: a network that flaps has as many faults as periods.
private struct PeriodsByCause {
  /// A period, its place among all of them, and the record's end where it did not end.
  struct Entry {
    var offset: Int
    var from: Int64
    var to: Int64
    var hasEnded: Bool
  }

  /// The periods of one cause, by time.
  struct Group {
    var cause: SwitchCause
    var entries: [Entry] = []

    /// The first period that a fault has a time in common with.
    func first(during fault: SwitchTrace.Fault) -> Entry? {
      let index = entries.partitionPoint(where: { $0.to > fault.from })
      guard index < entries.count, entries[index].from < fault.to else { return nil }
      return entries[index]
    }

    /// The period that began before a time and had not ended then.
    func last(holdingAt time: Int64) -> Entry? {
      let index = entries.partitionPoint(where: { $0.from >= time })
      guard index > 0, entries[index - 1].to >= time else { return nil }
      return entries[index - 1]
    }
  }

  private var groups: [Group] = []

  init(_ trace: SwitchTrace) {
    var places: [SwitchCause: Int] = [:]
    for (offset, period) in trace.periods.enumerated() {
      let place = places[period.cause] ?? groups.count
      if place == groups.count {
        places[period.cause] = place
        groups.append(Group(cause: period.cause))
      }
      groups[place].entries.append(
        Entry(offset: offset, from: period.from, to: period.to ?? trace.end, hasEnded: period.to != nil))
    }
  }

  /// The periods that a fault can be the reason for.
  func explained(by fault: SwitchTrace.Fault) -> [Group] {
    groups.filter { fault.explains($0.cause) }
  }

  /// How many periods no fault is the reason for. The user's mark needs none.
  func unexplained(by faults: [SwitchTrace.Fault]) -> Int {
    let spans = Dictionary(grouping: faults, by: \.domain).mapValues { faults in
      Spans(faults.map { $0.from..<$0.to })
    }
    return groups.reduce(0) { count, group in
      let faults: Spans?
      switch group.cause {
      case .marked: return count
      case .network: faults = spans[nil]
      case .domain(let domain): faults = spans[domain]
      }
      return count + group.entries.count { !(faults?.overlap($0.from...max($0.from, $0.to - 1)) ?? false) }
    }
  }
}

extension SwitchTrace.Fault {
  /// Whether this is what a cause is about.
  fileprivate func explains(_ cause: SwitchCause) -> Bool {
    switch cause {
    case .marked: false
    case .network: domain == nil
    case .domain(let index): domain == index
    }
  }
}
