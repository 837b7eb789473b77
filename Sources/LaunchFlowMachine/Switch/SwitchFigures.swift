import LaunchFlowModel

/// The figures that a switch is tuned by, of one simulated run or of many together.
public struct SwitchFigures: Hashable, Sendable {
  /// Times of one kind, in nanoseconds.
  public struct Times: Hashable, Sendable {
    /// Each time that was measured.
    public var samples: [Int64] = []

    /// The mean; nil without samples.
    public var mean: Int64? {
      samples.isEmpty ? nil : Int64(samples.reduce(0.0) { $0 + Double($1) } / Double(samples.count))
    }

    /// The longest; nil without samples.
    public var max: Int64? { samples.max() }
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
    let periods = trace.periods
    for fault in trace.faults { measure(fault, periods.filter { fault.explains($0.cause) }, trace.end) }
    falseOfflines = periods.count { period in
      guard period.cause != .marked else { return false }
      return !trace.faults.contains { fault in
        fault.explains(period.cause) && fault.from < period.to ?? trace.end && period.from < fault.to
      }
    }
  }

  private mutating func measure(_ fault: SwitchTrace.Fault, _ periods: [SwitchTrace.Period], _ end: Int64) {
    guard let first = periods.first(where: { $0.from < fault.to && fault.from < $0.to ?? end }) else {
      missed += 1
      return
    }
    // Offline already, for the fault before: nothing to notice.
    if first.from >= fault.from { detect.samples.append(first.from - fault.from) }
    guard fault.to < end, let last = periods.last(where: { $0.from < fault.to && fault.to <= $0.to ?? end }),
      let over = last.to
    else { return }
    recover.samples.append(over - fault.to)
  }

  /// The figures of all runs together.
  public init(_ traces: [SwitchTrace]) {
    self = traces.reduce(into: SwitchFigures()) { sum, trace in
      let figures = SwitchFigures(trace)
      sum.runs += 1
      sum.detect.samples += figures.detect.samples
      sum.recover.samples += figures.recover.samples
      sum.flips += figures.flips
      sum.falseOfflines += figures.falseOfflines
      sum.missed += figures.missed
      sum.probes += figures.probes
      sum.questions += figures.questions
      let (length, overflow) = sum.length.addingReportingOverflow(figures.length)
      sum.length = overflow ? .max : length
    }
  }

  private init() {
    runs = 0
  }
}

extension SwitchTrace.Fault {
  /// Whether this is what a cause is about.
  func explains(_ cause: SwitchCause) -> Bool {
    switch cause {
    case .marked: false
    case .network: domain == nil
    case .domain(let index): domain == index
    }
  }
}
