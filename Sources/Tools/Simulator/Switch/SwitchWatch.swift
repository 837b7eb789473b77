import LaunchFlowSwitch

/// Measures how a switch notices faults and recovers from them, event by event. Only this type defines these
/// figures: finished traces and the search of every run use it.
package struct SwitchWatch: Hashable, Sendable {
  package struct Sample: Hashable, Sendable {
    package enum End: Hashable, Sendable {
      case reached
      /// The fault was over first.
      case never
      /// The record was over first.
      case cut
    }

    /// `detect`, from a fault's beginning to being offline for it, 0 if the app is offline for it already; or `recover`,
    /// from a fault's end to being online again, which is not measured if the next fault begins before.
    package var figure: SwitchScenario.Figure
    /// The fault, by its index.
    package var fault: Int
    package var end: End
  }

  /// The counts so far. They do not affect later events.
  package struct Counts: Hashable, Sendable {
    package var flips = 0
    package var missed = 0
    package var falseOfflines = 0

    package init() {}

    /// Whether each count is at least the other's.
    package func covers(_ other: Counts) -> Bool {
      flips >= other.flips && missed >= other.missed && falseOfflines >= other.falseOfflines
    }
  }

  /// The present faults, and whether each was noticed.
  package private(set) var active: [Int: Bool] = [:]
  /// The faults that are over, but for which the app is still offline.
  private var recovering: [Int] = []
  /// The present causes.
  private var held: Set<SwitchCause> = []
  /// The present causes that no fault explains so far.
  private var unexplained: Set<SwitchCause> = []

  package init() {}

  package mutating func begin(_ cause: SwitchCause, _ faults: [SwitchTrace.Fault]) -> [Sample] {
    held.insert(cause)
    let explaining = active.keys.filter { faults[$0].isExplained(by: cause) }.sorted()
    if explaining.isEmpty, cause != .marked { unexplained.insert(cause) }
    let noticed = explaining.filter { active[$0] == false }
    for fault in noticed { active[fault] = true }
    return noticed.map { Sample(figure: .detect, fault: $0, end: .reached) }
  }

  package mutating func end(
    _ cause: SwitchCause, _ faults: [SwitchTrace.Fault], _ counts: inout Counts
  ) -> [Sample] {
    held.remove(cause)
    if unexplained.remove(cause) != nil { counts.falseOfflines += 1 }
    let left = recovering.filter { isOffline(for: faults[$0]) }
    defer { recovering = left }
    return recovering.filter { !left.contains($0) }
      .map { Sample(figure: .recover, fault: $0, end: .reached) }
  }

  /// Notes that the process ends, with all its causes.
  package mutating func endAll(_ counts: inout Counts) -> [Sample] {
    held = []
    counts.falseOfflines += unexplained.count
    unexplained = []
    defer { recovering = [] }
    return recovering.map { Sample(figure: .recover, fault: $0, end: .reached) }
  }

  /// Notes that a fault begins, after all other events of its instant.
  package mutating func faultBegins(_ fault: Int, _ faults: [SwitchTrace.Fault]) -> [Sample] {
    recovering.removeAll { faults[$0].domain == faults[fault].domain }
    unexplained = unexplained.filter { !faults[fault].isExplained(by: $0) }
    let isNoticed = isOffline(for: faults[fault])
    active[fault] = isNoticed
    return isNoticed ? [Sample(figure: .detect, fault: fault, end: .reached)] : []
  }

  /// Notes that a fault ends, before all other events of its instant.
  package mutating func faultEnds(
    _ fault: Int, _ faults: [SwitchTrace.Fault], _ counts: inout Counts
  ) -> [Sample] {
    if isOffline(for: faults[fault]) { recovering.append(fault) }
    guard active.removeValue(forKey: fault) == false else { return [] }
    counts.missed += 1
    return [Sample(figure: .detect, fault: fault, end: .never)]
  }

  package mutating func finish(_ counts: inout Counts) -> [Sample] {
    let unnoticed = active.filter { !$0.value }.keys.sorted()
    counts.missed += unnoticed.count
    counts.falseOfflines += unexplained.count
    return unnoticed.map { Sample(figure: .detect, fault: $0, end: .cut) }
      + recovering.map { Sample(figure: .recover, fault: $0, end: .cut) }
  }

  private func isOffline(for fault: SwitchTrace.Fault) -> Bool {
    held.contains { fault.isExplained(by: $0) }
  }
}

extension SwitchTrace.Fault {
  /// Whether a cause concerns this fault.
  fileprivate func isExplained(by cause: SwitchCause) -> Bool {
    switch cause {
    case .marked: false
    case .network: domain == nil
    case .domain(let index): domain == index
    }
  }
}
