import LaunchFlowSwitch

/// Figures of a switch's run.
package struct SwitchFigures: Hashable, Sendable {
  /// Times of one kind, in nanoseconds.
  package struct Times: Hashable, Sendable {
    /// The longest; nil if there is none.
    package private(set) var max: Int64?
    /// The number of times that never ended, because the fault or the record was over first.
    package private(set) var never = 0

    /// The longest time, or the greatest number if one never ended; nil if there is none.
    package var worst: Int64? { never > 0 ? .max : max }

    /// Adds a time; nil for one that never ended.
    mutating func add(_ time: Int64?) {
      guard let time else { return never += 1 }
      max = Swift.max(max ?? 0, time)
    }
  }

  /// From a fault's beginning to being offline for it; 0 if the app was offline for it already.
  package var detect = Times()
  /// From a fault's end to being online again. Not measured if the next fault begins before.
  package var recover = Times()
  /// Changes between online and offline.
  package var flips = 0
  /// Offline periods of the network or of a domain that no fault explains.
  package var falseOfflines = 0
  /// Faults that were never noticed.
  package var missed = 0
  package var probes = 0
  /// Questions to the quality-of-service server.
  package var questions = 0
  /// The duration of the run, in nanoseconds.
  package let length: Int64

  /// The value of a figure, the greatest number for a time that never ended; nil if nothing was measured.
  package func value(of figure: SwitchScenario.Figure) -> Double? {
    switch figure {
    case .detect: detect.worst.map { Double($0) }
    case .recover: recover.worst.map { Double($0) }
    case .flips: Double(flips)
    case .falseOfflines: Double(falseOfflines)
    case .missed: Double(missed)
    case .probesPerHour: probesPerHour
    }
  }

  package var probesPerHour: Double {
    length > 0 ? Double(probes) * 3_600e9 / Double(length) : 0
  }

  package init(_ trace: SwitchTrace) {
    length = trace.end
    for event in trace.events {
      switch event.kind {
      case .effect(.startProbe): probes += 1
      case .effect(.ask): questions += 1
      default: break
      }
    }
    for period in trace.offlinePeriods where period.lowerBound < trace.end {
      flips += period.upperBound < trace.end ? 2 : 1
    }
    var counts = SwitchWatch.Counts()
    measure(trace, &counts)
    missed = counts.missed
    falseOfflines = counts.falseOfflines
  }

  /// Gives the watch the events and the faults' bounds, sorted by time. Events at the instant of a fault's
  /// beginning come before it, and those at an end after it.
  private mutating func measure(_ trace: SwitchTrace, _ counts: inout SwitchWatch.Counts) {
    let faults = trace.faults
    var bounds = faults.indices.map { (time: faults[$0].from, rank: 2, fault: $0) }
    bounds += faults.indices.filter { faults[$0].to < trace.end }.map { (faults[$0].to, 0, $0) }
    bounds.sort { $0 < $1 }
    var watch = SwitchWatch()
    var passed = bounds.startIndex
    func pass(_ time: Int64, _ rank: Int) {
      while passed < bounds.endIndex, (bounds[passed].time, bounds[passed].rank) < (time, rank) {
        let bound = bounds[passed]
        passed += 1
        let samples =
          bound.rank == 0
          ? watch.faultEnds(bound.fault, faults, &counts) : watch.faultBegins(bound.fault, faults)
        add(samples, at: bound.time, faults)
      }
    }
    for event in trace.events {
      pass(event.time, 1)
      switch event.kind {
      case .effect(.began(let cause)): add(watch.begin(cause, faults), at: event.time, faults)
      case .effect(.ended(let cause)): add(watch.end(cause, faults, &counts), at: event.time, faults)
      case .killed: add(watch.endAll(&counts), at: event.time, faults)
      default: break
      }
    }
    pass(.max, 0)
    add(watch.finish(&counts), at: trace.end, faults)
  }

  private mutating func add(_ samples: [SwitchWatch.Sample], at time: Int64, _ faults: [SwitchTrace.Fault]) {
    for sample in samples {
      let fault = faults[sample.fault]
      if sample.figure == .detect {
        detect.add(sample.end == .reached ? time - fault.from : nil)
      } else {
        recover.add(sample.end == .reached ? time - fault.to : nil)
      }
    }
  }
}
